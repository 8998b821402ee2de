// Three places for buttons that never move. A place whose meaning has just changed is inert for 400 ms.
import { attr, el, part, say, show } from "./dom.js";

export const GUARD = 400;
/** The keys that press them. @type {Record<string, string>} */
const LETTERS = { fold: "F", check: "C", call: "C", bring_in: "C", raise: "R", declare_open: "R", draw: "D", pat: "S", seal: "␣", "declare-high": "1", "declare-low": "2", "declare-both": "3" };

/**
 * @typedef {object} Meaning
 * @property {string} of what pressing it means: when this changes, the guard starts
 * @property {string} do the hook for tests and keys
 * @property {string} words
 * @property {string} [more] a second, smaller line
 * @property {boolean} [off] there, but not now
 * @property {string} [why] why not
 * @property {boolean} [pressed] a switch, and its state
 * @property {boolean} [main]
 * @property {boolean} [expands]
 * @property {() => void} press
 */

export class Slot {
  button;
  /** @type {Meaning | null} */
  meaning = null;
  #until = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @param {HTMLElement} parent @param {string} place */
  constructor(parent, place) {
    this.button = el(
      "button",
      { type: "button", class: `slot ${place}`, on: { click: () => this.press() }, hidden: true },
      el("span", { class: "words" }),
      el("span", { class: "more" }),
      el("kbd", { "aria-hidden": "true" }),
    );
    parent.append(this.button);
  }

  get inert() {
    return !this.meaning || this.meaning.off || performance.now() < this.#until;
  }

  press() {
    if (!this.inert) this.meaning?.press();
  }

  /** @param {Meaning | null} meaning @param {boolean} [guarded] false: the change is the player's own */
  set(meaning, guarded = true) {
    const changed = meaning?.of !== this.meaning?.of;
    this.meaning = meaning;
    const button = this.button;
    show(button, meaning);
    if (!meaning) return;
    if (changed && guarded) this.#guard();
    button.dataset.do = meaning.do;
    say(part(button, ".words"), meaning.words);
    say(part(button, ".more"), meaning.more ?? "");
    say(part(button, "kbd"), LETTERS[meaning.do] ?? "");
    button.classList.toggle("main", Boolean(meaning.main));
    button.classList.toggle("switch", meaning.pressed !== undefined);
    attr(button, "aria-pressed", meaning.pressed === undefined ? null : String(meaning.pressed));
    attr(button, "aria-expanded", meaning.expands === undefined ? null : String(meaning.expands));
    attr(button, "title", meaning.off ? meaning.why : null);
    this.#able();
  }

  #guard() {
    this.#until = performance.now() + GUARD;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#able(), GUARD + 5);
  }

  #able() {
    attr(this.button, "aria-disabled", this.inert ? true : null);
    this.button.classList.toggle("guarded", !this.meaning?.off && this.inert);
  }
}
