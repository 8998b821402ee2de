// What is to be verified, whatever it is: told by how it begins.
import { recordChecks } from "./record.js";
import { transcriptChecks } from "./transcript.js";

/** What was checked, in a sentence, and whether it holds; `note`: it holds, and leaves something open. @typedef {{holds: boolean, words: string, note?: boolean}} Check */

/**
 * The checks of a record or a transcript, one after the other.
 * @param {string} text @param {() => Promise<unknown>} [breath] awaited now and then in long proofs
 * @returns {AsyncGenerator<Check>}
 */
export async function* verifications(text, breath = async () => {}) {
  if (!text.startsWith('{"kind":')) return yield* recordChecks(text, breath);
  await breath();
  yield* transcriptChecks(text.endsWith("\n") ? text : `${text}\n`).checks;
}

/** All checks of the record of a hand. @param {string} record */
export async function verifyHand(record) {
  const checks = [];
  for await (const check of verifications(record)) checks.push(check);
  return checks;
}
