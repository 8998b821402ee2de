// A hand that is over, step by step, on the table's own screen. The frames come whole from the room; nothing is kept here.
import { announce } from "./announce.js";
import { renderBoard } from "./board.js";
import { useDeck } from "./cards.js";
import { at, attr, say, show } from "./dom.js";
import { renderHand } from "./hand.js";
import { lineWords } from "./lines.js";
import { filled } from "./messages.js";
import * as motion from "./motion.js";
import { renderResult } from "./result.js";
import { renderSeats } from "./seats.js";
import { applySettings, knowSkins } from "./settings.js";

/** @typedef {import("./messages.js").TableView} TableView */

/** Milliseconds a step stands at usual speed; longer where more is said. */
const STANDS = 1300;

class Replay {
  /** @type {TableView[]} */
  frames = [];
  place = 0;
  /** @type {TableView | null} */
  view = null;
  chosen = new Set();
  /** @type {number | undefined} */
  #timer;

  /** @param {HTMLElement} root */
  constructor(root) {
    knowSkins(root.dataset.skins ?? "");
    applySettings();
    this.#wire();
    this.#load(root.dataset.frames ?? "");
  }

  /** @param {string} path */
  async #load(path) {
    try {
      const answer = await fetch(path);
      if (!answer.ok) throw new Error(`${answer.status}`);
      this.frames = (await answer.json()).frames.map(filled);
    } catch (error) {
      document.documentElement.dataset.replay = "off";
      say(at("banner"), `The steps cannot be loaded (${error instanceof Error ? error.message : error}). What happened stands below.`);
      show(at("banner"), true);
      return;
    }
    this.go(asked() ?? 0, true);
  }

  // What the table's own modules ask of a screen.

  now() {
    return this.view?.now ?? 0;
  }
  sheet() {}
  askToSit() {}
  toggleCard() {}

  #wire() {
    /** @type {Record<string, () => void>} */
    const presses = {
      first: () => this.go(0),
      back: () => this.go(this.place - 1),
      play: () => this.playing ? this.pause() : this.play(),
      step: () => this.go(this.place + 1),
      last: () => this.go(this.frames.length - 1),
      "open-side": () => drawer(true),
      "close-side": () => drawer(false),
    };
    for (const id in presses) at(id).addEventListener("click", presses[id]);
    const coach = document.getElementById("open-coach"); // only where there is one
    coach?.addEventListener("click", () => import("./coach.js").then(({ openCoach }) => openCoach(coach.dataset.path ?? "")));
    const slider = /** @type {HTMLInputElement} */ (at("place"));
    slider.addEventListener("input", () => this.go(Number(slider.value)));
    addEventListener("hashchange", () => this.go(asked() ?? this.place));
    at("log").addEventListener("click", (event) => {
      const line = event.target instanceof Element ? event.target.closest("li") : null;
      if (line) this.go(Number(line.dataset.step));
    });
    addEventListener("keydown", (event) => this.#key(event));
    for (const link of document.querySelectorAll("#eyes a")) link.addEventListener("click", () => keepPlace(/** @type {HTMLAnchorElement} */ (link), this.place, this.frames.length));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || document.querySelector("dialog[open]")) return;
    const on = event.target instanceof Element ? event.target : null;
    if (on?.closest("input, select, textarea") || (event.key === " " && on?.closest("button, a, summary"))) return;
    const press = { ArrowLeft: "back", ArrowRight: "step", Home: "first", End: "last", " ": "play", Escape: "close-side" }[event.key];
    if (!press) return;
    event.preventDefault();
    at(press).click();
  }

  get playing() {
    return this.#timer !== undefined;
  }

  play() {
    if (this.place >= this.frames.length - 1) this.go(0);
    this.#next();
    this.#playWords();
  }

  #next() {
    const speed = Number(/** @type {HTMLSelectElement} */ (at("speed")).value);
    const lines = this.view?.log.length ?? 1;
    this.#timer = setTimeout(() => {
      this.#show(this.place + 1);
      if (this.place < this.frames.length - 1) return this.#next();
      this.pause();
    }, (STANDS * (0.6 + 0.4 * Math.min(4, Math.max(1, lines)))) / speed);
  }

  pause() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#playWords();
  }

  #playWords() {
    const button = at("play");
    say(/** @type {HTMLElement} */ (button.querySelector(".words")), this.playing ? "Pause" : "Play");
    button.dataset.playing = String(this.playing);
  }

  /** To a step, by hand: it is said, and playing stops. @param {number} place @param {boolean} [quiet] */
  go(place, quiet = false) {
    if (this.playing) this.pause();
    this.#show(place);
    if (!quiet && this.view) announce(this.view.log.map((line) => lineWords(line.line)).join(" "));
  }

  /** @param {number} place */
  #show(place) {
    if (!this.frames.length) return;
    const old = this.view;
    const before = this.place;
    this.place = Math.max(0, Math.min(this.frames.length - 1, place || 0));
    const frame = this.frames[this.place];
    // No card is chosen here, so no draw is to come.
    const view = { ...frame, game: frame.game && { ...frame.game, draws: 0 } };
    const places = old && this.place === before + 1 ? motion.before() : null; // only what happens is seen to move
    this.view = view;
    useDeck(view.game?.deck ?? "french");
    this.#draw(view);
    if (places) motion.after(places, false, view.result && !old?.result ? view.result.winners : []);
    this.#mark();
  }

  /** @param {TableView} view */
  #draw(view) {
    const screen = /** @type {import("./table.js").Screen} */ (/** @type {unknown} */ (this));
    const root = document.documentElement.dataset;
    Object.assign(root, { replay: "on", family: view.game?.family ?? "", state: view.state, seated: String((view.me?.seat ?? -1) >= 0) });
    say(at("game-where"), view.game?.where ?? "");
    say(at("game-rule"), view.game?.rule ?? "");
    renderSeats(screen, view);
    renderBoard(view);
    renderResult(view);
    renderHand(screen, view);
    say(at("banner"), view.why);
    show(at("banner"), view.why);
  }

  /** Where we are: in the slider, in the words, in the list, in the address. */
  #mark() {
    const slider = /** @type {HTMLInputElement} */ (at("place"));
    slider.value = String(this.place);
    attr(slider, "aria-valuetext", `Step ${this.place + 1} of ${this.frames.length}`);
    say(at("where"), `${this.place + 1} of ${this.frames.length}`);
    const first = this.place === 0;
    const last = this.place === this.frames.length - 1;
    for (const [id, end] of /** @type {[string, boolean][]} */ ([["first", first], ["back", first], ["step", last], ["last", last]])) attr(at(id), "aria-disabled", end || null);
    /** @type {HTMLElement | null} */
    let now = null;
    for (const line of /** @type {NodeListOf<HTMLElement>} */ (at("log").querySelectorAll("li"))) {
      const step = Number(line.dataset.step);
      attr(line, "aria-current", step === this.place ? "step" : null);
      line.classList.toggle("later", step > this.place);
      if (step === this.place) now = line;
    }
    if (now) follow(at("log"), now);
    history.replaceState(null, "", `#${this.place + 1}`);
  }
}

/** The step the address asks for: #12 is the twelfth, #last the last. */
function asked() {
  if (location.hash === "#last") return Infinity;
  const said = /^#(\d{1,5})$/.exec(location.hash);
  return said ? Number(said[1]) - 1 : null;
}

/** Another view of the hand opens at the same step, as near as it has one: some tell more steps than others. @param {HTMLAnchorElement} link @param {number} place @param {number} of */
function keepPlace(link, place, of) {
  link.hash = place + 1 === of ? "#last" : `#${place + 1}`;
}

/** The line stays in sight, and only the list moves. @param {HTMLElement} list @param {HTMLElement} line */
function follow(list, line) {
  const top = line.offsetTop - list.offsetTop;
  if (top < list.scrollTop || top + line.offsetHeight > list.scrollTop + list.clientHeight) list.scrollTop = top - list.clientHeight / 2;
}

/** @param {boolean} open */
function drawer(open) {
  at("side").dataset.open = String(open);
  at("open-side").setAttribute("aria-expanded", String(open));
  at(open ? "close-side" : "open-side").focus();
}

new Replay(at("table"));
