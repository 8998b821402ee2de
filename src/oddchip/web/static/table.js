// The table screen. It keeps no game of its own: every view is whole, and render(view) shows it.
import { Actions } from "./actions.js";
import { alarm, announce, turnWords } from "./announce.js";
import { renderBoard } from "./board.js";
import { useDeck } from "./cards.js";
import { addChat, badge, chatState, setUpChat } from "./chat.js";
import { at, attr, el, say, show } from "./dom.js";
import { choosing, inOrder, renderHand } from "./hand.js";
import { setUpKeys } from "./keys.js";
import { lineWords } from "./lines.js";
import { drawer, renderLog, tab } from "./log.js";
import * as motion from "./motion.js";
import { answer, holds } from "./preactions.js";
import { renderNext, renderResult } from "./result.js";
import { renderSeats } from "./seats.js";
import { applySettings, knowSkins, onSettings, settings } from "./settings.js";
import { Live } from "./socket.js";
import { sound } from "./sounds.js";

/** @typedef {import("./messages.js").TableView} TableView */
/** @typedef {import("./messages.js").Nack} Nack */
/** @typedef {import("./preactions.js").Prepared} Prepared */

export class Screen {
  /** @type {TableView | null} */
  view = null;
  /** Ids of the cards I have chosen, to throw or to give. @type {Set<string>} */
  chosen = new Set();
  /** @type {Prepared | null} */
  prepared = null;
  /** Told of every view; an open panel is kept up to date so. @type {Set<(view: TableView) => void>} */
  watchers = new Set();
  live;
  actions;
  /** My part in the shuffle. @type {Promise<import("./fair/badge.js").Part> | undefined} */
  fair;
  #title = document.title;
  #lastLine = "";
  #warned = 0;
  #lost = "";
  #losing = 0;
  #asked = "";
  /** The last hand of California Poker that is over, for the coach. */
  #coached = 0;

  /** @param {HTMLElement} root */
  constructor(root) {
    knowSkins(root.dataset.skins ?? "");
    applySettings();
    this.live = new Live(root.dataset.table ?? "", {
      view: (view, late) => this.render(view, late),
      nack: (nack, command) => this.#refused(nack, command),
      chat: (chat) => addChat(chat, chat.person === this.view?.me?.person) && settings().verbosity === "all" && announce(`${chat.name}: ${chat.text}`),
      line: (state, why) => this.#line(state, why),
      sent: () => this.actions.draw(),
    });
    this.actions = new Actions(this);
    this.#wire();
    setUpKeys(this);
    setUpChat(this);
    onSettings(() => this.redraw());
    setInterval(() => this.#tick(), 250);
    this.live.connect();
  }

  now() {
    return this.live.now();
  }

  #wire() {
    /** @type {Record<string, () => void>} */
    const presses = {
      "open-side": () => drawer() && at("side").dataset.tab === "chat" && badge(0),
      "close-side": () => drawer(false),
      "tab-log": () => tab("log"),
      "tab-chat": () => (tab("chat"), badge(0)),
      "open-settings": () => this.sheet("openSettings"),
      "open-help": () => this.sheet("openHelp"),
      "open-game": () => this.sheet("openGame"),
      "open-me": () => this.sheet("openMe"),
      "open-fair": () => this.fair?.then((part) => part.open()),
      "open-coach": () => this.sheet("openCoach", this.view?.hand),
      "last-coach": () => this.sheet("openCoach", this.#coached),
      "open-host": () => import("./host.js").then(({ openHost }) => openHost(this)),
    };
    for (const id in presses) at(id).addEventListener("click", presses[id]);
  }

  // --- what is shown ---

  /** What waited while this window slept comes to the screen without sound and motion. @param {TableView} view @param {boolean} [late] @param {boolean} [heard] by my part in a hand that two deal to each other */
  render(view, late = false, heard = !view.pair) {
    if (!heard) return void import("./fair/pair.js").then(({ pass }) => pass(this, view, late));
    const old = this.view;
    const places = late ? null : motion.before();
    this.view = view;
    useDeck(view.game?.deck ?? "french");
    this.#forget(view);
    this.#draw(view);
    if (old && places && !view.fresh) motion.after(places, old.hand !== view.hand, view.result && !old.result ? view.result.winners : []);
    this.#tell(old, view, late);
    this.#answerPrepared(view);
    this.#choice(old, view);
    for (const watcher of this.watchers) watcher(view);
    if (view.fair) this.fair ??= import("./fair/badge.js").then(({ join }) => join(this));
    this.fair?.then((part) => part.hear(view));
    if (!old) setTimeout(() => import("./sheets.js"), 300);
  }

  /** The same view once more: the player changed something of his own. */
  redraw() {
    if (!this.view) return;
    useDeck(this.view.game?.deck ?? "french");
    this.#draw(this.view);
  }

  /** @param {TableView} view */
  #draw(view) {
    this.#head(view);
    renderSeats(this, view);
    renderBoard(view);
    renderResult(view);
    renderNext(view, this.now());
    renderHand(this, view);
    this.actions.draw();
    chatState(view.me?.muted ?? false, view.settings.chat === false);
  }

