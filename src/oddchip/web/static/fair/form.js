// The record of a hand (docs/fairness.md) as values: of exactly the form that the page gives, or refused.
import { Unfair, unhex, utf8 } from "./bytes.js";
import { parsed } from "./json.js";

/**
 * @typedef {{position: number | null, slot: number, card: string, salt: Uint8Array, path: Uint8Array[]}} Opening
 * @typedef {{candidate: number, order: string[], salts: Uint8Array[]}} Rejected
 * @typedef {{position: number, to: number | string}} Dealt
 * @typedef {[seat: number, bytes: Uint8Array][]} BySeat ascending
 * @typedef {{table: string, hand: number, shuffle: number, game: string, pack: string[], seats: number[], tips: BySeat, before: Uint8Array, kept: number, kind: "roots" | "points", roots: Uint8Array[], proof: Uint8Array, key: Uint8Array, signature: Uint8Array}} Commitment
 * @typedef {{commitment: Commitment, seeds: BySeat, void: string, rejected: Rejected[], dealt: Dealt[], shown: Opening[], own: Opening[]}} Shuffle
 * @typedef {{reader: number | null, shuffles: Shuffle[], signature: Uint8Array}} HandRecord
 */

/** Cards of a pack, candidates and cards shown: no more than that. */
const MOST = 64;

/** @param {unknown} holds @param {string} words @returns {asserts holds} */
export function must(holds, words) {
  if (!holds) throw new Unfair(words);
}

/** An object with exactly these names. @param {unknown} value @param {string} names @param {string} what @returns {Record<string, any>} */
function object(value, names, what) {
  must(value !== null && typeof value === "object" && !Array.isArray(value), `${what} is no object.`);
  const found = Object.keys(value).sort().join(" ");
  must(found === names.split(" ").sort().join(" "), `${what} must have exactly these names: ${names}.`);
  return value;
}

/** @template T @param {unknown} value @param {string} what @param {(each: unknown) => T} read @param {number} [most] @returns {T[]} */
function list(value, what, read, most = 1000) {
  must(Array.isArray(value) && value.length <= most, `${what} is no list of at most ${most}.`);
  return value.map(read);
}

/** @param {unknown} value @param {string} what @param {number} [least] @returns {number} */
function count(value, what, least = 0) {
  must(typeof value === "number" && Number.isSafeInteger(value) && value >= least, `${what} is not a whole number from ${least}.`);
  return value;
}

/** @param {unknown} value @param {string} what @param {number} [most] in characters, not in halves of them @returns {string} */
function words(value, what, most = 1000) {
  must(typeof value === "string" && value.length <= 2 * most && [...value].length <= most, `${what} is no text of at most ${most} characters.`);
  utf8(value);
  return value;
}

/** @param {unknown} value @param {string} what */
const b32 = (value, what) => unhex(value, what, 32);

/** Cards with one space between them, each different. @param {unknown} value @param {string} what */
function cards(value, what) {
  const found = words(value, what, 5 * MOST).split(" ");
  must(found.every((card) => card && [...card].length <= 4), `${what} names a card with no characters, or more than 4.`);
  must(new Set(found).size === found.length, `${what} names a card twice.`);
  return found;
}

/** The cards in one order whatever order they come in: as one text, in which spaces part them as in no card. @param {readonly string[]} found */
export const sorted = (found) => [...found].sort().join(" ");

/** @param {unknown} value @param {string} what @returns {BySeat} */
function bySeat(value, what) {
  must(value !== null && typeof value === "object" && !Array.isArray(value), `${what} is no object.`);
  return Object.entries(value)
    .map(([seat, bytes]) => {
      must(/^(0|[1-9]\d{0,15})$/.test(seat) && Number.isSafeInteger(Number(seat)), `${what} has a name that is no seat.`);
      return /** @type {[number, Uint8Array]} */ ([Number(seat), b32(bytes, what)]);
    })
    .sort(([one], [other]) => one - other);
}

/** @param {unknown} value @returns {Commitment} */
export function commitmentOf(value) {
  const raw = object(value, "table hand shuffle game pack seats tips before kept kind roots proof key signature", "A commitment");
  const made = {
    table: words(raw.table, "The table"),
    hand: count(raw.hand, "The number of the hand", 1),
    shuffle: count(raw.shuffle, "The number of the shuffle"),
    game: words(raw.game, "The game"),
    pack: cards(raw.pack, "The pack"),
    seats: list(raw.seats, "The seats", (each) => count(each, "A seat")),
    tips: bySeat(raw.tips, "The tips"),
    before: b32(raw.before, "The commitment before"),
    kept: count(raw.kept, "The number of kept cards"),
    kind: raw.kind,
    roots: list(raw.roots, "The roots", (each) => b32(each, "A root"), MOST),
    proof: unhex(raw.proof, "The proof"),
    key: b32(raw.key, "The key"),
    signature: unhex(raw.signature, "The signature", 64),
  };
  fits(made);
  return made;
}

