// Motion after the fact: the new state is on the screen at once, and what changed comes flying to its place.
import { settings } from "./settings.js";

/** @typedef {{rect: DOMRect, text: string, element: HTMLElement, mine: boolean}} Place */
/** @typedef {{cards: Map<string, Place>, bets: Map<string, DOMRect>, pot: DOMRect | undefined}} Places */

const CALM = matchMedia("(prefers-reduced-motion: reduce)");
/** @type {Set<Animation>} */
const running = new Set();
const SETTLE = "cubic-bezier(.2,.75,.25,1)";

for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, finish, { capture: true, passive: true });
document.addEventListener("visibilitychange", finish);

/** Any touch or key brings everything to its place. */
export function finish() {
  for (const animation of running) animation.finish();
  running.clear();
}

/** How long a motion of so many milliseconds takes; 0: none. @param {number} usual */
function lasting(usual) {
  if (document.hidden) return 0;
  return { off: 0, fast: 0.5, normal: 1 }[/** @type {"off" | "fast" | "normal"} */ (settings().speed)] * usual;
}

/** @param {Element} element @param {Keyframe[]} frames @param {number} long @param {number} [delay] @param {() => void} [then] */
function play(element, frames, long, delay = 0, then) {
  const animation = element.animate(frames, { duration: long, delay, easing: SETTLE, fill: "backwards" });
  running.add(animation);
  animation.onfinish = animation.oncancel = () => {
    running.delete(animation);
    then?.();
  };
}

/** Where the pot lies, and cards come from: the middle of the board while there is no pot. */
function middle() {
  const pot = document.querySelector("#pot")?.getBoundingClientRect();
  if (pot?.width) return pot;
  const board = /** @type {HTMLElement} */ (document.getElementById("board")).getBoundingClientRect();
  return new DOMRect(board.x + board.width / 2 - 30, board.y + board.height / 2 - 20, 60, 40);
}

/** Where everything is before the change. @returns {Places} */
export function before() {
  /** @type {Places} */
  const places = { cards: new Map(), bets: new Map(), pot: middle() };
  if (!lasting(1)) return places;
  for (const found of document.querySelectorAll("#felt od-card")) {
    const card = /** @type {import("./cards.js").OdCard} */ (found);
    const rect = card.getBoundingClientRect();
    if (rect.width) places.cards.set(card.dataset.cardId ?? "", { rect, text: card.text ?? "", element: card, mine: Boolean(card.closest("#hand")) });
  }
  for (const bet of document.querySelectorAll(".seat .bet:not([hidden])")) places.bets.set(seatOf(bet), bet.getBoundingClientRect());
  return places;
}

/** @param {Element} element */
const seatOf = (element) => /** @type {HTMLElement} */ (element.closest("[data-seat]"))?.dataset.seat ?? "";

/** @param {Places} old @param {boolean} newHand @param {number[]} winners */
export function after(old, newHand, winners) {
  if (!lasting(1)) return;
  if (CALM.matches) return fade(old);
  const gone = new Map(old.cards);
  /** @type {{card: import("./cards.js").OdCard, rect: DOMRect}[]} */
  const fresh = [];
  for (const found of document.querySelectorAll("#felt od-card")) {
    const card = /** @type {import("./cards.js").OdCard} */ (found);
    const rect = card.getBoundingClientRect();
    const was = old.cards.get(card.dataset.cardId ?? "");
    gone.delete(card.dataset.cardId ?? "");
    if (!rect.width) continue;
    if (!was) fresh.push({ card, rect });
    else if (was.text !== (card.text ?? "")) turn(card);
    else if (Math.abs(was.rect.x - rect.x) + Math.abs(was.rect.y - rect.y) > 3) slide(card, was.rect, rect);
  }
  arrive(fresh, gone, newHand);
  for (const place of gone.values()) if (!newHand) leave(place);
  chips(old, winners);
}

/** @param {Places} old */
function fade(old) {
  for (const found of document.querySelectorAll("#felt od-card")) {
    const card = /** @type {import("./cards.js").OdCard} */ (found);
    if (old.cards.get(card.dataset.cardId ?? "")?.text !== card.text) play(card, [{ opacity: 0 }, { opacity: 1 }], 180);
  }
}

/** New cards come from the deck, or from the other hand where a card of the same face has just left it. @param {{card: import("./cards.js").OdCard, rect: DOMRect}[]} fresh @param {Map<string, Place>} gone @param {boolean} newHand */
function arrive(fresh, gone, newHand) {
  const deck = middle();
  const total = Math.min(900, 70 * fresh.length);
  fresh.forEach(({ card, rect }, place) => {
    const from = [...gone].find(([, was]) => was.text && was.text === card.text);
    if (from) {
      gone.delete(from[0]);
      return fly(card, from[1].rect, rect, 520, 30 * place, true);
    }
    fly(card, deck, rect, 280, lasting(1) ? (total * place) / Math.max(1, fresh.length) : 0);
    if (!newHand && card.closest("#hand")) glow(card);
  });
}

