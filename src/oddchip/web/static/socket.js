// The live connection: hello, views in order, commands until they are answered, back after every loss.
import { PROTOCOL, filled } from "./messages.js";
import { Outbox, newId } from "./outbox.js";

/** @typedef {import("./outbox.js").Command} Command */
/** @typedef {import("./messages.js").TableView} TableView */
/** @typedef {import("./messages.js").Nack} Nack */
/**
 * @typedef {object} Hears
 * @property {(view: TableView, late: boolean) => void} view late: it lay here for a while, since this window slept
 * @property {(nack: Nack, command: Command | undefined) => void} nack
 * @property {(chat: import("./messages.js").Chat) => void} chat
 * @property {(state: "on" | "off" | "ended", why: string) => void} line
 * @property {() => void} sent the outbox has changed
 */

const PING = 20_000;
const SILENT = 32_000;
const LONGEST = 15_000;
const LATE = 0.4; // seconds

export class Live {
  outbox;
  /** Seconds the room's clock is ahead of ours. */
  ahead = 0;
  state = /** @type {"on" | "off" | "ended"} */ ("off");
  #url;
  #hears;
  /** @type {WebSocket | null} */
  #socket = null;
  #shown = 0;
  /** The room's time less this window's own, at the quickest view so far. */
  #quickest = -Infinity;
  #tries = 0;
  #heard = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #again;

  /** @param {string} table @param {Hears} hears */
  constructor(table, hears) {
    this.#url = `${location.protocol.replace("http", "ws")}//${location.host}/table/${table}/live`;
    this.#hears = hears;
    let storage = null;
    try {
      storage = sessionStorage;
    } catch {
      // no storage in this window: commands do not outlive a reload
    }
    this.outbox = new Outbox(storage, `oddchip.outbox.${table}`);
    setInterval(() => this.#watch(), 4000);
    addEventListener("online", () => this.#soon(0));
    document.addEventListener("visibilitychange", () => document.hidden || (this.#socket ? this.#watch() : this.connect()));
  }

  /** The room's time in seconds. */
  now() {
    return Date.now() / 1000 + this.ahead;
  }

  connect() {
    clearTimeout(this.#again);
    if (this.#socket || this.state === "ended") return;
    const socket = (this.#socket = new WebSocket(this.#url));
    this.#heard = Date.now();
    socket.binaryType = "arraybuffer";
    socket.onopen = () => this.#post({ t: "hello", protocol: PROTOCOL, last: this.#shown });
    socket.onmessage = (event) => this.#hear(event.data);
    socket.onclose = () => this.#lost(socket);
  }

  /**
   * Says something to the room; it is sent again until it is answered.
   * @template {{t: Command["t"]}} C @param {C} words @returns {string} its id
   */
  send(words) {
    const command = /** @type {any} */ ({ ...words, id: newId() });
    this.outbox.add(command);
    if (this.state === "on") this.#post(command);
    this.#hears.sent();
    return command.id;
  }

  /** @param {object} message */
  #post(message) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  /** @param {string | ArrayBuffer} data */
  #hear(data) {
    this.#heard = Date.now();
    const message = filled(JSON.parse(typeof data === "string" ? data : new TextDecoder().decode(data)));
    if (!message) return;
    if (message.t === "welcome") this.#welcome(message);
    else if (message.t === "view") this.#view(message);
    else if (message.t === "ack") this.#answered(message.id);
    else if (message.t === "nack") this.#hears.nack(message, this.#answered(message.id));
    else if (message.t === "chat") this.#hears.chat(message);
    else if (message.t === "bye") this.#bye(message);
  }

  /** @param {import("./messages.js").Welcome} message */
  #welcome(message) {
    this.#tries = 0;
    this.#quickest = -Infinity;
    this.ahead = message.now - Date.now() / 1000;
    this.#line("on", "");
    for (const command of this.outbox.all()) this.#post(command);
  }

  /** Frames that come late are of no interest: a view is whole. @param {TableView} view */
  #view(view) {
    if (view.seq < this.#shown && !view.fresh) return;
    this.#shown = view.seq;
    this.ahead = view.now - Date.now() / 1000;
    const own = performance.now() / 1000;
    this.#quickest = Math.max(this.#quickest, view.now - own);
    this.#hears.view(view, own + this.#quickest - view.now > LATE);
  }

  /** @param {string} id */
  #answered(id) {
    const command = this.outbox.done(id);
    this.#hears.sent();
    return command;
  }

  /** @param {import("./messages.js").Bye} message */
  #bye(message) {
    if (message.again) return this.#soon(message.again * 1000);
    this.#line("ended", message.why);
  }

  /** @param {WebSocket} socket */
  #lost(socket) {
    if (socket !== this.#socket) return;
    this.#socket = null;
    if (this.state === "ended") return;
    this.#line("off", "");
    const wait = Math.min(LONGEST, 400 * 2 ** this.#tries++);
    this.#soon(wait / 2 + Math.random() * wait);
  }

  /** @param {number} wait milliseconds */
  #soon(wait) {
    clearTimeout(this.#again);
    this.#again = setTimeout(() => this.connect(), wait);
  }

  /** A line that is silent too long is dead, whatever the browser believes. */
  #watch() {
    const silent = Date.now() - this.#heard;
    if (!this.#socket) return;
    if (silent > SILENT) {
      const dead = this.#socket;
      dead.close();
      this.#lost(dead);
    } else if (silent > PING / 2) this.#post({ t: "ping", at: this.now() });
  }

  /** @param {"on" | "off" | "ended"} state @param {string} why */
  #line(state, why) {
    this.state = state;
    this.#hears.line(state, why);
  }
}
