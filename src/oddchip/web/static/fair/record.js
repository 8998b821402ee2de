// The record of a hand (docs/fairness.md), verified: what holds and what does not, in sentences.
import { Unfair, hex, same } from "./bytes.js";
import { brief, checkOpening, checkSeeds, checkSignature, cutOf, handHash, idOf, placeOf, shuffleHash } from "./deck.js";
import { verified } from "./ed25519.js";
import { must, recordsOf } from "./form.js";
import { checkProof } from "./points.js";
import { checkRejected } from "./trees.js";

/** @typedef {import("./form.js").HandRecord} HandRecord */
/** @typedef {import("./form.js").Shuffle} Shuffle */
/** @typedef {import("./form.js").Opening} Opening */
/** @typedef {import("./verify.js").Check} Check */
/** A shuffle with its hashes, and how it is called. @typedef {{shuffle: Shuffle, place: Uint8Array, id: Uint8Array, name: string}} Known */

/** What holds, and leaves something open. */
class Note {
  /** @param {string} words */
  constructor(words) {
    this.words = words;
  }
}

/** One check: what it says if nothing is wrong. @param {() => string | Note | Promise<string | Note>} check @returns {Promise<Check>} */
async function checked(check) {
  try {
    const said = await check();
    return said instanceof Note ? { holds: true, words: said.words, note: true } : { holds: true, words: said };
  } catch (error) {
    if (!(error instanceof Unfair)) throw error;
    return { holds: false, words: error.message };
  }
}

/** @param {number} count @param {string} word @param {string} [words] */
const many = (count, word, words = `${word}s`) => `${count} ${count === 1 ? word : words}`;

/**
 * The checks of a record, or of the records of several hands, one after the other.
 * @param {string} text @param {() => Promise<unknown>} breath awaited now and then in long proofs @returns {AsyncGenerator<Check>}
 */
export async function* recordChecks(text, breath) {
  /** @type {HandRecord[]} */
  let records = [];
  yield checked(() => {
    records = recordsOf(text);
    return records.length === 1 ? formed(records[0]) : `The ${records.length} records have the form they must have.`;
  });
  const hands = records.map(({ shuffles }) => shuffles.map(identified));
  if (records.length > 1 || text.trimStart().startsWith("[")) yield* runChecks(hands);
  for (const [at, record] of records.entries()) yield* handChecks(record, hands[at], records.length > 1 ? `Hand ${record.shuffles[0].commitment.hand}. ` : "", breath);
}

/** What holds between hands. @param {Known[][]} hands @returns {AsyncGenerator<Check>} */
async function* runChecks(hands) {
  if (!hands.length) return;
  yield checked(() => inARow(hands));
  yield checked(() => (notToldBefore(hands.flat()), "No seed was known before the deck that it cut was committed."));
}

/** @param {HandRecord} record @param {Known[]} known @param {string} name @param {() => Promise<unknown>} breath @returns {AsyncGenerator<Check>} */
async function* handChecks(record, known, name, breath) {
  for await (const check of oneHand(record, known, breath)) yield { ...check, words: name + check.words };
}

/** @param {HandRecord} record @param {Known[]} known @param {() => Promise<unknown>} breath @returns {AsyncGenerator<Check>} */
async function* oneHand({ reader, signature }, known, breath) {
  yield checked(() => signed(known, reader, signature));
  yield checked(() => following(known, reader));
  yield checked(() => seeded(known));
  const seen = new Seen(reader);
  for (const each of known) {
    if (isEmptyVoid(each.shuffle)) yield { holds: true, words: `A commitment was void, and nothing was dealt from it: ${each.shuffle.void}.`, note: true };
    else yield* shuffleChecks(each, seen, breath);
  }
}

