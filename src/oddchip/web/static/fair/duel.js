// A hand between two (docs/two_party.md) as it follows from their messages, whoever gives them: a player's own session
// and a verifier both stand on this. What does not follow is refused in a sentence, and nothing is changed by it.
import { Unfair, hex, unhex, utf8, whole } from "./bytes.js";
import { best, dealt, fourOfEight, swapped } from "./eights.js";
import { verified } from "./ed25519.js";
import { digest, number } from "./hashing.js";
import { signedBy } from "./lines.js";

/** @typedef {import("./lines.js").Message} Message */
/** @typedef {{stakes: number[], balances: number[], clock: number, dead: number, escrow: string}} Offer */
/** @typedef {Offer & {keys: string[], hash: string, pot: number}} Terms */

/** What both say once they have agreed, one after the other. */
export const STEPS = ["commit", "secret", "seal", "open", "result"];
const GAME = utf8("california_poker");
const CHIPS = 10 ** 12;
const NOTHING = "0".repeat(64);

/** @param {string} text */
const b32 = (text) => unhex(text, "a hash", 32);

/** @param {string} match @param {number} hand @param {Offer} offer @param {string[]} keys */
export function termsHash(match, hand, offer, keys) {
  const { stakes, dead, clock, escrow } = offer;
  const parts = [b32(keys[0]), b32(keys[1]), number(stakes[0]), number(stakes[1]), number(dead), number(clock), unhex(escrow, "the escrow")];
  return hex(digest("terms", GAME, b32(match), number(hand), ...parts));
}

/** @param {string} match @param {number} hand */
export const placeHash = (match, hand) => hex(digest("place", GAME, b32(match), number(hand)));
/** @param {string} terms @param {string} key @param {string} secret */
export const commitHash = (terms, key, secret) => hex(digest("commit", b32(terms), b32(key), b32(secret)));
/** @param {string} terms @param {string} deal @param {string} key @param {string} salt @param {number} mask */
export const sealHash = (terms, deal, key, salt, mask) => hex(digest("seal", b32(terms), b32(deal), b32(key), b32(salt), whole(mask, 1)));
/** @param {string} secret */
export const markHash = (secret) => hex(digest("mark", b32(secret)));

/** The state of the channel that a seat signs with its commitment, or with its result. @param {Duel} duel @param {number[] | null} shares */
export function stateHash(duel, shares) {
  const { balances, stakes, pot, hash } = duel.settled();
  const after = balances.map((chips, seat) => chips - stakes[seat] + (shares?.[seat] ?? 0));
  const state = [number(2 * duel.hand - (shares ? 0 : 1)), number(after[0]), number(after[1]), number(shares ? 0 : pot), b32(shares ? NOTHING : hash)];
  return digest("state", b32(duel.match), ...state);
}

export class Duel {
  /** All that each seat has said. @type {Message[][]} */
  said = [[], []];
  /** @type {Map<string, Message>} */
  known = new Map();
  /** @type {Terms | null} */
  terms = null;
  /** By kind of step, by seat. @type {Record<string, (Message | null)[]>} */
  steps = Object.fromEntries(STEPS.map((kind) => [kind, [null, null]]));
  /** Who has left or gone to the chain, and when: at which step. @type {("" | "leave" | "chain")[]} */
  gone = ["", ""];
  deal = "";
  /** @type {number[][]} */
  hands = [];
  /** @type {{eights: number[][], best: ReturnType<typeof best>[], winner: number, shares: number[], hash: string} | null} */
  outcome = null;

  /** @param {string} [match] hex; without it the first message says it @param {number} [hand] */
  constructor(match = "", hand = 0) {
    this.match = match;
    this.hand = hand;
  }

  /** The terms, which must be there. */
  settled() {
    if (!this.terms) throw new Unfair("The two have not agreed to any terms.");
    return this.terms;
  }

  /** The first seat of the hand: the odd chip is its, and the other begins to offer anew. */
  get first() {
    return this.hand % 2 ? 0 : 1;
  }

  /** Whether both have said this. @param {string} kind */
  both(kind) {
    return this.steps[kind].every(Boolean);
  }

