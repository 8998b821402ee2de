// What everything hashed at a fair table goes through (docs/fairness.md): a tag of its own, and parts with their lengths.
import { joined, utf8, whole } from "./bytes.js";
import { sha256 } from "./sha256.js";

/** The 32 bytes of a hash that no other tag can give. @param {string} tag @param {...Uint8Array} parts */
export function digest(tag, ...parts) {
  return sha256(utf8(`oddchip/fair/1/${tag}\0`), ...parts.flatMap(sized));
}

/** @param {Uint8Array} part */
export const sized = (part) => [whole(part.length, 4), part];

/** How many there are, and each with its length. @param {Uint8Array[]} parts */
export const list = (parts) => joined(whole(parts.length, 4), ...parts.flatMap(sized));

/** @param {number} number */
export const number = (number) => whole(number, 8);

/**
 * Endless blocks of 32 bytes.
 * @param {Uint8Array} key @param {string} tag
 * @returns {Generator<Uint8Array, never>}
 */
export function* expand(key, tag) {
  for (let counter = 0; ; counter++) yield digest(tag, key, number(counter));
}

/** Endless numbers below 2^32. @param {Uint8Array} key @param {string} tag @returns {Generator<number, never>} */
export function* numbers(key, tag) {
  for (const block of expand(key, tag)) {
    const view = new DataView(block.buffer);
    for (let at = 0; at < 32; at += 4) yield view.getUint32(at);
  }
  throw new Error("the stream has no end");
}

/** One of 0 .. count - 1, each as likely: too high numbers are left out. @param {Iterator<number, never>} from @param {number} count */
export function below(from, count) {
  const limit = 2 ** 32 - (2 ** 32 % count);
  for (;;) {
    const drawn = from.next().value;
    if (drawn < limit) return drawn % count;
  }
}

/** 0 .. n - 1 in the order that the key says. @param {Uint8Array} key @param {number} n */
export function permutation(key, n) {
  const drawn = numbers(key, "permutation");
  const order = Array.from({ length: n }, (_, at) => at);
  for (let i = n - 1; i > 0; i--) {
    const j = below(drawn, i + 1);
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}
