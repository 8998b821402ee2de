// A transcript of a hand between two (docs/two_party.md), verified: nothing in it is believed.
import { Unfair } from "./bytes.js";
import { Duel } from "./duel.js";
import { cardText } from "./eights.js";
import { read } from "./lines.js";
import { Receipts } from "./referee.js";

/** @typedef {import("./verify.js").Check} Check */

/** @param {readonly number[]} cards */
const texts = (cards) => cards.map(cardText).join(" ");

/**
 * What holds, in sentences, and in the last one what does not.
 * @param {string} text the lines, each ended by a newline @returns {{checks: Check[], duel: Duel, receipts: Receipts}}
 */
export function transcriptChecks(text) {
  const duel = new Duel();
  const receipts = new Receipts(duel);
  /** @type {Check[]} */
  let failed = [];
  let at = 0;
  try {
    if (!text.endsWith("\n")) throw new Unfair("Its last line is not ended.");
    const lines = text.slice(0, -1).split("\n");
    if (lines.length > 64) throw new Unfair("It has more than 64 lines.");
    for (const line of lines) {
      at++;
      const message = read(line);
      const news = "house" in message ? receipts.add(message) : duel.add(message);
      if (!news) throw new Unfair("It is there twice.");
    }
  } catch (error) {
    if (!(error instanceof Unfair)) throw error;
    failed = [{ holds: false, words: at ? `Line ${at}: ${error.message}` : error.message }];
  }
  const held = told(duel, receipts).map((words) => ({ holds: true, words }));
  return { checks: [...held, ...failed], duel, receipts };
}

/** What holds of what was read. @param {Duel} duel @param {Receipts} receipts */
function told(duel, receipts) {
  if (!duel.match) return [];
  const words = [`Hand ${duel.hand} of match ${duel.match.slice(0, 8)}: every message is signed by the one who speaks, none is missing, and each says what its writer had read.`];
  if (duel.terms) words.push(...agreed(duel));
  duel.gone.forEach((how, seat) => how && words.push(how === "chain" ? `Seat ${seat} went on to the chain.` : `Seat ${seat} left the hand.`));
  if (receipts.lines.length) words.push(refereed(receipts));
  if (receipts.ruling) words.push(ruled(receipts.ruling));
  else if (duel.awaited && !duel.gone.some(Boolean)) words.push("The hand is not over.");
  return words;
}

/** @param {Duel} duel */
function agreed(duel) {
  const { stakes, clock, dead } = duel.settled();
  const { deal, hands, outcome, steps } = duel;
  const stake = stakes[0] === stakes[1] ? `a stake of ${stakes[0]} each` : `stakes of ${stakes[0]} and ${stakes[1]}`;
  const words = [`The two agreed to ${stake}${dead ? `, with ${dead} more in the pot,` : ""} and ${clock} seconds for each step.`];
  if (duel.both("commit")) words.push("Each committed to a secret and signed the balances with the pot, before either secret was open.");
  if (deal) words.push(`The cards follow from both secrets: seat 0 was dealt ${texts(hands[0])}, seat 1 ${texts(hands[1])}.`);
  if (duel.both("seal")) words.push("Both sealed which four cards they give away before either choice was open.");
  if (outcome) {
    const [zero, one] = outcome.best.map(({ name, five }) => `${name} (${texts(five)})`);
    words.push("Both opened the choice that they had sealed.");
    words.push(`After the swap seat 0 has ${zero}, seat 1 ${one}: they take ${outcome.shares[0]} and ${outcome.shares[1]}.`);
    const signed = steps.result.filter(Boolean).length;
    words.push(signed === 2 ? "Both signed the result and the new balances." : `${signed ? "One seat has" : "Neither has"} signed the result; it follows from the cards all the same.`);
  }
  return words;
}

/** @param {Receipts} receipts */
const refereed = ({ house, lines, ruling }) =>
  `The ${lines.length - (ruling ? 1 : 0)} receipts of the referee fit the terms. When messages came, and that one did not, is the word of the referee with the key ${house.slice(0, 16)}.`;

/** @param {import("./lines.js").Message} ruling */
function ruled({ end, loser, cause, shares }) {
  if (end === "settled") return `The ruling is settled: seat 0 takes ${shares[0]} and seat 1 takes ${shares[1]}, as the cards say.`;
  if (end === "forfeit") return `The ruling is that seat ${loser} forfeits the pot (${cause}): seat ${1 - loser} takes ${shares[1 - loser]}.`;
  if (end === "void") return `The ruling is that both were silent: each takes its stake back (${shares[0]} and ${shares[1]}).`;
  return end === "chain" ? "The ruling is that the hand goes on on the chain." : "The ruling is that there was no hand.";
}
