// One player's side of a hand between two (docs/two_party.md). It takes lines and gives lines to send; what it says it
// keeps before, so that after a reload it says the same again, byte for byte, and asks for no other choice.
import { Unfair, hex } from "./bytes.js";
import { Duel, commitHash, markHash, placeHash, sealHash, stateHash } from "./duel.js";
import { maskOf } from "./eights.js";
import { publicKey, sign } from "./ed25519.js";
import { read, written } from "./lines.js";
import { Receipts } from "./referee.js";

/** @typedef {import("./duel.js").Offer} Offer */
/** @typedef {import("./lines.js").Message} Message */
/** @typedef {{match: string, hand: number, seat: number, seed: Uint8Array, vault: import("./vault.js").Vault, house?: string, bits?: (count: number) => Uint8Array}} Side */

/** @param {number} count */
const fresh = (count) => crypto.getRandomValues(new Uint8Array(count));
const NOTHING = "0".repeat(64);

export class Session {
  #seed;
  #vault;
  #lease;
  #bits;
  #house;
  #place;
  /** @type {string[]} */
  #lines = [];

  /** `seed` is the secret of my key, `house` the key of the referee. @param {Side} side */
  constructor({ match, hand, seat, seed, vault, house = "", bits = fresh }) {
    this.duel = new Duel(match, hand);
    this.receipts = new Receipts(this.duel);
    this.seat = seat;
    this.key = hex(publicKey(seed));
    this.#seed = seed;
    this.#vault = vault;
    this.#lease = vault.lease();
    this.#bits = bits;
    this.#house = house;
    this.#place = placeHash(match, hand);
  }

  /** My eight cards in canonical order, once they are dealt. */
  get mine() {
    return this.duel.hands[this.seat] ?? [];
  }

  /** The ruling of the referee, once there is one. */
  get ending() {
    return this.receipts.ruling;
  }

  /** When the next must have come, in milliseconds of the referee's clock; 0: nothing is awaited. */
  get until() {
    return this.receipts.until;
  }

  /** What the other offers, if it is not what I offer. @returns {Offer | null} */
  get offered() {
    const hello = this.duel.said[1 - this.seat].findLast((each) => each.kind === "hello");
    if (!hello || this.duel.terms) return null;
    const { stakes, balances, clock, dead, escrow } = hello;
    return { stakes, balances, clock, dead, escrow };
  }

  /** Whether four cards are to be chosen now. */
  get choosing() {
    return this.duel.awaited === "seal" && !this.#choice && !this.#over;
  }

  /** The mask of the four cards that I have chosen to give; null before. */
  get chosen() {
    return this.#choice ? this.#choice.mask : null;
  }

  /** The lines of the hand so far, as a file. */
  get transcript() {
    return this.#lines.map((line) => `${line}\n`).join("");
  }

