// What is to be verified, whatever it is: told by how it begins.
import { Unfair } from "./bytes.js";
import { transcriptChecks } from "./transcript.js";

/** What was checked, in a sentence, and whether it holds. @typedef {{holds: boolean, words: string}} Check */

/**
 * The checks of a record or a transcript, one after the other.
 * @param {string} text @param {() => Promise<unknown>} [breath] awaited now and then in long proofs
 * @returns {AsyncGenerator<Check>}
 */
export async function* verifications(text, breath = async () => {}) {
  if (text.startsWith('{"kind":')) {
    await breath();
    yield* transcriptChecks(text.endsWith("\n") ? text : `${text}\n`).checks;
    return;
  }
  yield { holds: false, words: new Unfair("This is neither the record of a hand nor a transcript.").message };
}