  /** Choices end with the cards they were made of, prepared answers with their hand and price. @param {TableView} view */
  #forget(view) {
    const mine = new Set(view.me?.cards.map((card) => card[0]));
    for (const id of this.chosen) if (!mine.has(id) || !choosing(view)) this.chosen.delete(id);
    if (this.prepared && !holds(this.prepared, view)) {
      if (view.state === "playing" && this.prepared.hand === view.hand) this.toast("What you had prepared is off: the price has changed");
      this.prepared = null;
    }
  }

  /** @param {TableView} view */
  #head(view) {
    const root = document.documentElement.dataset;
    root.family = view.game?.family ?? "";
    root.state = view.state;
    root.coach = String(view.settings.coach);
    root.seated = String((view.me?.seat ?? -1) >= 0);
    say(at("title"), view.title);
    say(at("game-name"), view.game ? view.game.name : view.choice ? "Dealer’s choice" : "No game yet");
    say(at("game-stakes"), view.game ? stakesWords(view.game) : "");
    say(at("game-where"), view.game?.where ?? "");
    say(at("game-rule"), view.game?.rule ?? "");
    show(at("open-host"), view.me?.host);
    const waiting = view.me?.host ? view.waiting.length : 0;
    attr(at("open-host"), "data-waiting", waiting || null);
    say(at("host-waiting"), waiting ? `${waiting} waiting` : "");
    show(at("open-me"), view.me);
    if (root.family === "swap") this.#coached = view.result ? view.hand : this.#coached || Math.max(0, view.hand - 1);
    show(at("last-coach"), this.#coached && view.settings.coach);
    say(at("last-coach"), `Coach: hand ${this.#coached}`);
    this.#banner(view);
  }

  /** @param {TableView} view */
  #banner(view) {
    const banner = this.#lost || (view.state === "paused" || view.state === "stopped" || view.state === "closed" ? view.why || (view.state === "paused" ? "The table is paused" : view.state) : view.delayed ? "You see the play one hand late" : "");
    say(at("banner"), banner);
    show(at("banner"), banner);
  }

  /** Sounds, titles and words for what has changed. @param {TableView | null} old @param {TableView} view @param {boolean} late */
  #tell(old, view, late) {
    const lines = renderLog(view);
    if (lines.length) this.#lastLine = lineWords(lines[lines.length - 1].line);
    const loud = settings().verbosity;
    if (old && loud !== "turns") for (const line of lines.slice(-8)) if (loud === "all" || line.kind !== "table") announce(lineWords(line.line));
    if (old && !view.fresh && at("log").offsetParent === null) for (const line of lines) if (line.kind === "host") this.toast(lineWords(line.line));
    if (!late) this.#noises(old, view);
    if (old && old.hand === view.hand && view.shuffles > old.shuffles) this.toast("The deck ran out: what was thrown is shuffled and dealt");
    const decision = view.me?.offer?.decision.join(":") ?? "";
    if (decision && decision !== this.#asked) this.#myTurn(view);
    this.#asked = decision;
    document.title = decision || view.me?.may.includes("choose") ? `● Your turn · ${this.#title}` : this.#title;
  }

  /** @param {TableView} view */
  #myTurn(view) {
    if (!view.me?.offer) return;
    if (this.prepared && answer(this.prepared, view.me.offer)) return;
    alarm(turnWords(view.me.offer, view.pot, view.me.worth.map((each) => each.words).join("; ")));
    sound("turn");
    this.#warned = 0;
    if (settings().focus === "actions" && !document.querySelector("dialog[open]")) (this.actions.slots.call.button.hidden ? at("hand") : this.actions.slots.call.button).focus();
    if (document.hidden && settings().notify === "on" && "Notification" in window && Notification.permission === "granted") new Notification(`Your turn at ${view.title}`, { tag: "oddchip-turn" });
  }

  /** @param {TableView | null} old @param {TableView} view */
  #noises(old, view) {
    if (!old || view.fresh) return;
    const count = (/** @type {TableView} */ of) => of.seats.reduce((sum, seat) => sum + seat.cards.length, of.rows.reduce((sum, row) => sum + row.cards.length, 0));
    const bets = (/** @type {TableView} */ of) => of.seats.reduce((sum, seat) => sum + seat.put, 0);
    if (view.hand !== old.hand || count(view) > count(old)) sound("deal");
    else if (bets(view) > bets(old)) sound("chips");
    else if (view.seats.some((seat) => seat.state === "folded" && old.seats.find((each) => each.seat === seat.seat)?.state === "in")) sound("fold");
    else if (view.seats.some((seat) => /check/.test(seat.did) && seat.did !== old.seats.find((each) => each.seat === seat.seat)?.did)) sound("check");
    if (view.result && !old.result && view.me && (view.result.net[view.me.seat] ?? 0) > 0) sound("win");
  }

  /** Clocks go on between views; at ten and at five seconds I am warned. */
  #tick() {
    const view = this.view;
    if (!view) return;
    const now = this.now();
    for (const clock of document.querySelectorAll("od-clock")) /** @type {import("./clock.js").OdClock} */ (clock).tick(now);
    renderNext(view, now);
    const mine = view.me?.offer && view.clocks.find((clock) => clock.seat === view.me?.seat);
    if (!mine) return;
    const left = mine.deadline - now;
    const step = left <= 5 ? 2 : left <= 10 ? 1 : 0;
    if (step > this.#warned && left > 0) {
      alarm(`${step === 2 ? 5 : 10} seconds left${mine.banked ? " of your time bank" : ""}`);
      sound("low");
    }
    this.#warned = step;
  }

  // --- what I do ---

  /** Answers the decision that is on the screen. @param {Partial<import("./messages.js").Act> & {do: import("./messages.js").Act["do"]}} what */
  act(what) {
    const offer = this.view?.me?.offer;
    if (!offer || this.live.outbox.answers(offer.decision)) return;
    this.prepared = null;
    this.actions.open = false;
    this.live.send({ t: "act", decision: offer.decision, price: offer.price, ...what });
  }

  /** @param {Omit<import("./messages.js").Do, "t" | "id">} what */
  do(what) {
    this.live.send({ t: "do", ...what });
  }

  /** @param {Prepared | null} prepared */
  prepare(prepared) {
    this.prepared = prepared;
    this.actions.draw(true);
  }

  /** @param {TableView} view */
  #answerPrepared(view) {
    const offer = view.me?.offer;
    if (!offer || !this.prepared) return;
    const what = answer(this.prepared, offer);
    this.prepared = null;
    if (what === "draw") this.act({ do: "draw", cards: this.chosenInOrder() });
    else if (what) this.act({ do: what });
  }

  /** @param {string} id */
  toggleCard(id) {
    const mode = this.view && choosing(this.view);
    if (!mode) return;
    const most = mode === "give" ? (this.view?.me?.offer?.count ?? 4) : 99;
    if (this.chosen.has(id)) this.chosen.delete(id);
    else if (this.chosen.size < most) this.chosen.add(id);
    else return void this.toast(`You give ${most}: take one back first`);
    this.#chose();
  }

  #chose() {
    if (!this.view) return;
    if (this.prepared?.what === "draw") this.prepared = null;
    renderHand(this, this.view);
    this.actions.draw(true);
  }

  clearCards() {
    this.chosen.clear();
    this.#chose();
  }

  /** The nth card as it lies, or the nth way to declare. @param {number} place */
  toggleAt(place) {
    if (this.view?.me?.offer?.kind === "declare") {
      Object.values(this.actions.slots)[place]?.press();
      return place < 3;
    }
    const card = this.view && choosing(this.view) ? inOrder(this.view)[place] : undefined;
    if (card) this.toggleCard(card[0]);
    return Boolean(card);
  }

  /** Ids in the order in which the cards were dealt. */
  chosenInOrder() {
    return (this.view?.me?.cards ?? []).map((card) => card[0]).filter((id) => this.chosen.has(id));
  }

  // --- what is asked and answered ---

  /** @param {Nack} nack @param {import("./outbox.js").Command | undefined} command */
  async #refused(nack, command) {
    if (nack.kind === "doubt" && (command?.t === "act" || command?.t === "host")) {
      if (!(await this.sheet("doubt", nack.why, command.t === "act" ? command.do : "host"))) return;
      const { id: _, ...again } = command;
      this.live.send({ ...again, sure: true });
      return;
    }
    if (command?.t === "seed") return; // the room tells who is left out, and why
    const words = nack.kind === "stale" ? `Not done: ${nack.why || "that decision is over"}` : nack.why;
    this.toast(words);
    announce(words);
  }

  /** @param {"on" | "off" | "ended"} state @param {string} why */
  #line(state, why) {
    const words = { on: "Connected", off: "Connecting…", ended: why || "The room has closed this connection" }[state];
    const dot = at("line");
    if (dot.dataset.state !== state && this.view) announce(words);
    dot.dataset.state = state;
    say(dot, words);
    attr(dot, "title", words);
    this.#lose(state === "off" ? "The line is lost: trying again…" : state === "ended" ? words : "");
    this.actions?.draw();
  }

  /** Says above the table that the line is lost, unless it comes back at once. @param {string} words "": it is there */
  #lose(words) {
    if (words && (this.#losing || this.#lost === words || this.view?.state === "closed")) return; // a closed table may be put away
    clearTimeout(this.#losing);
    this.#losing = 0;
    const tell = () => {
      this.#losing = 0;
      this.#lost = words;
      if (this.view) this.#banner(this.view);
    };
    if (words) this.#losing = setTimeout(tell, 3000);
    else if (this.#lost) tell();
  }

  /** @param {string} words */
  toast(words) {
    const made = el("p", { class: "toast", text: words });
    const box = at("toasts");
    if (box.matches(":popover-open")) box.hidePopover();
    box.append(made);
    box.showPopover(); // above whatever is open
    while (box.childElementCount > 3) box.firstElementChild?.remove();
    setTimeout(() => made.remove(), 6000);
  }

  /** It is mine to choose the game: I am told, and a button opens the list. @param {TableView | null} old @param {TableView} view */
  #choice(old, view) {
    const mine = (/** @type {TableView | null} */ of) => Boolean(of?.choice && of.choice.seat === of.me?.seat);
    if (!mine(view)) /** @type {HTMLDialogElement | null} */ (document.querySelector("dialog[data-dialog=choice]"))?.close();
    else if (!mine(old)) {
      alarm("You choose the game");
      sound("turn");
    }
  }

  /**
   * A question or a sheet over the table; they are loaded when the first view is on the screen.
   * @template {keyof typeof import("./sheets.js")} Name
   * @param {Name} name @param {any[]} more
   */
  async sheet(name, ...more) {
    const sheets = await import("./sheets.js");
    return /** @type {any} */ (sheets[name])(this, ...more);
  }

  /** Esc. */
  close() {
    motion.finish();
    if (this.actions.open) return void this.actions.toggle(false);
    if (at("side").dataset.open === "true") return void drawer(false);
    if (this.chosen.size) this.clearCards();
  }

  /** Reads something out when asked for by its key. @param {keyof typeof import("./speaking.js").READINGS} what */
  speak(what) {
    this.sheet("speak", what, this.#lastLine);
  }
}

/** "limit 2/4", "no limit blinds 1/2", "a stake of 10 each". @param {import("./messages.js").GameView} game */
function stakesWords(game) {
  const [limit] = game.limit.split(",");
  if (/\d/.test(limit)) return limit;
  return game.stakes.includes(limit) ? game.stakes : `${limit} ${game.stakes}`.trim();
}

new Screen(at("table"));