/** @param {Known[][]} hands */
function inARow(hands) {
  const first = hands[0][0].shuffle.commitment;
  must(first.hand > 1 || !first.before.some(Boolean), "The first hand of a table names a commitment before it.");
  for (let at = 1; at < hands.length; at++) {
    const before = hands[at - 1][hands[at - 1].length - 1];
    const { table, hand, before: named, key } = hands[at][0].shuffle.commitment;
    const last = before.shuffle.commitment;
    must(table === last.table && same(key, last.key), `Hand ${hand} is of another table or signed by another key than the hand before it.`);
    must(hand === last.hand + 1, `Hand ${hand} stands after hand ${last.hand}: hands are numbered without gaps.`);
    must(same(named, before.id), `Hand ${hand} does not follow the last commitment of hand ${last.hand}.`);
  }
  const voids = hands.flat().filter(({ shuffle }) => shuffle.void).length;
  const last = hands[hands.length - 1][0].shuffle.commitment.hand;
  return `Hands ${first.hand} to ${last} follow each other without a gap; ${voids ? many(voids, "deck was", "decks were") : "no deck was"} void.`;
}

/** @param {HandRecord} record */
function formed({ reader, shuffles }) {
  const { hand, table, game, pack } = shuffles[0].commitment;
  const whose = reader === null ? "everybody" : `seat ${reader}`;
  return `The record has the form it must have: hand ${hand} of table ${table}, ${game} with ${pack.length} cards, for ${whose}.`;
}

/** @param {Shuffle} shuffle @returns {Known} */
function identified(shuffle) {
  const { commitment } = shuffle;
  const place = placeOf(commitment);
  return { shuffle, place, id: idOf(commitment, place), name: commitment.shuffle ? `Reshuffle ${commitment.shuffle}` : "The deck" };
}

/** @param {Shuffle} shuffle */
const isEmptyVoid = ({ void: why, rejected, dealt, shown, own }) => Boolean(why) && !rejected.length && !dealt.length && !shown.length && !own.length;

/** @param {Known[]} known @param {number | null} reader @param {Uint8Array} signature */
function signed(known, reader, signature) {
  const { key } = known[0].shuffle.commitment;
  for (const { shuffle, id } of known) {
    must(same(shuffle.commitment.key, key), "The commitments of the hand are signed by different keys.");
    checkSignature(shuffle.commitment, id);
  }
  const whole = handHash(reader, known.map(({ shuffle, id }) => shuffleHash(shuffle, id)));
  must(verified(key, whole, signature), "The record is not signed by the house: something in it was changed.");
  return `${known.length === 1 ? "The commitment" : `The ${known.length} commitments`} and the record are signed by the house with the key ${brief(key)}.`;
}

/** @param {Known[]} known @param {number | null} reader */
function following(known, reader) {
  const first = known[0].shuffle.commitment;
  must(first.shuffle === 0, "The first commitment is not one of a first deal.");
  must(reader === null || known.some(({ shuffle }) => shuffle.commitment.seats.includes(reader)), `Seat ${reader} reads the record and was not dealt in.`);
  /** @type {import("./form.js").Commitment | null} */
  let dealt = null;
  for (let at = 1; at < known.length; at++) {
    const before = known[at - 1];
    if (!before.shuffle.void) dealt = before.shuffle.commitment;
    follows(before, known[at].shuffle.commitment, dealt, at + 1);
  }
  return known.length === 1
    ? `The deck is bound to this table, hand and game, to its seats, and to the commitment before it (${brief(first.before)}).`
    : "Each deck is bound to this table, hand and game, to its seats, and to the commitment before it.";
}

/** @param {Known} known @param {import("./form.js").Commitment} after @param {import("./form.js").Commitment | null} dealt the last that was not void @param {number} number */
function follows({ id, shuffle }, after, dealt, number) {
  const before = shuffle.commitment;
  must(same(after.before, id), `Commitment ${number} does not follow the one before it.`);
  must(after.table === before.table && after.hand === before.hand, `Commitment ${number} is of another table or hand.`);
  must(after.shuffle === before.shuffle + (shuffle.void ? 0 : 1), `Commitment ${number} has another number than its place in the hand.`);
  if (!dealt) return;
  must(after.game === dealt.game && after.pack.join(" ") === dealt.pack.join(" "), `Commitment ${number} is of another game or pack.`);
  must(after.seats.every((seat) => dealt.seats.includes(seat)), `Commitment ${number} deals in a seat that was not dealt in before.`);
}

