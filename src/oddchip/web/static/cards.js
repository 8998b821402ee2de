// Cards: their names in words, and <od-card>, which shows one from the deck's sheet of symbols or as text.
import { el, svg } from "./dom.js";
import { settings } from "./settings.js";

/** @typedef {import("./messages.js").WireCard} WireCard */
/** @typedef {"french" | "italian"} Deck */

const RANKS = "23456789TJQKA";
const FRENCH = ["deuce", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"];
/** @type {Record<string, string>} */
const COURTS = { F: "knave", C: "knight", R: "king" };
/** @type {Record<string, number>} */
const VALUES = { F: 8, C: 9, R: 10 };
/** @type {Record<Deck, Record<string, string>>} */
const SUITS = {
  french: { c: "clubs", d: "diamonds", h: "hearts", s: "spades" },
  italian: { b: "batons", d: "coins", c: "cups", s: "swords" },
};
/** @type {Record<string, string>} */
const SIGNS = { c: "♣", d: "♦", h: "♥", s: "♠" };

let deck = /** @type {Deck} */ ("french");

/** @param {string} text @param {Deck} [of] */
export function cardName(text, of = deck) {
  if (!text) return "face-down card";
  if (text[0] === "X") return text === "X2" ? "the second joker" : "the joker";
  const court = of === "italian" ? COURTS[text[0]] : undefined;
  const rank = court ?? FRENCH[RANKS.indexOf(text[0])];
  return `${rank} of ${SUITS[of][text[1]]}${court ? `, ${VALUES[text[0]]}` : ""}`;
}

/** 10♠, or knight of cups where the pack has no common signs. @param {string} text */
export function cardText(text) {
  if (!text) return "▒";
  if (text[0] === "X") return "★";
  const rank = text[0] === "T" ? "10" : text[0];
  return deck === "italian" ? `${COURTS[rank] ?? rank.replace("A", "ace")} of ${SUITS.italian[text[1]]}` : rank + SIGNS[text[1]];
}

/** The order of a hand for the eye: high to low, jokers first; faces down last. @param {string} text @param {boolean} [aceLow] */
export function cardOrder(text, aceLow = false) {
  if (!text) return -9;
  if (text[0] === "X") return 99;
  const rank = aceLow && text[0] === "A" ? -1 : "FCR".includes(text[0]) && deck === "italian" ? 9 + "FCR".indexOf(text[0]) : RANKS.indexOf(text[0]);
  return rank * 4 + "cbdhs".indexOf(text[1]) / 2;
}

/** Where the symbols of the deck are. */
function sheet() {
  const now = settings();
  return deck === "italian"
    ? `/art/italian.svg?skin=${now.skin}&index=${now.italian}`
    : `/art/french.svg?colours=${now.colours}&index=${now.index}`;
}

let sheetNow = "";

/** All cards on the page are of this deck, in the look of the settings. @param {Deck} of */
export function useDeck(of) {
  deck = of;
  const wanted = sheet();
  if (wanted === sheetNow) return;
  sheetNow = wanted;
  document.documentElement.dataset.deck = of;
  for (const card of document.querySelectorAll("od-card")) /** @type {OdCard} */ (card).paint();
}

export class OdCard extends HTMLElement {
  /** @type {string | null} */
  text = null;
  #use = svg("use", {});
  #text = el("span", { class: "txt", "aria-hidden": "true" });
  #name = el("span", { class: "vh" });

  constructor() {
    super();
    this.#use.setAttribute("width", "100%");
    this.#use.setAttribute("height", "100%");
  }

  connectedCallback() {
    if (this.firstChild) return;
    this.append(svg("svg", { class: "face", "aria-hidden": "true", focusable: "false" }, this.#use), this.#text, this.#name);
  }

  /** @param {string} text "" for a back */
  show(text) {
    if (this.text === text) return;
    this.text = text;
    this.paint();
  }

  paint() {
    const text = this.text ?? "";
    this.#use.setAttribute("href", `${sheetNow}#c-${text || "back"}`);
    this.#text.textContent = cardText(text);
    this.#name.textContent = cardName(text);
    this.dataset.suit = text[0] === "X" ? "x" : (text[1] ?? "");
    this.classList.toggle("back", !text);
  }
}
customElements.define("od-card", OdCard);

/** @param {WireCard} card */
export function makeCard(card) {
  const made = /** @type {OdCard} */ (document.createElement("od-card"));
  made.dataset.cardId = card[0];
  made.show(card[1] ?? "");
  return made;
}

/** A card in running text: 7♠, read as its name. @param {string} text */
export function inlineCard(text) {
  const suit = text[0] === "X" ? "x" : text[1];
  return el(
    "span",
    { class: "inline-card", data: { suit } },
    el("span", { "aria-hidden": "true", text: cardText(text) }),
    el("span", { class: "vh", text: cardName(text) }),
  );
}