  /** What is awaited: a step, or "hello" before, or "" after. */
  get awaited() {
    return this.terms ? (STEPS.find((kind) => !this.both(kind)) ?? "") : "hello";
  }

  /** Whose turn it is to offer: both may make their first. @param {number} seat */
  mayOffer(seat) {
    const [mine, other] = [this.said[seat].length, this.said[1 - seat].length];
    if (this.terms || mine >= 8) return false;
    if (!mine) return true;
    return Boolean(other) && (mine + other) % 2 === (seat === this.first ? 1 : 0);
  }

  /** Takes a message; false if it is known already. @param {Message} message @param {boolean} [trusted] its signature was checked before */
  add(message, trusted = false) {
    if (this.known.has(message.id)) return false;
    const { seat, kind, n } = message;
    const who = `Seat ${seat}`;
    if (this.gone[seat]) throw new Unfair(`${who} speaks after it has left.`);
    if (n > this.said[seat].length) throw new Unfair(`${who} has a message number ${n} and none with number ${this.said[seat].length}.`);
    if (!trusted && !signedBy(message, message.key ?? this.keyOf(seat))) throw new Unfair(`${who} has not signed this ${kind}.`);
    if (n < this.said[seat].length) throw new Unfair(`${who} has signed two different messages with the number ${n}.`);
    if (kind === "hello") this.#hello(message);
    else if (kind === "leave" || kind === "chain") this.#going(message);
    else this.#step(message);
    if (!this.match) [this.match, this.hand] = [message.match, message.hand];
    this.said[seat].push(message);
    this.known.set(message.id, message);
    this.#follow();
    return true;
  }

  /** @param {number} seat @returns {string} */
  keyOf(seat) {
    const key = this.said[seat].find((each) => each.key)?.key;
    if (!key) throw new Unfair(`Seat ${seat} speaks before it has said hello.`);
    return key;
  }

