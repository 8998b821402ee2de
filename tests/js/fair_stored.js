// The stored records and transcripts of tests/fair/, for Node and for a browser alike: what does not come out as expected.

/** @param {any} value @param {(string | number)[]} path @param {any} to */
export function changed(value, path, to) {
  if (!path.length) return to;
  const copy = Array.isArray(value) ? [...value] : { ...value };
  copy[path[0]] = changed(copy[path[0]], path.slice(1), to);
  return copy;
}

/** Does all hold? It stops at the first that does not. @param {any} verify the module @param {string} text */
export async function holds(verify, text) {
  for await (const check of verify.verifications(text)) if (!check.holds) return false;
  return true;
}

/** @param {any} verify @param {Record<string, string>} texts by name @param {Record<string, {holds: unknown}>} expected @returns {Promise<string[]>} */
export async function disagreements(verify, texts, expected) {
  const wrong = [];
  for (const [name, text] of Object.entries(texts)) if ((await holds(verify, text)) !== Boolean(expected[name].holds)) wrong.push(name);
  return wrong;
}

/** Facts of a transcript that another verifier found and this one did not. @param {any} transcript the module @param {string} text @param {any} expected */
export function otherFacts(transcript, text, expected) {
  const { duel, receipts } = transcript.transcriptChecks(text);
  const { outcome, hands, terms, steps } = duel;
  const found = {
    hand: duel.hand,
    terms: terms?.hash ?? null,
    hands: hands.length ? hands : null,
    masks: outcome ? steps.open.map((/** @type {any} */ each) => each.mask) : null,
    finals: outcome?.eights ?? null,
    house: receipts.house || null,
  };
  /** @type {Record<string, unknown>} */
  const ruled = receipts.ruling ? { end: receipts.ruling.end, cause: receipts.ruling.cause, shares: receipts.ruling.shares } : outcome ? { shares: outcome.shares } : {};
  return Object.entries({ ...found, ...ruled }).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(expected[name])).map(([name]) => name);
}
