// California Poker (CP-2, CP-5): sixteen cards from both secrets, four of eight given away, the best five of eight.
import { permutation } from "./hashing.js";

const RANKS = "23456789TJQKA";
const NAMES = ["high card", "a pair", "two pair", "three of a kind", "a straight", "a flush", "a full house", "four of a kind", "a straight flush"];

/** @param {number} card 4 * rank + suit */
export const cardText = (card) => RANKS[card >> 2] + "cdhs"[card & 3];

/** @param {number} one @param {number} other */
const ascending = (one, other) => one - other;

/** Both hands of eight, each in canonical order. @param {Uint8Array} deal */
export function dealt(deal) {
  const order = permutation(deal, 52).reverse();
  return [order.slice(0, 8).sort(ascending), order.slice(8, 16).sort(ascending)];
}

/** The bits of a byte that are set. @param {number} mask */
const bits = (mask) => [0, 1, 2, 3, 4, 5, 6, 7].filter((bit) => (mask >> bit) & 1);

/** Whether a mask names four of eight cards. @param {number} mask */
export const fourOfEight = (mask) => Number.isInteger(mask) && mask >= 0 && mask < 256 && bits(mask).length === 4;

/** The mask that gives four cards away. @param {readonly number[]} hand canonical @param {readonly number[]} cards */
export const maskOf = (hand, cards) => hand.reduce((mask, card, at) => mask + (cards.includes(card) ? 1 << at : 0), 0);

/** Both hands after the swap. @param {readonly number[][]} hands @param {readonly number[]} masks the cards given away */
export function swapped(hands, masks) {
  return [0, 1].map((seat) => {
    const kept = hands[seat].filter((_, at) => !((masks[seat] >> at) & 1));
    return [...kept, ...bits(masks[1 - seat]).map((at) => hands[1 - seat][at])].sort(ascending);
  });
}

/** How many cards of each rank, and the place in NAMES. @type {Record<string, number>} */
const SHAPES = { 41: 7, 32: 6, 311: 3, 221: 2, 2111: 1 };

/** What five cards are worth: higher is better, and equal is equal. @param {readonly number[]} five */
export function worth(five) {
  const count = new Map();
  for (const card of five) count.set(card >> 2, (count.get(card >> 2) ?? 0) + 1);
  const groups = [...count].sort(([rank, many], [rank2, many2]) => many2 - many || rank2 - rank);
  const ranks = groups.map(([rank]) => rank);
  const flush = five.every((card) => (card & 3) === (five[0] & 3));
  const wheel = ranks.join() === "12,3,2,1,0";
  const straight = groups.length === 5 && (ranks[0] - ranks[4] === 4 || wheel);
  const shape = groups.map(([, many]) => many).join("");
  const sort = SHAPES[shape] ?? (straight ? (flush ? 8 : 4) : flush ? 5 : 0);
  return (wheel ? [3] : ranks).reduce((sum, rank, at) => sum + rank * 13 ** (4 - at), sort * 13 ** 5);
}

/** The best five of eight. @param {readonly number[]} eight @returns {{worth: number, name: string, five: number[]}} */
export function best(eight) {
  let found = { worth: -1, name: "", five: /** @type {number[]} */ ([]) };
  for (let out = 0; out < 256; out++) {
    if (bits(out).length !== 3) continue;
    const five = eight.filter((_, at) => !((out >> at) & 1));
    const value = worth(five);
    if (value > found.worth) found = { worth: value, name: NAMES[Math.floor(value / 13 ** 5)], five };
  }
  return found;
}