/** What the fields of a commitment must be to each other. @param {Commitment} commitment */
function fits({ pack, seats, tips, kept, shuffle, kind, roots, proof }) {
  const n = pack.length;
  must(n >= 2 && n <= MOST, `A pack has 2 to ${MOST} cards.`);
  must(seats.length && seats.every((seat, at) => !at || seat > seats[at - 1]), "The seats are not in ascending order, each once.");
  must(tips.every(([seat]) => seats.includes(seat)), "There is a tip of a seat that is not dealt in.");
  must(shuffle ? kept < n : !kept, "Only a reshuffle keeps cards, and never all of them.");
  must(kind === "roots" || kind === "points", "The kind of a commitment is roots or points.");
  if (kind === "roots") {
    must(!shuffle, "A reshuffle is committed to by points.");
    must(roots.length && !proof.length, `There are 1 to ${MOST} roots, and no proof.`);
  } else must(roots.length === n && proof.length === 32 * (4 * n - 4), "There is a point for each card, and a proof as long as that takes.");
}

/** @param {unknown} value @returns {Opening} */
function openingOf(value) {
  const raw = object(value, "position slot card salt path", "An opening");
  return {
    position: raw.position === null ? null : count(raw.position, "A position"),
    slot: count(raw.slot, "A slot"),
    card: words(raw.card, "A card", 4),
    salt: b32(raw.salt, "A salt"),
    path: list(raw.path, "A path", (each) => b32(each, "A node"), 6),
  };
}

/** @param {unknown} value @returns {Rejected} */
function rejectedOf(value) {
  const raw = object(value, "candidate order salts", "A rejected candidate");
  const order = cards(raw.order, "The order of a candidate");
  const salts = unhex(raw.salts, "The salts of a candidate", 32 * order.length);
  return { candidate: count(raw.candidate, "A candidate"), order, salts: order.map((_, at) => salts.subarray(32 * at, 32 * at + 32)) };
}

/** @param {unknown} value @returns {Dealt} */
function dealtOf(value) {
  must(Array.isArray(value) && value.length === 2, "What was dealt is written as a position and where it went.");
  const [position, to] = value;
  return { position: count(position, "A position"), to: typeof to === "string" ? words(to, "A row", 40) : count(to, "A seat") };
}

/** Cards in the order of their positions, then those kept by slot. @param {Opening[]} seen @param {string} what */
function ordered(seen, what) {
  /** @param {Opening} card */
  const place = ({ position, slot }) => (position === null ? 1000 + slot : position);
  must(seen.every((card, at) => !at || place(seen[at - 1]) <= place(card)), `${what} stands in another order than that of positions, then slots.`);
  return seen;
}

/** @param {unknown} value @returns {Shuffle} */
function shuffleOf(value) {
  const raw = object(value, "commitment seeds void rejected dealt shown own", "A shuffle");
  return {
    commitment: commitmentOf(raw.commitment),
    seeds: bySeat(raw.seeds, "The seeds"),
    void: words(raw.void, "The reason of a void"),
    rejected: list(raw.rejected, "The rejected candidates", rejectedOf, MOST),
    dealt: list(raw.dealt, "What was dealt", dealtOf),
    shown: ordered(list(raw.shown, "What was shown", openingOf, MOST), "What was shown"),
    own: ordered(list(raw.own, "The reader's own cards", openingOf, MOST), "The reader's own cards"),
  };
}

/** @param {unknown} value @returns {HandRecord} */
function handOf(value) {
  const raw = object(value, "format reader shuffles signature", "A record");
  must(raw.format === "oddchip hand 1", 'A record has the format "oddchip hand 1".');
  const shuffles = list(raw.shuffles, "The shuffles", shuffleOf);
  must(shuffles.length, "A record has at least one commitment.");
  return { reader: raw.reader === null ? null : count(raw.reader, "The reader"), shuffles, signature: unhex(raw.signature, "The signature of the record", 64) };
}

/** The record that a text holds, or the records of several hands in a list. @param {string} text */
export function recordsOf(text) {
  const value = parsed(text);
  const records = Array.isArray(value) ? value.map(handOf) : [handOf(value)];
  must(records.length, "There is no hand in it.");
  return records;
}
