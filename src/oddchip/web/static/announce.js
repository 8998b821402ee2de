// Two live regions: one that waits for a pause, one that does not. No message is ever the same as the one before it.
import { at } from "./dom.js";

/** Makes repeated messages differ, so that every one is spoken. */
export class Unique {
  #last = "";
  #times = 0;

  /** @param {string} text */
  next(text) {
    this.#times = text === this.#last ? this.#times + 1 : 0;
    this.#last = text;
    return this.#times ? `${text} (${this.#times + 1})` : text;
  }
}

const polite = new Unique();
const assertive = new Unique();
/** @type {string[]} */
let waiting = [];
let due = false;

/** Lines of one change are spoken together. @param {string} text */
export function announce(text) {
  if (!text) return;
  waiting.push(text);
  if (due) return;
  due = true;
  setTimeout(() => {
    due = false;
    at("polite").textContent = polite.next(waiting.slice(-6).join(". "));
    waiting = [];
  }, 60);
}

/** @param {string} text */
export const alarm = (text) => (at("assertive").textContent = assertive.next(text));

/**
 * What is said when my turn begins: never the price without the pot.
 * @param {import("./messages.js").OfferView} offer @param {number} pot @param {string} words my best hand
 */
export function turnWords(offer, pot, words) {
  const of = {
    bet: offer.price ? `${offer.price} to call` : offer.bring_in ? `bring in ${offer.bring_in}` : "nothing to call",
    draw: `draw up to ${offer.most}`,
    declare: "declare high or low",
    swap: `choose ${offer.count} cards to give`,
  };
  return `Your turn: ${of[offer.kind]}, pot ${pot}${words ? `. You have ${words}` : ""}`;
}
