// Lines of the room (words, cards, words that stand out) as nodes and as plain text.
import { cardName, inlineCard } from "./cards.js";
import { el } from "./dom.js";

/** @typedef {import("./messages.js").Line} Line */

/** @param {Line} line @returns {Node[]} */
export const lineNodes = (line) =>
  line.map((span) => {
    if (typeof span === "string") return document.createTextNode(span);
    return span[0] === "card" ? inlineCard(span[1]) : el("b", { text: span[1] });
  });

/** As it is read aloud. @param {Line} line */
export const lineWords = (line) => line.map((span) => (typeof span === "string" ? span : span[0] === "card" ? cardName(span[1]) : span[1])).join("");