  get #over() {
    return Boolean(this.ending) || this.duel.gone.some(Boolean) || !this.duel.awaited;
  }

  get #choice() {
    const kept = this.#vault.load(this.#place, "choice");
    return kept && { salt: kept.slice(0, 64), mask: parseInt(kept.slice(64), 16) };
  }

  /** Offers terms. @param {Offer} offer @returns {string[]} */
  propose(offer) {
    if (!this.duel.mayOffer(this.seat)) throw new Unfair("It is the other's turn to offer.");
    return [this.#say("hello", { game: "california_poker", key: this.key, ...offer }), ...this.#go()];
  }

  /** Takes what the other offers. */
  accept() {
    if (!this.offered) throw new Unfair("Nothing is offered.");
    return this.propose(this.offered);
  }

  /** Gives four cards away, or keeps four: sealed, and never chosen again. @param {{give?: number[], keep?: number[]}} cards */
  choose({ give, keep }) {
    const named = give ?? keep ?? [];
    if (new Set(named).size !== 4 || named.length !== 4 || !named.every((card) => this.mine.includes(card))) throw new Unfair("Choose four different cards of your eight.");
    if (!this.choosing) throw new Unfair("There is nothing to choose now.");
    const mask = maskOf(this.mine, give ?? this.mine.filter((card) => !named.includes(card)));
    this.#keep("choice", this.#fresh() + mask.toString(16).padStart(2, "0"));
    return this.#go();
  }

  /** Leaves the hand, or goes on on the chain. @param {"leave" | "chain"} [how] */
  leave(how = "leave") {
    return [this.#say(how, { key: this.key })];
  }

  /** What another has said, or the room repeats of what I said; gives what I say to it. @param {string} line @returns {string[]} */
  receive(line) {
    const message = read(line);
    if ("house" in message) {
      if (this.#house && message.house !== this.#house) throw new Unfair("Somebody else speaks as the referee.");
      if (this.receipts.add(message)) this.#lines.push(line);
      return this.#go();
    }
    if (message.seat === this.seat) this.#mustBeMine(message);
    else if (message.kind === "secret" || message.kind === "open") this.#mustBeNew(message.secret ?? message.salt);
    if (this.duel.add(message)) this.#lines.push(line);
    return this.#go();
  }

  /** @param {Message} message */
  #mustBeMine({ n, line, id }) {
    if (!this.duel.known.has(id) && this.#vault.load(this.#place, `message ${n}`) !== line) throw new Unfair("Somebody else plays with your key: a line has it that was never written here.");
  }

  /** @param {string} secret */
  #mustBeNew(secret) {
    if (this.#vault.firstSeen(markHash(secret), this.#place) !== this.#place) throw new Unfair("A secret was used in another hand already.");
  }

  /** 32 bytes that were never seen before: a salt that is the secret too would open the seal to everybody. */
  #fresh() {
    const secret = hex(this.#bits(32));
    this.#mustBeNew(secret);
    if (secret === this.#vault.load(this.#place, "secret")) throw new Unfair("The source of randomness repeats itself.");
    return secret;
  }

  /** @param {string} what @param {string} value */
  #keep(what, value) {
    this.#vault.save(this.#lease, this.#place, what, value);
  }

  /** Says all that can be said now. */
  #go() {
    const said = [];
    for (let next = this.#next(); next; next = this.#next()) said.push(next);
    return said;
  }

  /** @returns {string | null} */
  #next() {
    const { duel, seat } = this;
    const kind = duel.awaited;
    const kept = this.#vault.load(this.#place, `message ${duel.said[seat].length}`);
    if (kept !== null) return this.#again(kept);
    if (!duel.terms || this.#over || duel.steps[kind][seat]) return null;
    const { hash: terms, keys } = duel.terms;
    if (kind === "commit") return this.#say(kind, { terms, hash: commitHash(terms, keys[seat], this.#secret()), cosign: this.#cosign(null) });
    if (kind === "secret") return this.#say(kind, { terms, secret: this.#secret() });
    if (kind === "result") return this.#say(kind, { terms, shares: duel.outcome?.shares, hash: duel.outcome?.hash, cosign: this.#cosign(duel.outcome?.shares ?? null) });
    const choice = this.#choice;
    if (!choice) return null;
    return this.#say(kind, kind === "seal" ? { terms, hash: sealHash(terms, duel.deal, keys[seat], choice.salt, choice.mask) } : { terms, ...choice });
  }

  /** What was said before, as soon as what it answers is there again. @param {string} line */
  #again(line) {
    try {
      if (!this.duel.add(read(line))) return null;
    } catch (error) {
      if (!(error instanceof Unfair)) throw error;
      return null;
    }
    this.#lines.push(line);
    return line;
  }

  #secret() {
    const kept = this.#vault.load(this.#place, "secret");
    const secret = kept ?? this.#fresh();
    if (!kept) this.#keep("secret", secret);
    return secret;
  }

  /** @param {number[] | null} shares */
  #cosign(shares) {
    return hex(sign(this.#seed, stateHash(this.duel, shares)));
  }

  /** The message of that kind, as it was said before or new. @param {string} kind @param {Record<string, any>} values */
  #say(kind, values) {
    const { duel, seat } = this;
    const n = duel.said[seat].length;
    const seen = duel.said[1 - seat].at(-1)?.id ?? NOTHING;
    const kept = this.#vault.load(this.#place, `message ${n}`);
    const line = kept ?? written(kind, { match: duel.match, hand: duel.hand, seat, n, seen, ...values }, this.#seed);
    const message = read(line);
    if (message.kind !== kind) throw new Unfair(`A ${message.kind} was said already and cannot be taken back.`);
    if (kept === null) this.#keep(`message ${n}`, line);
    duel.add(message);
    this.#lines.push(line);
    return line;
  }
}
