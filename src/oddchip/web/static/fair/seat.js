// My part in a fair deal at a table: my tip, my seeds when they are asked for and not otherwise, and a look at each card
// that comes to me whether it is the one that was committed to (docs/fairness.md).
import { announce } from "../announce.js";
import { Unfair, hex, unhex } from "./bytes.js";
import { SeedChain } from "./chain.js";
import { checkOpening, checkSeeds, checkSignature, cutOf, idOf, placeOf } from "./deck.js";
import { commitmentOf, must } from "./form.js";

/** @typedef {import("../messages.js").TableView} TableView */
/** @typedef {import("../messages.js").FairView} FairView */
/** @typedef {{tip: string} | {root: string, seed: string}} Words */
/** A deck of this hand. @typedef {{commitment: import("./form.js").Commitment, place: Uint8Array, id: Uint8Array, cut: import("./deck.js").Cut | null}} Deck */

export class FairSeat {
  /** Cards that were found to be what was committed to. */
  checked = 0;
  /** What was found wrong at this table, newest last. @type {string[]} */
  wrong = [];
  /** @type {FairView | null} */
  fair = null;
  /** @type {SeedChain | null} */
  #chain = null;
  /** By number of the shuffle. @type {Map<number, Deck>} */
  #decks = new Map();
  #hand = 0;
  #told = "";
  #mute = false;
  #table;
  #storage;
  #send;
  #tell;

  /**
   * @param {string} table @param {Pick<Storage, "getItem" | "setItem">} storage localStorage
   * @param {(words: Words) => void} send to the room @param {(words: string) => void} tell me
   */
  constructor(table, storage, send, tell) {
    this.#table = table;
    this.#storage = storage;
    this.#send = send;
    this.#tell = tell;
  }

  /** A view of the table, in the order in which they come. @param {TableView} view */
  hear(view) {
    this.fair = view.fair ?? this.fair;
    const seat = view.me?.seat ?? -1;
    if (!this.fair || seat < 0) return;
    try {
      if (view.fair) this.#deck(view.fair);
      this.#speak(this.fair, seat, view.fresh);
      for (const opening of view.openings) this.#look(opening);
    } catch (error) {
      this.#complain(error);
    }
  }

  /** @param {unknown} error */
  #complain(error) {
    if (!(error instanceof Unfair)) throw error;
    this.complain(error.message);
  }

  /** Something was found wrong. @param {string} words */
  complain(words) {
    if (this.wrong.includes(words)) return;
    this.wrong.push(words);
    this.#tell(`The deal is not what it should be: ${words}`);
  }

  /** @param {FairView} fair */
  #deck(fair) {
    if (!fair.commitment) return;
    if (fair.hand !== this.#hand) this.#decks.clear();
    this.#hand = fair.hand;
    const known = this.#decks.get(fair.shuffle);
    const deck = known && hex(known.id) === fair.id ? known : this.#committed(fair);
    deck.cut ??= cutBy(deck, fair);
  }

  /** A commitment that is new to me. @param {FairView} fair @returns {Deck} */
  #committed(fair) {
    const commitment = commitmentOf(fair.commitment);
    const place = placeOf(commitment);
    const id = idOf(commitment, place);
    must(hex(id) === fair.id && commitment.hand === fair.hand && commitment.shuffle === fair.shuffle && commitment.table === this.#table, "the commitment is not to the deck that is dealt.");
    checkSignature(commitment, id);
    this.#sameHouse(hex(commitment.key));
    const deck = { commitment, place, id, cut: null };
    this.#decks.set(fair.shuffle, deck);
    return deck;
  }

  /** The house of a table keeps its key. @param {string} key */
  #sameHouse(key) {
    const name = `oddchip.house.${this.#table}`;
    const first = this.#storage.getItem(name) ?? key;
    this.#storage.setItem(name, first);
    must(first === key, "the house signs with another key than before.");
  }

  /** My tip, so that I am asked; my seed, if I am. @param {FairView} fair @param {number} seat @param {boolean} fresh */
  #speak(fair, seat, fresh) {
    const chain = this.#seeds();
    if (!chain) return;
    if (fair.waits.includes(seat)) return this.#seed(fair, seat, chain);
    const { tip } = chain;
    if (fair.tip === tip ? !fresh : this.#told === tip) return;
    this.#told = tip;
    this.#send({ tip });
  }

  /** My chain; none where the browser keeps nothing: then I give no seeds, and the room tells so. */
  #seeds() {
    if (this.#mute) return null;
    try {
      return (this.#chain ??= new SeedChain(this.#storage, this.#table));
    } catch {
      this.#mute = true;
      return null;
    }
  }

  /** @param {FairView} fair @param {number} seat @param {SeedChain} chain */
  #seed(fair, seat, chain) {
    const deck = this.#decks.get(fair.shuffle);
    if (!deck || hex(deck.id) !== fair.id) return;
    const { commitment } = deck;
    const bound = commitment.tips.find(([each]) => each === seat);
    if (!chain.gave(fair.id)) must(bound && hex(bound[1]) === chain.tip, "the commitment does not name the tip of my seeds.");
    const seed = chain.seed({ hand: fair.hand, shuffle: fair.shuffle, id: fair.id, before: hex(commitment.before) });
    must(seed, "my seed is asked for a second time, for another deck.");
    this.#send({ root: fair.id, seed });
  }

  /** @param {import("../messages.js").OpeningView} opening */
  #look([shuffle, position, slot, card, salt, path]) {
    const deck = this.#decks.get(shuffle);
    if (!deck?.cut) return; // of a deck that was there before I was: the record of the hand shows it
    const { commitment, place, cut } = deck;
    if (position >= 0) must(cut.slots[position] === slot, `${card} came from another slot than the cut names.`);
    else must(slot >= commitment.pack.length - commitment.kept, `${card} is said to be kept and lay in the pool.`);
    checkOpening(commitment, place, cut, { position: position < 0 ? null : position, slot, card, salt: bytesOf(salt), path: path.map(bytesOf) });
    this.checked++;
  }
}

/**
 * What it takes to have a part at the table of a screen.
 * @param {import("../table.js").Screen} screen @returns {ConstructorParameters<typeof FairSeat>}
 */
export function placed(screen) {
  const table = document.getElementById("table")?.dataset.table ?? "";
  const send = (/** @type {Words} */ words) => void screen.live.send({ t: "seed", ...words });
  return [table, storage(), send, (words) => (screen.toast(words), announce(words))];
}

/** localStorage, or one that keeps nothing. @returns {Pick<Storage, "getItem" | "setItem">} */
function storage() {
  try {
    return localStorage;
  } catch {
    return { getItem: () => null, setItem: () => {} };
  }
}

/** @param {string} text */
const bytesOf = (text) => unhex(text, "an opening", 32);

/** The cut, once cards are dealt from the deck. @param {Deck} deck @param {FairView} fair */
function cutBy({ commitment, id }, fair) {
  const seeds = Object.entries(fair.seeds).map(([seat, seed]) => /** @type {[number, Uint8Array]} */ ([Number(seat), bytesOf(seed)]));
  if (fair.waits.length) return null;
  seeds.sort(([one], [other]) => one - other);
  checkSeeds(commitment, seeds);
  return cutOf(commitment, id, seeds);
}
