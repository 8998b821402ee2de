// My seeds at a table (docs/fairness.md): a chain of hashes whose end is shown first and whose links are shown backwards,
// so that nobody, not even I, can choose a seed once a deck is committed.
import { hex, same, unhex } from "./bytes.js";
import { digest } from "./hashing.js";

/** How many seeds a chain has. */
export const LENGTH = 4096;

/**
 * What is kept: the secret, which link is the end that others know, and what the last seed was given for (`id` is the
 * commitment's).
 * @typedef {{secret: string, shown: number, hand: number, shuffle: number, id: string}} Kept
 */
/** What a seed is asked for: a commitment, the one before it at the table, and the shuffle. @typedef {{hand: number, shuffle: number, id: string, before: string}} Asked */

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
  #storage;
  #name;
  #bits;

  /**
   * The chain of a table, or a new one. It is kept before anybody hears of it; where nothing can be kept, it throws,
   * and I give no seeds.
   * @param {Pick<Storage, "getItem" | "setItem">} storage localStorage @param {string} table @param {(count: number) => Uint8Array} [bits]
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
      return counts.every(Number.isSafeInteger) && kept.shown >= 0 && kept.shown <= LENGTH && typeof kept.id === "string" ? kept : null;
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
    const { hand, shuffle, id } = before ?? { hand: -1, shuffle: 0, id: "" };
    this.#keep({ secret: hex(this.#bits(32)), shown: LENGTH, hand, shuffle, id });
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

  /** Whether this was one of my seeds: the tip is the last that was told, and those before it follow from it. @param {string} seed hex */
  told(seed) {
    const { secret, shown } = this.#read();
    let at = link(unhex(secret, "the secret", 32), shown);
    for (let n = shown; n < LENGTH; n++, at = digest("chain", at)) if (hex(at) === seed) return true;
    return false;
  }

  /** The seed that I told for this commitment, as hex; null if I told none, or it was another chain's. @param {string} id @returns {string | null} */
  given(id) {
    const kept = this.#read();
    return kept.id === id && kept.shown < LENGTH ? hex(link(unhex(kept.secret, "the secret", 32), kept.shown)) : null;
  }

  /** Whether my seed for this commitment is told already. @param {string} id */
  gave(id) {
    return this.#read().id === id;
  }

  /**
   * My seed for a commitment, as hex. Asked again for the same, the same. For another commitment of the same shuffle only
   * if it follows that one, so that the record shows the one which came to nothing; for an earlier shuffle, or another deck
   * in the same place, nothing: a house that had two seeds could choose between two decks.
   * @param {Asked} asked @returns {string | null}
   */
  seed({ hand, shuffle, id, before }) {
    const kept = this.#read();
    const secret = unhex(kept.secret, "the secret", 32);
    if (id === kept.id) return hand === kept.hand && shuffle === kept.shuffle && kept.shown < LENGTH ? hex(link(secret, kept.shown)) : null;
    const same = hand === kept.hand && shuffle === kept.shuffle;
    const later = hand > kept.hand || (hand === kept.hand && shuffle > kept.shuffle);
    if (!(later || (same && before === kept.id)) || kept.shown === 0) return null;
    this.#keep({ ...kept, shown: kept.shown - 1, hand, shuffle, id });
    return hex(link(secret, kept.shown - 1));
  }
}
