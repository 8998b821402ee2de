// What I may do: one bar for bets, draws, declarations, swaps, prepared answers, and for what lies between hands.
import { BetBox, isOpen } from "./bets.js";
import { at, chips, el, keyed, say, show } from "./dom.js";
import { choosing } from "./hand.js";
import { choices, prepare } from "./preactions.js";
import { Slot } from "./slots.js";

/** @typedef {import("./messages.js").TableView} TableView */
/** @typedef {import("./messages.js").OfferView} OfferView */
/** @typedef {import("./slots.js").Meaning} Meaning */
/** @typedef {import("./table.js").Screen} Screen */

const ROOMY = matchMedia("(min-width: 900px) and (min-height: 560px)");

export class Actions {
  #screen;
  slots;
  bets;
  /** Is the sheet of amounts open (on small screens)? */
  open = false;
  #decision = "";

  /** @param {Screen} screen */
  constructor(screen) {
    this.#screen = screen;
    const bar = at("bar");
    this.slots = { fold: new Slot(bar, "first"), call: new Slot(bar, "second"), raise: new Slot(bar, "third") };
    this.bets = new BetBox(() => this.draw(true), () => this.slots.raise.press());
    ROOMY.addEventListener("change", () => screen.redraw());
  }

  /** @param {boolean} [own] the player himself changed something */
  draw(own = false) {
    const view = this.#screen.view;
    if (!view) return;
    const offer = view.me?.offer ?? null;
    const decision = offer ? offer.decision.join(":") : "";
    if (decision !== this.#decision) this.open = false;
    this.#decision = decision;
    const [fold, call, raise] = this.#meanings(view, offer, decision);
    this.slots.fold.set(fold, !own);
    this.slots.call.set(call, !own);
    this.slots.raise.set(raise, !own);
    const bar = at("bar");
    bar.dataset.kind = offer?.kind ?? (fold || call ? "pre" : "");
    show(bar, fold || call || raise);
    const range = offer?.kind === "bet" ? offer.raise_to : null;
    this.bets.show(isOpen(range) && (ROOMY.matches || this.open) && !this.#busy(offer));
    at("actions").dataset.turn = String(Boolean(offer));
    say(at("price"), this.#price(view, offer));
    this.#others(view);
  }

  /** @param {OfferView | null} offer */
  #busy(offer) {
    return this.#screen.live.outbox.answers(offer?.decision);
  }

  /** @param {TableView} view @param {OfferView | null} offer @param {string} decision @returns {(Meaning | null)[]} */
  #meanings(view, offer, decision) {
    this.bets.offer(offer?.kind === "bet" ? offer.raise_to : null, decision, Math.max(1, Math.floor((view.game?.big_bet ?? 2) / 2)));
    if (!offer) return this.#prepared(view);
    const made = { bet: this.#bet, draw: this.#draw, declare: this.#declare, swap: this.#swap }[offer.kind].call(this, offer, view);
    const busy = this.#busy(offer) || view.state !== "playing"; // a paused table takes no answer
    return made.map((meaning) => meaning && { ...meaning, of: `${meaning.of}@${decision}`, off: meaning.off || busy });
  }

  /** @param {OfferView} offer @returns {(Meaning | null)[]} */
  #bet(offer) {
    const act = (/** @type {any} */ what) => () => this.#screen.act({ do: what });
    const no = offer.no;
    const price = offer.price ? chips(offer.price) : "";
    const fold = { of: "fold", do: "fold", words: "Fold", off: !offer.fold, why: no.fold, press: act("fold") };
    /** @type {Meaning} */
    let call = { of: "check", do: "check", words: "Check", off: !offer.check, why: no.check ?? no.call, main: true, press: act("check") };
    if (offer.call) {
      const all = offer.left === 0;
      call = { of: `call ${offer.price}`, do: "call", words: `Call ${price}`, more: all ? "all in" : `leaves ${chips(offer.left)}`, main: true, press: act("call") };
    } else if (offer.bring_in)
      call = { of: `bring in ${offer.bring_in}`, do: "bring_in", words: `Bring in ${chips(offer.bring_in)}`, main: true, press: act("bring_in") };
    return [fold, call, this.#raise(offer)];
  }

  /** @param {OfferView} offer @returns {Meaning} */
  #raise(offer) {
    const range = offer.raise_to;
    if (!range && offer.declare_open)
      return { of: "open", do: "declare_open", words: "Declare open", more: "all in, with openers", press: () => this.#screen.act({ do: "declare_open" }) };
    if (!range) return { of: "no raise", do: "raise", words: offer.price ? "Raise" : "Bet", off: true, why: offer.no.raise, more: "", press: () => {} };
    const verb = range.verb[0].toUpperCase() + range.verb.slice(1);
    if (isOpen(range) && !ROOMY.matches && !this.open)
      return { of: `choose ${range.verb}`, do: "raise-open", words: `${verb}…`, expands: false, press: () => this.toggle(true) };
    const to = range.verb === "bet" ? "" : "to ";
    const amount = this.bets.amount;
    const all = amount === range.most && offer.left + offer.price === amount ? "all in" : "";
    return {
      of: range.verb,
      do: "raise",
      words: `${verb} ${to}${chips(amount)}`,
      more: all,
      expands: isOpen(range) && !ROOMY.matches ? true : undefined,
      press: () => this.#screen.act({ do: "raise", amount: this.bets.amount }),
    };
  }

  /** Opens or closes the sheet of amounts. @param {boolean} open */
  toggle(open) {
    this.open = open;
    this.draw(false);
  }

  /** @param {OfferView} offer @returns {(Meaning | null)[]} */
  #draw(offer) {
    const count = this.#screen.chosen.size;
    const over = count > offer.most;
    const come = offer.extra ? `${count + offer.extra} come` : "";
    const why = offer.no.draw ?? `At most ${offer.most} may be thrown`;
    return [
      { of: "pat", do: "pat", words: offer.extra ? "Keep all" : "Stand pat", more: offer.extra ? `${offer.extra} come` : "", main: !count, press: () => this.#screen.act({ do: "draw", cards: [] }) },
      { of: "draw", do: "draw", words: count ? `Draw ${count}` : "Draw", more: over ? `at most ${offer.most}` : count ? come : "choose cards", main: count > 0, off: !count || over, why, press: () => this.#throw() },
      { of: "clear", do: "clear", words: "Clear", off: !count, press: () => this.#screen.clearCards() },
    ];
  }

  #throw() {
    this.#screen.act({ do: "draw", cards: this.#screen.chosenInOrder() });
  }

  /** @param {OfferView} offer @param {TableView} view @returns {(Meaning | null)[]} */
  #declare(offer, view) {
    const words = (/** @type {string} */ way) => view.me?.worth.find((each) => each.way.includes(way))?.words.replace(/^for \w+:\s*/, "") ?? "";
    const way = (/** @type {"high" | "low" | "both"} */ which, /** @type {string} */ label, /** @type {string} */ more) =>
      offer.ways.includes(which) || which !== "both"
        ? { of: which, do: `declare-${which}`, words: label, more, off: !offer.ways.includes(which), why: offer.no[which], press: () => this.#screen.act({ do: "declare", way: which }) }
        : null;
    return [way("high", "High", words("high")), way("low", "Low", words("low")), way("both", "Both", "")];
  }

  /** @param {OfferView} offer @returns {(Meaning | null)[]} */
  #swap(offer) {
    const count = this.#screen.chosen.size;
    const full = count === offer.count;
    return [
      { of: "clear", do: "clear", words: "Clear", off: !count, press: () => this.#screen.clearCards() },
      { of: "seal", do: "seal", words: full ? `Seal ${count} cards` : "Seal", more: `${count} of ${offer.count}`, main: full, off: !full, why: `Choose ${offer.count} cards to give`, press: () => this.#screen.act({ do: "give", cards: this.#screen.chosenInOrder() }) },
      null,
    ];
  }

  /** Switches for answers before my turn, in the places of the buttons they stand for. @param {TableView} view @returns {(Meaning | null)[]} */
  #prepared(view) {
    const { fold, call } = choices(view);
    const screen = this.#screen;
    const price = view.me?.price ?? 0;
    const make = (/** @type {import("./preactions.js").Prepared["what"] | null} */ what, /** @type {string} */ words) =>
      what && {
        of: `pre ${what} ${price} ${view.hand}`,
        do: `pre-${what.replace("_", "-")}`,
        words,
        more: "when it is my turn",
        pressed: screen.prepared?.what === what,
        press: () => screen.prepare(screen.prepared?.what === what ? null : prepare(view, what)),
      };
    const count = screen.chosen.size;
    const draw = view.me?.pre.includes("draw") && choosing(view) === "draw";
    return [
      make(fold, fold === "check_fold" ? "Check / fold" : "Fold"),
      draw ? make("draw", count ? `Draw ${count}` : "Stand pat") : make(call, call === "call" ? `Call ${chips(price)}` : "Check"),
      null,
    ];
  }

  /** The line above the buttons: what it costs and what that leaves. @param {TableView} view @param {OfferView | null} offer */
  #price(view, offer) {
    if (offer && this.#busy(offer)) return this.#screen.live.state === "on" ? "Sent…" : "Kept until the connection is back";
    if (!offer || view.state !== "playing") return "";
    if (offer.kind === "draw") return offer.most ? `Choose up to ${offer.most} to throw, or stand pat` : "No card may be thrown";
    if (offer.kind === "declare") return offer.both_rule;
    if (offer.kind === "swap") return `Give these ${counted(offer.count)}: tap the cards`;
    if (offer.price) return `${chips(offer.price)} to call · you would have ${chips(offer.left)} left`;
    return offer.bring_in ? "You bring it in" : offer.no.check ?? "Nothing to call";
  }

  /** Everything a player may do outside a decision. @param {TableView} view */
  #others(view) {
    const screen = this.#screen;
    const may = new Set(view.me?.may ?? []);
    const away = view.seats.find((each) => each.seat === view.me?.seat)?.state !== "waiting";
    /** @type {[string, string, () => void][]} */
    const all = [
      ["deal", "Deal", () => screen.live.send({ t: "host", what: "deal" })],
      ["show", "Show my cards", () => screen.sheet("askToShow")],
      ["return", away ? "I’m back" : "Play now", () => screen.sheet("askToReturn")],
      ["rebuy", "Rebuy", () => screen.sheet("askForChips", "rebuy")],
      ["buy_pot", "Buy into the pot", () => screen.do({ what: "buy_pot" })],
      ["choose", "Choose the game", () => view.choice && screen.sheet("openChoice", view.choice)],
      ["decline", "End the session", () => screen.sheet("askToEnd")],
      ["sit", "Sit down", () => screen.sheet("askToSit", -1)],
    ];
    const quiet = view.me?.host && !view.settings.dealing && (view.state === "open" || view.state === "over");
    if (quiet) may.add("deal");
    const list = all.filter(([name]) => may.has(name) && !(name === "sit" && view.me?.asked_to_sit));
    const box = at("others");
    show(box, list.length);
    keyed(box, list, ([name]) => name, ([name, words, press]) => el("button", { type: "button", class: name === "deal" || name === "choose" ? "main" : "", data: { do: name }, text: words, on: { click: press } }));
  }
}

/** @param {number} count */
const counted = (count) => ["no cards", "one", "two", "three", "four", "five"][count] ?? String(count);
