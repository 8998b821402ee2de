// My side of a hand that two deal to each other (docs/two_party.md). The protocol goes by itself: what I have to do is to
// choose four cards. What is said is kept in this browser first, so that a reload says the same and asks for nothing twice.
import { announce } from "../announce.js";
import { confirm } from "../dialogs.js";
import { at, el, say, show } from "../dom.js";
import { Unfair, hex, unhex } from "./bytes.js";
import { placeHash } from "./duel.js";
import { publicKey } from "./ed25519.js";
import { Session } from "./session.js";
import { BrowserVault } from "./vault.js";
import { atTheTable } from "./words.js";

/** @typedef {import("../messages.js").TableView} TableView */
/** @typedef {import("../messages.js").PairView} PairView */
/** @typedef {{table: string, storage: Pick<Storage, "getItem" | "setItem" | "removeItem">, send: (line: string) => void, waits: (line: string) => boolean, tell: (words: string) => void, redraw: (change: (view: TableView) => TableView) => void, bits?: (count: number) => Uint8Array}} Page */

const RANKS = "23456789TJQKA";
/** The number of a card. @param {string} text */
const numberOf = (text) => 4 * RANKS.indexOf(text[0]) + "cdhs".indexOf(text[1]);

export class PairSeat {
  /** @type {Session | null} */
  session = null;
  /** Why this page plays no part in the hand; "": it does. */
  idle = "";
  /** @type {PairView | null} */
  pair = null;
  /** My public key. */
  key = "";
  #page;
  #hand = "";
  #state = "";
  /** Lines that the room has carried. @type {Set<string>} */
  #carried = new Set();
  /** @type {import("./vault.js").Vault | null} */
  #vault = null;
  /** @type {BrowserVault | null} */
  #kept = null;
  /** @type {Uint8Array | null} */
  #seed = null;

  /** @param {Page} page */
  constructor(page) {
    this.#page = page;
  }

  /** A view of the table, in the order in which they come; gives what is to be shown. @param {TableView} view @returns {TableView} */
  hear(view) {
    this.pair = view.pair;
    if (!view.pair || view.pair.side < 0) return view;
    try {
      this.#hear(view.pair, view);
    } catch (error) {
      this.#complain(error);
    }
    this.#state = view.state;
    return this.shown(view);
  }

  /** The view with my choice as this page knows it: the room does not. @param {TableView} view @returns {TableView} */
  shown(view) {
    const { me } = view;
    if (!me || !view.pair || view.pair.side < 0 || view.state === "over" || !me.cards.length) return view;
    const mask = this.session?.chosen ?? null;
    const mine = this.session?.mine ?? [];
    const given = mask === null ? [] : mine.filter((_, place) => (mask >> place) & 1);
    const sealed = me.cards.filter((card) => given.includes(numberOf(card[1]))).map((card) => card[0]);
    return { ...view, me: { ...me, offer: this.session?.choosing && !this.idle ? me.offer : null, sealed } };
  }

  /** Gives four cards away, named by their ids. @param {readonly string[]} ids @param {TableView} view */
  give(ids, view) {
    const cards = (view.me?.cards ?? []).filter((card) => ids.includes(card[0])).map((card) => numberOf(card[1]));
    try {
      if (this.session) this.#say(this.session.choose({ give: cards }));
    } catch (error) {
      this.#complain(error);
    }
  }

  /** Whether an answer is mine to seal and no word for the room; then it is sealed. @param {{do: string, cards?: string[]}} what */
  gives(what) {
    const mine = this.#playing && what.do === "give";
    if (mine) this.#page.redraw((view) => (this.give(what.cards ?? [], view), this.shown(view)));
    return mine;
  }

