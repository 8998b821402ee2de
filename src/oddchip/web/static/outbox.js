// What was said to the room and not yet answered: kept over reloads, sent again until it is answered, never made up anew.

/** @typedef {import("./messages.js").Act | import("./messages.js").Do | import("./messages.js").Host | import("./messages.js").Say | import("./messages.js").Seed | import("./messages.js").Pair} Command */

const KEEP = 64;

export class Outbox {
  /** @type {Map<string, Command>} */
  #waiting = new Map();
  #storage;
  #key;

  /** @param {Pick<Storage, "getItem" | "setItem"> | null} storage @param {string} key */
  constructor(storage, key) {
    this.#storage = storage;
    this.#key = key;
    try {
      for (const command of JSON.parse(storage?.getItem(key) ?? "[]")) this.#waiting.set(command.id, command);
    } catch {
      this.#waiting.clear(); // what cannot be read cannot be sent again; the room still knows what it had
    }
  }

  /** @param {Command} command */
  add(command) {
    this.#waiting.set(command.id, command);
    while (this.#waiting.size > KEEP) this.#waiting.delete(/** @type {string} */ (this.#waiting.keys().next().value));
    this.#save();
  }

  /** The command that was answered, now no longer waiting. @param {string} id @returns {Command | undefined} */
  done(id) {
    const command = this.#waiting.get(id);
    if (this.#waiting.delete(id)) this.#save();
    return command;
  }

  /** All that waits, oldest first. */
  all() {
    return [...this.#waiting.values()];
  }

  /** Is an answer to this decision on its way? @param {readonly [number, number] | undefined} decision */
  answers(decision) {
    return Boolean(
      decision && this.all().some((each) => each.t === "act" && each.decision[0] === decision[0] && each.decision[1] === decision[1]),
    );
  }

  #save() {
    try {
      this.#storage?.setItem(this.#key, JSON.stringify(this.all()));
    } catch {
      // a full or closed storage: commands are then kept for as long as the page lives
    }
  }
}

/** An id nobody has used. `randomUUID` is not there on plain http, `getRandomValues` is. */
export function newId() {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
