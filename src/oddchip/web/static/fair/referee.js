// The referee of a hand between two, as a transcript shows it: when each message came, until when the next must come,
// and the ruling. That something came when he says, or did not come, is his word; that his words fit together is checked.
import { Unfair } from "./bytes.js";
import { Duel } from "./duel.js";
import { signedBy } from "./lines.js";

/** @typedef {import("./lines.js").Message} Message */

export class Receipts {
  house = "";
  /** @type {Message[]} */
  lines = [];
  /** @type {Message | null} */
  ruling = null;
  /** When what is awaited must have come; 0: nothing is. */
  until = 0;
  /** What he has received, in the order of his receipts. @type {Message[]} */
  #taken = [];
  /** The hand as it follows from that alone. */
  #his = new Duel();

  /** @param {Duel} duel */
  constructor(duel) {
    this.duel = duel;
  }

  /** Takes a line of the referee; false if it is known already. @param {Message} line */
  add(line) {
    if (this.lines.some((each) => each.id === line.id)) return false;
    if (this.duel.match && (line.match !== this.duel.match || line.hand !== this.duel.hand)) throw new Unfair("The referee speaks of another hand.");
    if (this.house && line.house !== this.house) throw new Unfair("Two referees speak.");
    if (line.n !== this.lines.length) throw new Unfair(`The referee has a line number ${line.n} and none with number ${this.lines.length}.`);
    if (!signedBy(line, line.house)) throw new Unfair(`The referee has not signed this ${line.kind}.`);
    if (this.ruling) throw new Unfair("The referee speaks after his ruling.");
    const before = this.lines[this.lines.length - 1];
    if (before && line.at < before.at) throw new Unfair("The clock of the referee goes backwards.");
    if (line.kind === "receipt") this.#receipt(line);
    else this.#rule(line);
    this.house = line.house;
    this.lines.push(line);
    return true;
  }

  /** @param {Message} line */
  #receipt(line) {
    const message = this.duel.known.get(line.of);
    if (!message) throw new Unfair("There is a receipt for a message that is not there.");
    const his = this.#his;
    if (his.known.has(message.id)) throw new Unfair("There are two receipts for one message.");
    const late = this.until && line.at > this.until;
    if (late) throw new Unfair(`The ${message.kind} of seat ${message.seat} came ${line.at - this.until} ms too late and has a receipt.`);
    const before = his.awaited;
    if (this.gone || !before) throw new Unfair("There is a receipt after the hand was over.");
    his.add(message, true);
    const until = this.gone || !his.awaited ? 0 : message.kind !== "hello" && his.awaited === before ? this.until : line.at + 1000 * (his.terms ?? message).clock;
    if (line.until !== until) {
      this.#again();
      throw new Unfair(`The receipt for the ${message.kind} of seat ${message.seat} gives time until ${line.until}, and by the terms it is ${until}.`);
    }
    this.#taken.push(message);
    this.until = until;
  }

  /** Back to what he had received before. */
  #again() {
    this.#his = new Duel();
    for (const message of this.#taken) this.#his.add(message, true);
  }

  /** Whether somebody has left or gone to the chain, as received. */
  get gone() {
    return this.#his.gone.some(Boolean);
  }

  /** @param {Message} line */
  #rule(line) {
    const right = this.#right(line);
    const told = `${line.end} ${line.loser} ${line.shares}`;
    if (!right.some((each) => `${each.end} ${each.loser} ${each.shares}` === told && each.causes.includes(line.cause))) throw new Unfair(`The ruling (${line.end}) does not follow from what came and when.`);
    this.ruling = line;
    this.until = 0;
  }

  /** The rulings that are right now. @param {Message} line @returns {{end: string, loser: number, causes: string[], shares: number[]}[]} */
  #right(line) {
    const { terms, outcome, awaited, steps, gone } = this.#his;
    const silence = this.until > 0 && line.at > this.until;
    const none = { loser: 2, causes: [""], shares: [0, 0] };
    if (gone.includes("chain")) return [{ ...none, end: "chain" }];
    if (outcome && (!awaited || (awaited === "result" && (silence || this.gone)))) return [{ ...none, end: "settled", shares: outcome.shares }];
    const left = gone.indexOf("leave");
    if (left >= 0) return terms && steps.commit[left] ? [this.#forfeit(left, ["left"])] : [{ ...none, end: "off" }];
    if (!silence) return [];
    if (!terms) return [{ ...none, end: "off" }];
    const missing = [0, 1].filter((seat) => !steps[awaited][seat]);
    if (missing.length === 2) return [{ ...none, end: "void", shares: this.#his.split() }];
    return [this.#forfeit(missing[0], ["silent", "late", "opening", "refused"])];
  }

  /** @param {number} loser @param {string[]} causes */
  #forfeit(loser, causes) {
    const { pot } = this.#his.settled();
    return { end: "forfeit", loser, causes, shares: [0, 1].map((seat) => (seat === loser ? 0 : pot)) };
  }
}