  get #playing() {
    return this.pair !== null && this.pair.side >= 0;
  }

  /** @param {PairView} pair @param {TableView} view */
  #hear(pair, view) {
    const hand = `${pair.match}/${pair.number}`;
    if (hand !== this.#hand && !this.#begin(pair, hand)) return;
    const { session } = this;
    if (!session || this.idle) return;
    for (const line of pair.lines) this.#carried.add(line);
    for (const line of pair.lines) this.#say(session.receive(line));
    if (session.ending) this.#over(pair);
    const stake = pair.stake;
    const open = !pair.end && !pair.dropped;
    if (open && pair.step === "hello" && !session.duel.said[pair.side].length) {
      this.#say(session.propose({ stakes: [stake, stake], balances: [...pair.balances], clock: pair.clock, dead: 0, escrow: "" }));
    } else if (open && (view.fresh || view.state !== this.#state)) this.#again(pair.side);
  }

  /** A hand that is new to this page; false if there is nothing to do in it. @param {PairView} pair @param {string} hand */
  #begin(pair, hand) {
    if (pair.end || pair.dropped) return false;
    if (this.idle && this.#vault) return false; // another window has taken over
    this.#hand = hand;
    this.#carried.clear();
    this.session = null;
    const seed = this.#keys();
    if (pair.number <= this.#last(pair.match)) {
      this.#page.tell("The room offers a hand again that is over: it is not played a second time.");
      return false;
    }
    const mine = `"key":"${this.key}"`;
    const started = pair.lines.find((line) => line.startsWith('{"kind":"hello"') && line.includes(`"seat":${pair.side},`));
    if (started && !started.includes(mine)) {
      this.#page.tell("This hand is played in another browser of yours.");
      return false;
    }
    const { match, number, side, house } = pair;
    const vault = /** @type {import("./vault.js").Vault} */ (this.#vault);
    this.session = new Session({ match, hand: number, seat: side, seed, vault, house, ...(this.#page.bits && { bits: this.#page.bits }) });
    return true;
  }

  /** The last hand of a match that is over: none up to it is ever played again. @param {string} match */
  #last(match) {
    return Number(this.#page.storage.getItem(`oddchip.pair.${this.#page.table}.${match}`) ?? 0);
  }

  /** A hand is over: what was kept of the one before it is not needed any more. @param {PairView} pair */
  #over({ match, number }) {
    if (number <= this.#last(match)) return;
    this.#page.storage.setItem(`oddchip.pair.${this.#page.table}.${match}`, String(number));
    this.#kept?.forget(placeHash(match, number - 1));
  }

  /** My key, made once, and the vault: this page has the lease from its first hand on, until another takes it. */
  #keys() {
    if (this.#seed) return this.#seed;
    const { storage, table } = this.#page;
    const name = `oddchip.pair.${table}`;
    const made = hex((this.#page.bits ?? ((count) => crypto.getRandomValues(new Uint8Array(count))))(32));
    const kept = storage.getItem(name) ?? made;
    storage.setItem(name, kept);
    if (storage.getItem(name) !== kept) throw new Error("This browser keeps nothing, so no hand can be played in it.");
    const vault = (this.#kept = new BrowserVault(storage, table));
    const lease = vault.lease();
    this.#vault = {
      lease: () => lease,
      save: (_, place, what, value) => vault.save(lease, place, what, value),
      load: (place, what) => vault.load(place, what),
      firstSeen: (mark, place) => vault.firstSeen(mark, place),
    };
    this.#seed = unhex(kept, "the key", 32);
    this.key = hex(publicKey(this.#seed));
    return this.#seed;
  }

  /** @param {string[]} lines */
  #say(lines) {
    for (const line of lines) this.#page.send(line);
  }

  /** What I have said and the room has not carried. @param {number} side */
  #again(side) {
    const said = this.session?.duel.said[side] ?? [];
    this.#say(said.map((each) => each.line).filter((line) => !this.#carried.has(line) && !this.#page.waits(line)));
  }

  /** @param {unknown} error */
  #complain(error) {
    const words = error instanceof Error ? error.message : String(error);
    if (error instanceof Unfair) return this.#page.tell(atTheTable(words));
    this.idle = words; // the vault: another window has the hand, or nothing is kept here
    this.#page.tell(words);
  }
}

// --- on the screen ---

/** Where both stand, in words. @type {Record<string, string>} */
const STEPS = {
  hello: "Agreeing on the terms",
  commit: "Each binds himself to a secret",
  secret: "Both secrets are opened: the cards follow from them",
  seal: "Each seals four cards",
  open: "Both choices are opened",
  result: "Both sign the result",
};
const PROVEN =
  "What is proven: the cards follow from a secret of each of you, and both were bound before either was open, so neither of you nor the house could choose them; no choice could be seen or changed before both were sealed. What is not: that a line came late or never is the word of the house, which keeps the clock.";
const SETTLING =
  "This is for play tokens only. The session at this table ends, with the reason “playing on-chain”, and the table closes: now, or when the hand that is being played is over. What both have signed last is what a contract can then settle.";

/** A view on its way to the screen, past my part in the hand. @param {import("../table.js").Screen} screen @param {TableView} view @param {boolean} late */
export function pass(screen, view, late) {
  seat ??= join(screen, view.me?.person ?? "");
  screen.render(seat.hear(view), late, true);
}

/** My side at the table of this page. @type {PairSeat | null} */
let seat = null;

/** Takes part at the table of a screen. @param {import("../table.js").Screen} screen @param {string} me the person */
function join(screen, me) {
  const table = at("table").dataset.table ?? "";
  const tell = (/** @type {string} */ words) => (screen.toast(words), announce(words));
  const send = (/** @type {string} */ line) => void screen.live.send({ t: "pair", line });
  const waits = (/** @type {string} */ line) => screen.live.outbox.all().some((each) => each.t === "pair" && each.line === line);
  const redraw = (/** @type {(view: TableView) => TableView} */ change) => {
    if (screen.view) screen.view = change(screen.view);
    screen.redraw();
  };
  const seat = new PairSeat({ table: `${table}.${me}`, storage: storage(), send, waits, tell, redraw });
  const act = screen.act.bind(screen);
  screen.act = (what) => void (seat.gives(what) || act(what)); // what I give is sealed here: the room has no part in it
  const box = made(screen, seat);
  at("now").after(box.whole);
  screen.watchers.add((view) => draw(box, seat, view, table));
  return seat;
}

/** @param {import("../table.js").Screen} screen @param {PairSeat} seat */
function made(screen, seat) {
  const state = el("p", { class: "note" });
  const keys = el("p", { class: "note" });
  const links = el("p", { class: "note" });
  const here = el("button", { type: "button", data: { do: "pair-here" }, text: "Play on in this window", on: { click: () => location.reload() } });
  const settle = async () => {
    if (await confirm(SETTLING, "Settle on chain", "Play on here", "Settle on chain?")) screen.do({ what: "on_chain" });
  };
  const chain = el("button", { type: "button", data: { do: "pair-chain" }, text: "Settle on chain…", title: SETTLING, on: { click: settle } });
  const answers = el("div", { class: "answers" }, here, chain);
  answers.style.justifyContent = "center";
  const name = el("summary", { text: "Dealt by the two players" });
  const whole = el("details", { class: "pair" }, name, state, el("p", { class: "note", text: PROVEN }), keys, links, answers);
  return { whole, name, state, keys, links, here, chain, seat, shown: "" };
}

/** @param {ReturnType<typeof made>} box @param {PairSeat} seat @param {TableView} view @param {string} table */
function draw(box, seat, view, table) {
  const pair = view.pair;
  show(box.whole, pair);
  if (!pair) return;
  const playing = pair.side >= 0;
  const other = playing ? (view.seats.find((each) => each.seat === pair.seats[1 - pair.side])?.name ?? "the other") : "";
  say(box.name, playing ? "Dealt by the two of you" : "Dealt by the two players");
  const waits = playing && pair.awaited.length === 1 ? (pair.awaited[0] === pair.side ? " · you are waited for" : ` · ${other} is waited for`) : "";
  const step = pair.end || pair.dropped ? pair.dropped || "The hand is over" : (STEPS[pair.step] ?? "");
  say(box.state, seat.idle || `${step}${waits}.${pair.chain ? " The session ends after this hand: playing on-chain." : ""}`);
  const theirs = seat.session?.duel.said[1 - pair.side]?.find((each) => each.key)?.key ?? "";
  say(box.keys, seat.key && theirs ? `Your key begins with ${seat.key.slice(0, 8)}, ${other}’s with ${theirs.slice(0, 8)}: compare them by another way, and no house can stand between you.` : "");
  show(box.here, playing && seat.idle);
  show(box.chain, playing && !pair.chain && view.state !== "closed");
  const hand = pair.end && view.hand === pair.hand ? String(pair.hand) : "";
  if (box.shown === hand) return;
  box.shown = hand;
  const link = (/** @type {string} */ href, /** @type {string} */ text) => el("a", { href, target: "_blank", text });
  box.links.replaceChildren(...(hand ? ["All that both have signed: ", link(`/table/${table}/pair/${hand}.jsonl`, "the transcript"), ", ", link(`/verify#${table}/${hand}/pair`, "verified"), ". The file is what “oddchip escrow settle” takes."] : []));
}

/** localStorage, or one that keeps nothing. @returns {Pick<Storage, "getItem" | "setItem" | "removeItem">} */
function storage() {
  try {
    return localStorage;
  } catch {
    return { getItem: () => null, setItem: () => {}, removeItem: () => {} };
  }
}