  /** Of this hand, by one key from first to last. @param {Message} message */
  #here({ kind, match, hand, seat, key, seen }) {
    if (this.match && (match !== this.match || hand !== this.hand)) throw new Unfair(`A ${kind} is of another hand.`);
    if (seen !== NOTHING && this.known.get(seen)?.seat !== 1 - seat) throw new Unfair(`The ${kind} of seat ${seat} names what the other has not said before it.`);
    if (hand < 1) throw new Unfair("Hands are numbered from 1.");
    if (this.said[seat].length && this.keyOf(seat) !== key) throw new Unfair(`Seat ${seat} takes another key in the middle of a hand.`);
    if (this.said[1 - seat].length && this.keyOf(1 - seat) === key) throw new Unfair("Both seats have the same key.");
  }

  /** @param {Message} message */
  #hello(message) {
    const { seat, stakes, balances, clock, dead } = message;
    this.#here(message);
    if (this.terms) throw new Unfair(`Seat ${seat} offers terms when both have agreed already.`);
    if (!this.mayOffer(seat)) throw new Unfair(`Seat ${seat} offers when it is not its turn, or more than eight times.`);
    if (clock < 1 || clock > 604_800) throw new Unfair("The clock is not from 1 to 604800 seconds.");
    if ([...stakes, ...balances, dead].some((chips) => chips > CHIPS)) throw new Unfair("There are more chips than 10^12.");
    if (stakes.some((/** @type {number} */ stake, /** @type {number} */ at) => stake > balances[at])) throw new Unfair("A balance does not cover its stake.");
  }

  /** Leaving, or going to the chain. @param {Message} message */
  #going(message) {
    const { seat, kind } = message;
    this.#here(message);
    if (kind === "chain" && !this.terms?.escrow) throw new Unfair(`Seat ${seat} goes to a chain, and there is no escrow.`);
    this.gone[seat] = /** @type {"leave" | "chain"} */ (kind);
  }

  /** @param {Message} message */
  #step(message) {
    const { seat, kind } = message;
    const terms = this.settled();
    if (message.terms !== terms.hash) throw new Unfair(`The ${kind} of seat ${seat} is for other terms.`);
    const before = STEPS[STEPS.indexOf(kind) - 1];
    if (before && !this.both(before)) throw new Unfair(`The ${kind} of seat ${seat} comes before both have sent their ${before}.`);
    if (this.steps[kind][seat]) throw new Unfair(`Seat ${seat} sends a second ${kind}.`);
    const other = this.said[1 - seat];
    const since = other.findLastIndex((each) => each.kind === (before ?? "hello"));
    if (other.findIndex((each) => each.id === message.seen) < since) throw new Unfair(`The ${kind} of seat ${seat} does not name what the other has said before it.`);
    this.#fits(message, terms);
    this.steps[kind][seat] = message;
  }

  /** @param {Message} message @param {Terms} terms */
  #fits(message, terms) {
    const { seat, kind } = message;
    const key = terms.keys[seat];
    if (message.hash && this.steps[kind][1 - seat]?.hash === message.hash && kind !== "result") throw new Unfair(`Seat ${seat} has copied the ${kind} of the other.`);
    if (kind === "commit") this.#cosigned(message, null, key);
    if (kind === "secret" && commitHash(terms.hash, key, message.secret) !== this.steps.commit[seat]?.hash) throw new Unfair(`The secret of seat ${seat} is not the one it committed to.`);
    if (kind === "open") {
      if (message.mask > 255 || sealHash(terms.hash, this.deal, key, message.salt, message.mask) !== this.steps.seal[seat]?.hash) throw new Unfair(`Seat ${seat} opens another choice than it has sealed.`);
      if (!fourOfEight(message.mask)) throw new Unfair(`Seat ${seat} does not give away four of its eight cards.`);
    }
    if (kind === "result") {
      if (message.shares.join() !== this.outcome?.shares.join() || message.hash !== this.outcome?.hash) throw new Unfair(`Seat ${seat} signs another result than the cards give.`);
      this.#cosigned(message, message.shares, key);
    }
  }

  /** @param {Message} message @param {number[] | null} shares @param {string} key */
  #cosigned(message, shares, key) {
    if (!verified(b32(key), stateHash(this, shares), unhex(message.cosign, "a signature", 64))) throw new Unfair(`Seat ${message.seat} has not signed the balances that go with its ${message.kind}.`);
  }

  /** What follows once both have spoken. */
  #follow() {
    if (!this.terms) this.#agree();
    const { secret, open } = this.steps;
    if (this.terms && !this.deal && secret[0] && secret[1]) {
      this.deal = hex(digest("deal", b32(this.terms.hash), b32(secret[0].secret), b32(secret[1].secret)));
      this.hands = dealt(b32(this.deal));
    }
    if (this.terms && !this.outcome && open[0] && open[1]) this.outcome = this.#judged([open[0].mask, open[1].mask]);
  }

  #agree() {
    const [one, other] = this.said.map((all) => all.findLast((each) => each.kind === "hello"));
    if (!one || !other) return;
    if (["stakes", "balances", "clock", "dead", "escrow"].some((name) => String(one[name]) !== String(other[name]))) return;
    const { stakes, balances, clock, dead, escrow } = one;
    const offer = { stakes, balances, clock, dead, escrow };
    const keys = [one.key, other.key];
    this.terms = { ...offer, keys, hash: termsHash(this.match, this.hand, offer, keys), pot: stakes[0] + stakes[1] + dead };
  }

  /** What each takes when the pot is split: its own stake, and half of what is nobody's. */
  split() {
    const { stakes, dead } = this.settled();
    return stakes.map((stake, seat) => stake + (seat === this.first ? Math.ceil(dead / 2) : Math.floor(dead / 2)));
  }

  /** @param {number[]} masks */
  #judged(masks) {
    const eights = swapped(this.hands, masks);
    const found = eights.map(best);
    const winner = found[0].worth === found[1].worth ? 2 : found[0].worth > found[1].worth ? 0 : 1;
    const { pot, hash } = this.settled();
    const shares = winner === 2 ? this.split() : [0, 1].map((seat) => (seat === winner ? pot : 0));
    const result = hex(digest("result", b32(hash), b32(this.deal), Uint8Array.from(masks), number(shares[0]), number(shares[1])));
    return { eights, best: found, winner, shares, hash: result };
  }
}
