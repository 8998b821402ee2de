// A committed deck (docs/fairness.md): what its commitment hashes to, who signed it, how the seeds cut it, what an
// opening must be.
import { Unfair, hex, joined, same, utf8 } from "./bytes.js";
import { follows } from "./chain.js";
import { verified } from "./ed25519.js";
import { must } from "./form.js";
import { below, digest, list, number, numbers, permutation } from "./hashing.js";
import { checkPoint } from "./points.js";
import { climbed, leaf } from "./trees.js";

/** @typedef {import("./form.js").Commitment} Commitment */
/** @typedef {import("./form.js").Opening} Opening */
/** The chosen candidate, and the slot of each position. @typedef {{chosen: number, slots: number[]}} Cut */

/** @param {import("./form.js").BySeat} rows */
export const seated = (rows) => list(rows.map(([seat, bytes]) => joined(number(seat), bytes)));

/** What a commitment is bound to. @param {Commitment} commitment */
export function placeOf({ table, hand, shuffle, game, pack, seats, tips, before, kept }) {
  return digest("place", utf8(table), number(hand), number(shuffle), utf8(game), list(pack.map(utf8)), list(seats.map(number)), seated(tips), before, number(kept));
}

/** @param {Commitment} commitment @param {Uint8Array} [place] */
export const idOf = (commitment, place = placeOf(commitment)) => digest("commitment", place, utf8(commitment.kind), list(commitment.roots), commitment.proof, commitment.key);

/** @param {Commitment} commitment @param {Uint8Array} id */
export function checkSignature({ key, signature, hand, shuffle }, id) {
  must(verified(key, id, signature), `The commitment of hand ${hand}, shuffle ${shuffle}, is not signed by its key.`);
}

/** That each seed follows its seat's tip. @param {Commitment} commitment @param {import("./form.js").BySeat} seeds */
export function checkSeeds({ tips }, seeds) {
  const bound = new Map(tips);
  for (const [seat, seed] of seeds) {
    const tip = bound.get(seat);
    must(tip, `Seat ${seat} has no tip and gives a seed.`);
    must(follows(tip, seed), `The seed of seat ${seat} does not follow its tip.`);
  }
}

/** The cut that the seeds make. @param {Commitment} commitment @param {Uint8Array} id @param {import("./form.js").BySeat} seeds @returns {Cut} */
export function cutOf({ tips, shuffle, kind, roots, pack, kept }, id, seeds) {
  const given = new Set(seeds.map(([seat]) => seat));
  const missing = tips.filter(([seat]) => !given.has(seat)).map(([seat]) => seat);
  must(shuffle || !missing.length, `There is no seed of ${missing.map((seat) => `seat ${seat}`).join(", ")}, and cards were dealt.`);
  const key = digest("cut", id, seated(seeds));
  return { chosen: kind === "roots" ? below(numbers(key, "candidate"), roots.length) : 0, slots: permutation(key, pack.length - kept) };
}

/** That a card lay in its slot when the deck was committed. @param {Commitment} commitment @param {Uint8Array} place @param {Cut} cut @param {Opening} opening */
export function checkOpening({ kind, roots, pack }, place, { chosen }, { slot, card, salt, path }) {
  const value = pack.indexOf(card) + 1;
  must(value, `${card} is no card of the pack.`);
  must(slot < pack.length, `There is no slot ${slot}.`);
  must(path.length === (kind === "roots" ? 6 : 0), `The path of ${card} has another length than it must have.`);
  if (kind === "points") return pointIs(roots[slot], value, salt, card, slot);
  const root = climbed(leaf(place, chosen, slot, card, salt), slot, path);
  must(same(root, roots[chosen]), `${card} was not committed to in slot ${slot}.`);
}

/** @param {Uint8Array} root @param {number} value @param {Uint8Array} salt @param {string} card @param {number} slot */
function pointIs(root, value, salt, card, slot) {
  try {
    checkPoint(root, value, salt);
  } catch (error) {
    if (error instanceof Unfair) throw new Unfair(`${card} was not committed to in slot ${slot}: ${error.message}`);
    throw error;
  }
}

const NOTHING = new Uint8Array(0);

/** What the house signs of an opening. @param {Opening} opening */
export const openedHash = ({ position, slot, card, salt, path }) => digest("opening", position === null ? NOTHING : number(position), number(slot), utf8(card), salt, list(path));

/** What the house signs of a hand for a reader. @param {number | null} reader @param {Uint8Array[]} shuffles */
export const handHash = (reader, shuffles) => digest("hand", reader === null ? NOTHING : number(reader), list(shuffles));

/** What the house signs of a shuffle. @param {import("./form.js").Shuffle} shuffle @param {Uint8Array} id */
export function shuffleHash({ seeds, void: why, dealt, shown, own }, id) {
  const went = dealt.map(({ position, to }) => joined(number(position), Uint8Array.of(typeof to === "number" ? 0 : 1), typeof to === "number" ? number(to) : utf8(to)));
  return digest("shuffle", id, seated(seeds), utf8(why), list(went), list(shown.map(openedHash)), list(own.map(openedHash)));
}

/** The first bytes of something, for people. @param {Uint8Array} bytes */
export const brief = (bytes) => hex(bytes).slice(0, 16);