/** @param {HTMLElement} card */
function glow(card) {
  play(card, [{ filter: "brightness(1.25) drop-shadow(0 0 10px gold)" }, { filter: "none" }], lasting(1400), lasting(250));
}

/** @param {HTMLElement} card @param {DOMRect} from @param {DOMRect} to @param {number} long @param {number} delay @param {boolean} [arc] */
function fly(card, from, to, long, delay, arc = false) {
  const x = from.x + from.width / 2 - to.x - to.width / 2;
  const y = from.y + from.height / 2 - to.y - to.height / 2;
  const size = arc ? from.width / to.width : 0.45;
  const frames = [{ transform: `translate(${x}px,${y}px) scale(${size}) rotate(${arc ? 0 : -8}deg)`, opacity: arc ? 1 : 0.2 }, { transform: "none", opacity: 1 }];
  if (arc) frames.splice(1, 0, { transform: `translate(${x * 0.5 + 46}px,${y * 0.5}px) scale(${(1 + size) / 2}) rotate(6deg)`, opacity: 1 });
  play(card, frames, lasting(long), lasting(delay));
}

/** A card that only has to make room. @param {HTMLElement} card @param {DOMRect} from @param {DOMRect} to */
function slide(card, from, to) {
  play(card, [{ transform: `translate(${from.x - to.x}px,${from.y - to.y}px)` }, { transform: "none" }], lasting(220));
}

/** @param {HTMLElement} card */
function turn(card) {
  play(card, [{ transform: "perspective(500px) rotateY(86deg)" }, { transform: "none" }], lasting(260));
}

/** A card that goes: its ghost flies to the middle and fades. @param {Place} place */
function leave(place) {
  const layer = document.getElementById("flights");
  const deck = middle();
  if (!layer) return;
  const ghost = /** @type {HTMLElement} */ (place.element.cloneNode(true));
  ghost.removeAttribute("data-card-id");
  put(ghost, place.rect);
  layer.append(ghost);
  const x = deck.x + deck.width / 2 - place.rect.x - place.rect.width / 2;
  const y = deck.y + deck.height / 2 - place.rect.y - place.rect.height / 2;
  play(ghost, [{ transform: "none", opacity: 1 }, { transform: `translate(${x}px,${y}px) scale(.5) rotate(20deg)`, opacity: 0 }], lasting(320), 0, () => ghost.remove());
}

/** @param {HTMLElement} ghost @param {DOMRect} rect */
function put(ghost, rect) {
  Object.assign(ghost.style, { position: "absolute", left: `${rect.x}px`, top: `${rect.y}px`, width: `${rect.width}px`, height: `${rect.height}px`, margin: "0" });
}

/** Bets go to the pot, the pot to whom it belongs. @param {Places} old @param {number[]} winners */
function chips(old, winners) {
  const pot = winners.length && old.pot ? old.pot : middle();
  for (const [seat, rect] of old.bets) {
    const now = document.querySelector(`.seat[data-seat="${seat}"] .bet`);
    if (!now || /** @type {HTMLElement} */ (now).hidden) coin(rect, pot, lasting(300), 0);
  }
  for (const seat of winners) {
    const to = document.querySelector(`.seat[data-seat="${seat}"] .plate`)?.getBoundingClientRect();
    if (to) for (let n = 0; n < 4; n++) coin(pot, to, lasting(500), lasting(260 + n * 60));
  }
  for (const bet of document.querySelectorAll(".seat .bet:not([hidden])")) {
    if (old.bets.has(seatOf(bet))) continue;
    const from = bet.closest(".seat")?.querySelector(".plate")?.getBoundingClientRect();
    const to = bet.getBoundingClientRect();
    if (from) play(bet, [{ transform: `translate(${(from.x - to.x) * 0.7}px,${(from.y - to.y) * 0.7}px)`, opacity: 0.3 }, { transform: "none", opacity: 1 }], lasting(260));
  }
}

/** @param {DOMRect} from @param {DOMRect} to @param {number} long @param {number} delay */
function coin(from, to, long, delay) {
  const layer = document.getElementById("flights");
  if (!layer) return;
  const chip = document.createElement("span");
  chip.className = "chip flying";
  chip.style.left = `${from.x + from.width / 2 - 9}px`;
  chip.style.top = `${from.y + from.height / 2 - 9}px`;
  layer.append(chip);
  const x = to.x + to.width / 2 - from.x - from.width / 2;
  const y = to.y + to.height / 2 - from.y - from.height / 2;
  play(chip, [{ transform: "none", opacity: 1 }, { transform: `translate(${x}px,${y}px)`, opacity: 1, offset: 0.9 }, { transform: `translate(${x}px,${y}px)`, opacity: 0 }], long, delay, () => chip.remove());
}
