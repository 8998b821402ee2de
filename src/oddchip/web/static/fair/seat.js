// My part in a fair deal at a table: my tip, my seeds when they are asked for and not otherwise, and a look at each card
// that comes to me whether it is the one that was committed to (docs/fairness.md).
import { announce } from "../announce.js";
import { Unfair, hex, unhex } from "./bytes.js";
import { SeedChain, follows } from "./chain.js";
import { checkOpening, checkSeeds, checkSignature, cutOf, idOf, placeOf } from "./deck.js";
import { commitmentOf, must } from "./form.js";
import { atTheTable } from "./words.js";

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
  /** Of the hand that was committed to last, by number of the shuffle. @type {Map<number, Deck>} */
  #decks = new Map();
  #hand = 0;
  /** Which commitment followed which: of the last ones. @type {Map<string, string>} */
  #after = new Map();
  /** Cards that were proven in the hand which lies there, and that hand. @type {Set<string>} */
  #proven = new Set();
  /** Of them, by number of the shuffle, those dealt from it or set aside by it. @type {Map<number, Set<string>>} */
  #opened = new Map();
  #lies = -1;
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
      if (view.hand !== this.#lies || view.fresh) [this.#proven, this.#opened].forEach((each) => each.clear());
      this.#lies = view.hand;
      for (const opening of view.openings) this.#look(opening, view.hand, this.fair);
      this.#allProven(view);
      this.#allSetAside(view, this.fair);
    } catch (error) {
      this.#complain(error);
    }
  }

  /** @param {unknown} error */
  #complain(error) {
    if (!(error instanceof Unfair)) throw error;
    this.complain(error.message);
  }

  /** Something was found wrong. @param {string} found */
  complain(found) {
    const words = atTheTable(found);
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
    if (deck.cut || fair.waits.length) return;
    this.#mySeed(deck, fair);
    deck.cut = cutBy(deck, fair);
  }

  /** My seed was told for one deck, and that is the one it cuts. @param {Deck} deck @param {FairView} fair */
  #mySeed({ commitment }, fair) {
    const chain = this.#seeds();
    if (!chain) return;
    const used = Object.values(fair.seeds);
    const mine = chain.given(fair.id);
    if (mine === null) return must(!used.some((seed) => chain.told(seed)), "the deck is cut with a seed that I told for another one.");
    const seat = commitment.tips.find(([, tip]) => follows(tip, bytesOf(mine)))?.[0] ?? -1;
    must(used.includes(mine) || fair.left_out.includes(seat), "the deck is cut without the seed that I told for it.");
  }

  /** A commitment that is new to me. @param {FairView} fair @returns {Deck} */
  #committed(fair) {
    const commitment = commitmentOf(fair.commitment);
    const place = placeOf(commitment);
    const id = idOf(commitment, place);
    must(hex(id) === fair.id && commitment.hand === fair.hand && commitment.shuffle === fair.shuffle && commitment.table === this.#table, "the commitment is not to the deck that is dealt.");
    checkSignature(commitment, id);
    this.#sameHouse(hex(commitment.key));
    this.#oneLog(hex(commitment.before), fair.id);
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

  /** No two decks follow the same one. @param {string} before @param {string} id */
  #oneLog(before, id) {
    const known = this.#after.get(before) ?? id;
    this.#after.set(before, known);
    if (this.#after.size > 200) this.#after.delete([...this.#after.keys()][0]);
    must(known === id, "the deck follows what another one followed: the house keeps two logs.");
  }

  /** My tip, so that I am asked; my seed, if I am. @param {FairView} fair @param {number} seat @param {boolean} fresh */
  #speak(fair, seat, fresh) {
    const chain = this.#seeds();
    if (!chain) return;
    if (fair.waits.includes(seat)) return this.#seed(fair, seat, chain);
    const { tip } = chain;
    if (!fresh && (fair.tip === tip || this.#told === tip)) return;
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

  /** @param {import("../messages.js").OpeningView} opening @param {number} hand whose it is @param {FairView} fair */
  #look([shuffle, position, slot, card, salt, path], hand, fair) {
    const deck = hand === this.#hand ? this.#decks.get(shuffle) : undefined;
    if (!deck?.cut) {
      const past = !fair.commitment || hand < fair.hand || (hand === fair.hand && shuffle < fair.shuffle);
      must(past, `a proof came for ${card}, and no deck has been cut that it could be of.`);
      this.#proven.add(card); // of a deck that was there before I was: the record of the hand shows it
      return;
    }
    const { commitment, place, cut } = deck;
    if (position >= 0) must(cut.slots[position] === slot, `${card} came from another slot than the cut names.`);
    else must(slot >= commitment.pack.length - commitment.kept, `${card} is said to be kept and lay in the pool.`);
    checkOpening(commitment, place, cut, { position: position < 0 ? null : position, slot, card, salt: bytesOf(salt), path: path.map(bytesOf) });
    if (position >= 0) this.#proven.add(card);
    this.#opened.set(shuffle, (this.#opened.get(shuffle) ?? new Set()).add(card));
    this.checked++;
  }

  /** Every card that lies open for me has been proven. @param {TableView} view */
  #allProven(view) {
    if (view.hand !== this.#hand || !this.#decks.get(0)?.cut) return;
    if (!this.#proven.size && view.state !== "playing") return; // of a hand that is long over nothing is kept that would prove it
    const lie = [view.me?.cards, view.dead, ...view.seats.map(({ cards }) => cards), ...view.rows.map(({ cards }) => cards)];
    const bare = new Set(lie.flatMap((cards) => cards ?? []).map(([, text]) => text).filter((text) => text && !this.#proven.has(text)));
    must(!bare.size, `no proof came for ${[...bare].sort().join(" ")}.`);
  }

  /** After a reshuffle every card that I play with was set aside by it, or was dealt from it: hands that are folded are shuffled too (D-RS-1). @param {TableView} view @param {FairView} fair */
  #allSetAside(view, fair) {
    if (view.state !== "playing" || view.hand !== fair.hand || !fair.shuffle || !this.#decks.get(fair.shuffle)?.cut) return;
    if (!view.seats.some(({ seat, state }) => seat === view.me?.seat && state === "in")) return;
    const opened = this.#opened.get(fair.shuffle);
    const loose = (view.me?.cards ?? []).map(([, text]) => text).filter((text) => text && !opened?.has(text));
    must(!loose.length, `no proof came that the reshuffle set ${loose.sort().join(" ")} aside.`);
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

/** The cut, once no seed is waited for. @param {Deck} deck @param {FairView} fair */
function cutBy({ commitment, id }, fair) {
  const seeds = Object.entries(fair.seeds).map(([seat, seed]) => /** @type {[number, Uint8Array]} */ ([Number(seat), bytesOf(seed)]));
  seeds.sort(([one], [other]) => one - other);
  checkSeeds(commitment, seeds);
  return cutOf(commitment, id, seeds);
}