/** @param {Known[]} known */
function notToldBefore(known) {
  /** @type {Set<string>} */
  const told = new Set();
  for (const { shuffle } of known) {
    const given = new Set(shuffle.seeds.map(([seat]) => seat));
    for (const [seat, tip] of shuffle.commitment.tips) must(!told.has(hex(tip)), `Seat ${seat} has a tip whose seed was told before.`);
    for (const [seat, tip] of shuffle.commitment.tips) if (given.has(seat)) told.add(hex(tip));
  }
}

/** @param {Known[]} known */
function seeded(known) {
  for (const { shuffle } of known) checkSeeds(shuffle.commitment, shuffle.seeds);
  notToldBefore(known);
  const seeds = known.flatMap(({ shuffle }) => shuffle.seeds).length;
  const withheld = known.flatMap(({ shuffle: { commitment, seeds } }) => commitment.tips.map(([seat]) => seat).filter((seat) => !seeds.some(([each]) => each === seat)));
  const without = withheld.length ? ` Withheld: the seed of ${withheld.map((seat) => `seat ${seat}`).join(", ")}.` : "";
  if (!seeds) return new Note(`Nobody gave a seed: the house alone cut the deck.${without}`);
  const words = `${many(seeds, "seed")} of players: each follows the tip that was told before the deck was committed.${without}`;
  return without ? new Note(words) : words;
}

/** What is known of the cards of a hand so far. */
class Seen {
  /** Cards dealt and shown to all, and cards dealt to the reader, in the shuffles before. @type {Set<string>} */
  all = new Set();
  /** @type {Set<string>} */
  reader = new Set();

  /** @param {number | null} seat the reader's */
  constructor(seat) {
    this.seat = seat;
  }
}

/** @param {Known} known @param {Seen} seen @param {() => Promise<unknown>} breath @returns {AsyncGenerator<Check>} */
async function* shuffleChecks({ shuffle, place, id, name }, seen, breath) {
  const { commitment, seeds, rejected } = shuffle;
  const { kind, roots, pack } = commitment;
  /** @type {import("./deck.js").Cut | undefined} */
  let cut;
  const made = await checked(() => {
    cut = cutOf(commitment, id, seeds);
    return `${name}: the cut follows from the commitment and ${seeds.length ? "the seeds that were told" : "nothing else"}${kind === "roots" ? `, and it chose candidate ${cut.chosen} of ${roots.length}` : ""}.`;
  });
  yield made;
  if (!cut) return;
  const { chosen, slots } = cut;
  yield checked(async () => {
    if (kind === "roots") {
      checkRejected(commitment, place, chosen, rejected);
      const words = `${name}: ${wholePacks(roots.length)}`;
      return roots.length === 1 ? new Note(words) : words;
    }
    must(!rejected.length, "There are rejected candidates, and no candidates.");
    await checkProof(commitment, place, breath);
    return `${name}: it is proven that the ${pack.length} points are the ${pack.length} cards of the pack, each once.`;
  });
  /** @type {Map<number, number[]> | undefined} */
  let passed;
  yield checked(() => {
    passed = passedOver(shuffle);
    const off = shuffle.void ? ` Then the hand was broken off: ${shuffle.void}.` : "";
    const words = `${name}: ${many(shuffle.dealt.length, "card was", "cards were")} dealt in the order of the cut.${off}`;
    return off ? new Note(words) : words;
  });
  yield checked(() => openings(shuffle, place, { chosen, slots }, name));
  if (passed) {
    const over = passed;
    yield checked(() => owned(shuffle, over, seen, name));
  }
  remember(shuffle, seen);
}

/** What the rejected candidates show. @param {number} all */
function wholePacks(all) {
  if (all === 1) return "there was one candidate, so nothing shows that it was the whole pack.";
  const others = all === 2 ? "the candidate that was not chosen was" : `the ${all - 1} candidates that were not chosen were each`;
  return `${others} the whole pack. A house that cheats in one hand is found with a chance of ${all - 1} in ${all}.`;
}

