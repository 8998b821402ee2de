// The referee of a hand between two, as a transcript shows it: when each message came, until when the next must come,
// and the ruling. That something came when he says, or did not come, is his word; that his words fit together is checked.
import { Unfair } from "./bytes.js";
import { STEPS } from "./duel.js";
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
  /** Ids of what he has received. @type {Set<string>} */
  #taken = new Set();

  /** @param {import("./duel.js").Duel} duel */
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

  /** Whether he has received a seat's message of that step. @param {string} kind @param {number} seat */
  #has(kind, seat) {
    const message = this.duel.steps[kind][seat];
    return message !== null && this.#taken.has(message.id);
  }

  /** The step that he awaits. */
  get #awaited() {
    const agreed = this.duel.terms && this.duel.said.every((all) => all.every((each) => each.kind !== "hello" || this.#taken.has(each.id)));
    return agreed ? (STEPS.find((kind) => !(this.#has(kind, 0) && this.#has(kind, 1))) ?? "") : "hello";
  }

  /** @param {Message} line */
  #receipt(line) {
    const message = this.duel.known.get(line.of);
    if (!message) throw new Unfair("There is a receipt for a message that is not there.");
    if (this.#taken.has(message.id)) throw new Unfair("There are two receipts for one message.");
    const late = this.until && line.at > this.until;
    if (late) throw new Unfair(`The ${message.kind} of seat ${message.seat} came ${line.at - this.until} ms too late and has a receipt.`);
    const before = this.#awaited;
    if (this.gone || !before) throw new Unfair("There is a receipt after the hand was over.");
    const leaves = message.kind === "leave" || message.kind === "chain";
    if (!leaves && message.kind !== before) throw new Unfair(`There is a receipt for a ${message.kind} when a ${before} was awaited.`);
    this.#taken.add(message.id);
    const until = leaves ? 0 : this.#deadline(message, line.at, before);
    if (line.until !== until) {
      this.#taken.delete(message.id);
      throw new Unfair(`The receipt for the ${message.kind} of seat ${message.seat} gives time until ${line.until}, and by the terms it is ${until}.`);
    }
    this.until = until;
  }

  /** @param {Message} message @param {number} at @param {string} before what was awaited when it came */
  #deadline(message, at, before) {
    const now = this.#awaited;
    if (!now) return 0;
    if (now === "hello") return at + 1000 * message.clock;
    return now === before ? this.until : at + 1000 * this.duel.settled().clock;
  }

  /** Who has left or gone to the chain, as received. */
  get gone() {
    return this.duel.said.flat().find((each) => (each.kind === "leave" || each.kind === "chain") && this.#taken.has(each.id));
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
    const { terms, outcome } = this.duel;
    const silence = this.until > 0 && line.at > this.until;
    const awaited = this.#awaited;
    const gone = this.gone;
    const none = { loser: 2, causes: [""], shares: [0, 0] };
    if (gone?.kind === "chain") return [{ ...none, end: "chain" }];
    if (outcome && (awaited === "" || (awaited === "result" && (silence || gone)))) return [{ ...none, end: "settled", shares: outcome.shares }];
    if (gone && !this.#has("commit", gone.seat)) return [{ ...none, end: "off" }];
    if (gone) return [this.#forfeit(gone.seat, ["left"])];
    if (!silence) return [];
    if (!terms || awaited === "hello") return [{ ...none, end: "off" }];
    const missing = [0, 1].filter((seat) => !this.#has(awaited, seat));
    if (missing.length === 2) return [{ ...none, end: "void", shares: this.duel.split() }];
    return [this.#forfeit(missing[0], ["silent", "late", "opening", "refused"])];
  }

  /** @param {number} loser @param {string[]} causes */
  #forfeit(loser, causes) {
    const { pot } = this.duel.settled();
    return { end: "forfeit", loser, causes, shares: [0, 1].map((seat) => (seat === loser ? 0 : pot)) };
  }
}
