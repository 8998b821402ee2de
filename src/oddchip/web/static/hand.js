// My hand: buttons for cards that may be chosen, what it is worth in words, which cards play.
import { cardOrder, makeCard } from "./cards.js";
import { at, attr, el, keyed, part, say, show } from "./dom.js";
import { settings } from "./settings.js";

/** @typedef {import("./messages.js").TableView} TableView */
/** @typedef {import("./messages.js").WireCard} WireCard */
/** @typedef {import("./table.js").Screen} Screen */

/** Which choice of cards my hand is open to now: to throw, to give, or none. @param {TableView} view @returns {"draw" | "give" | null} */
export function choosing(view) {
  const me = view.me;
  if (!me || me.seat < 0 || !me.cards.length) return null;
  if (me.offer?.kind === "draw") return "draw";
  if (me.offer?.kind === "swap") return "give";
  const dealt = view.state === "playing" && view.seats.find((seat) => seat.seat === me.seat)?.state === "in";
  return dealt && drawsToCome(view) && !me.sealed.length ? "draw" : null;
}

/** @param {TableView} view */
function drawsToCome(view) {
  const drawn = Math.max(0, ...view.seats.filter((seat) => seat.seat === view.me?.seat).map((seat) => seat.drawn.length));
  return view.game?.family === "draw" && drawn < view.game.draws;
}

/** My cards as they lie on the screen. @param {TableView} view */
export function inOrder(view) {
  const cards = view.me?.cards ?? [];
  if (settings().sort !== "on" || view.game?.family === "stud") return cards;
  const order = (/** @type {WireCard} */ card) => cardOrder(card[1], view.game?.ace === "low");
  return [...cards].sort((one, other) => order(other) - order(one));
}

/** @param {Screen} screen @param {TableView} view */
export function renderHand(screen, view) {
  const me = view.me;
  const mode = choosing(view);
  const mine = at("mine");
  const cards = inOrder(view);
  const sealed = new Set(me?.sealed ?? []);
  mine.dataset.mode = mode ?? "";
  at("hand").style.setProperty("--n", String(Math.max(1, cards.length)));
  at("hand").dataset.family = view.game?.family ?? "";
  const folded = view.seats.find((seat) => seat.seat === me?.seat)?.state === "folded";
  mine.classList.toggle("folded", folded);
  keyed(at("hand"), cards, (card) => card[0], (card) => makeOwn(screen, card), (button, card, place) => {
    const chosen = mode ? screen.chosen.has(card[0]) : sealed.has(card[0]);
    const made = /** @type {import("./cards.js").OdCard} */ (part(button, "od-card"));
    made.show(card[1]);
    button.classList.toggle("chosen", chosen);
    button.classList.toggle("up", view.game?.family === "stud" && place > 1 && place < 6);
    button.style.setProperty("--i", String(place));
    attr(button, "aria-pressed", mode ? String(chosen) : null);
    attr(button, "aria-disabled", mode ? null : true);
    setPlays(made, view, card);
    const words = verb(mode, chosen, sealed.has(card[0]));
    say(part(button, ".verb"), words);
    button.dataset.number = String(place + 1);
  });
  renderWorth(view);
}

/** @param {"draw" | "give" | null} mode @param {boolean} chosen @param {boolean} sealed */
function verb(mode, chosen, sealed) {
  if (mode === "draw") return chosen ? "throw" : "";
  if (mode === "give") return chosen ? "give" : "keep";
  return sealed ? "given" : "";
}

/** @param {Screen} screen @param {WireCard} card */
function makeOwn(screen, card) {
  const id = card[0];
  return el(
    "button",
    { class: "own", type: "button", data: { cardId: id }, on: { click: () => screen.toggleCard(id) } },
    makeCard(card),
    el("span", { class: "verb" }),
  );
}

/** @param {import("./cards.js").OdCard} made @param {TableView} view @param {WireCard} card */
function setPlays(made, view, card) {
  const all = view.me?.cards.length ?? 0;
  for (const way of ["high", "low"]) {
    const worth = view.me?.worth.find((each) => (way === "low") === each.way.includes("low"));
    const own = worth?.plays.filter((id) => view.me?.cards.some((each) => each[0] === id)) ?? [];
    const tells = !view.result && (own.length < all || view.rows.length > 0);
    made.classList.toggle(`plays-${way}`, Boolean(worth?.qualifies && tells && own.includes(card[0])));
  }
  const won = view.me && view.result?.cards[view.me.seat];
  made.classList.toggle("wins", Boolean(won?.some((each) => each[0] === card[0] || each[1] === card[1])));
}

/** @param {TableView} view */
function renderWorth(view) {
  const me = view.me;
  const worth = at("worth");
  show(worth, me && (me.worth.length || me.note));
  const lines = me?.worth.length ? me.worth : [];
  keyed(part(worth, "ul"), lines, (line) => line.way, () => el("li", {}), (item, line) => {
    item.className = line.qualifies ? "" : "short";
    item.dataset.way = line.way.includes("low") ? "low" : "high";
    say(item, line.qualifies ? line.words : `${line.words.replace(/ \(.*\)$/, "")}: does not qualify`);
  });
  say(part(worth, ".note"), me?.note ?? "");
}