/** Which positions were passed over for which seats; throws where cards were dealt out of order. @param {Shuffle} shuffle */
function passedOver({ commitment, dealt }) {
  const pool = commitment.pack.length - commitment.kept;
  /** @type {Map<number, number[]>} */
  const passed = new Map();
  const gone = new Set();
  let first = 0;
  for (const { position, to } of dealt) {
    must(position < pool, `Position ${position} is outside the pool.`);
    must(!gone.has(position), `Position ${position} was dealt twice.`);
    must(typeof to === "string" || commitment.seats.includes(to), `Seat ${to} was dealt a card and is not dealt in.`);
    for (let over = first; over < position; over++) {
      if (gone.has(over)) continue;
      must(commitment.shuffle && typeof to === "number", `Position ${position} was dealt before position ${over}.`);
      passed.set(to, [...(passed.get(to) ?? []), over]);
    }
    gone.add(position);
    while (gone.has(first)) first++;
  }
  return passed;
}

/** @param {Shuffle} shuffle @param {Uint8Array} place @param {import("./deck.js").Cut} cut @param {string} name */
function openings({ commitment, shown, own }, place, cut, name) {
  const all = [...shown, ...own];
  const cards = new Set();
  const pool = commitment.pack.length - commitment.kept;
  for (const opening of all) {
    const { position, slot, card } = opening;
    must(!cards.has(card), `${card} is opened twice.`);
    cards.add(card);
    if (position === null) must(slot >= pool, `${card} is said to be kept and lies in the pool.`);
    else {
      must(position < pool, `${card} is opened at position ${position}, which is outside the pool.`);
      must(slot === cut.slots[position], `${card} is opened in slot ${slot}, and the cut names slot ${cut.slots[position]} for position ${position}.`);
    }
    checkOpening(commitment, place, cut, opening);
  }
  if (!all.length) return `${name}: no card of it is open.`;
  const texts = all.map(({ card }) => card).join(" ");
  return `${name}: ${all.length === 1 ? `the open card (${texts}) is` : `the ${all.length} open cards (${texts}) are`} what was committed to, in the slots that the cut names.`;
}

/** What the reader must have been given, and what may be open as kept. @param {Shuffle} shuffle @param {Map<number, number[]>} passed @param {Seen} seen @param {string} name */
function owned({ dealt, shown, own }, passed, seen, name) {
  const { seat } = seen;
  for (const { position, card } of shown) must(position !== null || seen.all.has(card), `${card} is shown as kept, and was not dealt and shown before.`);
  for (const { position, card } of own) must(position !== null || seen.reader.has(card), `${card} is kept for the reader, and was not dealt to him before.`);
  if (seat === null) {
    must(!own.length, "The record is for everybody and has cards of its own.");
    return `${name}: only what was shown to all is open.`;
  }
  const over = passed.get(seat) ?? [];
  const his = new Set([...dealt.filter(({ to }) => to === seat).map(({ position }) => position), ...over]);
  const open = new Map([...shown, ...own].filter(({ position }) => position !== null).map(({ position, card }) => [position, card]));
  for (const { position, card } of own) must(position === null || his.has(position), `${card} is among the reader's own cards, and went to somebody else.`);
  for (const position of his) must(open.has(position), `The card at position ${position} went to the reader and is not opened to him.`);
  for (const position of over) must(seen.reader.has(open.get(position) ?? ""), `Position ${position} was passed over for the reader, and he had not thrown what lay there.`);
  return `${name}: every card that went to seat ${seat} is open to it.`;
}

/** @param {Shuffle} shuffle @param {Seen} seen */
function remember({ dealt, shown, own }, seen) {
  const to = new Map(dealt.map(({ position, to }) => [position, to]));
  for (const { position, card } of shown) if (position !== null && to.has(position)) seen.all.add(card);
  for (const { position, card } of [...shown, ...own]) if (position !== null && seen.seat !== null && to.get(position) === seen.seat) seen.reader.add(card);
}
