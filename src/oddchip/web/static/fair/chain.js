// My seeds at a table (docs/fairness.md): a chain of hashes whose end is shown first and whose links are shown backwards,
// so that nobody, not even I, can choose a seed once a deck is committed.
import { hex, same, unhex } from "./bytes.js";
import { digest } from "./hashing.js";

/** How many seeds a chain has. */
export const LENGTH = 4096;

/**
 * What is kept: the secret, which link is the end that others know, and what the last seed was given for.
 * @typedef {{secret: string, shown: number, hand: number, shuffle: number, root: string}} Kept
 */

/** The link after `steps` steps. @param {Uint8Array} from @param {number} steps */
export function link(from, steps) {
  let at = from;
  for (let n = 0; n < steps; n++) at = digest("chain", at);
  return at;
}

/** Whether a seed is the link before the tip. @param {Uint8Array} tip @param {Uint8Array} seed */
export const follows = (tip, seed) => seed.length === 32 && same(digest("chain", seed), tip);

/** @param {number} count */
const fresh = (count) => crypto.getRandomValues(new Uint8Array(count));

export class SeedChain {
  /** @type {Storage} */
  #storage;
  #name;
  #bits;

  /**
   * The chain of a table, or a new one. It is kept before anybody hears of it; where nothing can be kept, it throws,
   * and I give no seeds.
   * @param {Storage} storage localStorage @param {string} table @param {(count: number) => Uint8Array} [bits]
   */
  constructor(storage, table, bits = fresh) {
    this.#storage = storage;
    this.#name = `oddchip.seeds.${table}`;
    this.#bits = bits;
    if (!this.#kept()) this.#renew();
  }

  /** @returns {Kept | null} */
  #kept() {
    try {
      const kept = JSON.parse(this.#storage.getItem(this.#name) ?? "null");
      unhex(kept.secret, "the secret", 32);
      const counts = [kept.shown, kept.hand, kept.shuffle];
      return counts.every(Number.isSafeInteger) && kept.shown >= 0 && kept.shown <= LENGTH && typeof kept.root === "string" ? kept : null;
    } catch {
      return null; // another secret begins another chain: no seed of this one is ever given again
    }
  }

  /** @param {Kept} kept */
  #keep(kept) {
    this.#storage.setItem(this.#name, JSON.stringify(kept));
    if (this.#storage.getItem(this.#name) !== JSON.stringify(kept)) throw new Error("this browser keeps nothing");
  }

  #renew() {
    const before = this.#kept();
    const { hand, shuffle, root } = before ?? { hand: -1, shuffle: 0, root: "" };
    this.#keep({ secret: hex(this.#bits(32)), shown: LENGTH, hand, shuffle, root });
  }

  /** What the seeds to come are committed by, as hex. A chain that is at its end is followed by a new one. */
  get tip() {
    if (this.#read().shown === 0) this.#renew();
    const { secret, shown } = this.#read();
    return hex(link(unhex(secret, "the secret", 32), shown));
  }

  /** Read anew each time: another tab may have given a seed. */
  #read() {
    const kept = this.#kept();
    if (!kept) throw new Error("the chain of seeds is gone");
    return kept;
  }

  /**
   * My seed for a shuffle whose deck is committed to by `root`, as hex. Asked again for the same, the same; for another
   * root of the same shuffle, or for an earlier one, nothing: two seeds could be compared and a deck chosen.
   * @param {number} hand @param {number} shuffle @param {string} root @returns {string | null}
   */
  seed(hand, shuffle, root) {
    const kept = this.#read();
    const secret = unhex(kept.secret, "the secret", 32);
    if (hand === kept.hand && shuffle === kept.shuffle && root === kept.root && kept.shown < LENGTH) return hex(link(secret, kept.shown));
    const later = hand > kept.hand || (hand === kept.hand && shuffle > kept.shuffle);
    if (!later || kept.shown === 0) return null;
    this.#keep({ ...kept, shown: kept.shown - 1, hand, shuffle, root });
    return hex(link(secret, kept.shown - 1));
  }
}
