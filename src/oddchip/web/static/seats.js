// The seats round the table: name, stack, clock, cards, bet, marks and what was done last.
import { makeCard } from "./cards.js";
import { makeClock } from "./clock.js";
import { at, attr, chips, el, keyed, part, say, show, unseen } from "./dom.js";

/** @typedef {import("./messages.js").SeatView} SeatView */
/** @typedef {import("./messages.js").TableView} TableView */
/** @typedef {import("./table.js").Screen} Screen */

/** What the marks of a seat are called; the short ones stand on it. @type {Record<string, [string, string]>} */
const MARKS = {
  button: ["D", "dealer button"],
  small_blind: ["SB", "small blind"],
  big_blind: ["BB", "big blind"],
  bring_in: ["bring-in", ""],
  opener: ["opener", ""],
  all_in: ["all in", ""],
  pat: ["pat", ""],
  killer: ["kill", "has killed the pot"],
};

/** @param {Screen} screen @param {TableView} view */
export function renderSeats(screen, view) {
  const mine = view.me?.seat ?? -1;
  const list = at("opponents");
  const around = order(view.seats, mine);
  const crowd = around.filter((seat) => seat.state !== "empty").length;
  document.documentElement.dataset.crowd = crowd > 7 ? "full" : crowd > 4 ? "many" : "few";
  const joinable = view.me?.may.includes("sit") && !view.me.asked_to_sit;
  // Once I sit, empty seats take no room: two players face each other however large the table.
  const placed = joinable ? around : around.filter((seat) => seat.state !== "empty");
  keyed(list, around, (seat) => seat.seat, (seat) => makeSeat(screen, seat.seat), (element, seat) => {
    setSeat(screen, view, element, seat);
    placeSeat(element, Math.max(0, placed.indexOf(seat)), placed.length, mine < 0);
    show(element, seat.state !== "empty" || joinable);
  });
  const me = mine < 0 ? undefined : view.seats.find((seat) => seat.seat === mine);
  const own = at("me");
  show(own, me);
  if (!me) return void own.replaceChildren();
  if (own.firstElementChild?.getAttribute("data-seat") !== String(mine)) own.replaceChildren(makeSeat(screen, mine, "div"));
  setSeat(screen, view, /** @type {HTMLElement} */ (own.firstElementChild), me);
}

/** The others, clockwise from my left. @param {SeatView[]} seats @param {number} mine */
function order(seats, mine) {
  const from = seats.findIndex((seat) => seat.seat === mine);
  return from < 0 ? seats : [...seats.slice(from + 1), ...seats.slice(0, from)];
}

/** Where on the oval: from the lower left over the top to the lower right. @param {HTMLElement} element @param {number} place @param {number} of @param {boolean} all */
function placeSeat(element, place, of, all) {
  const reach = all || of > 5 ? 224 : of > 3 ? 200 : 168;
  const turn = of === 1 ? 90 : 90 + reach / 2 - (reach * place) / (of - 1);
  const x = Math.cos((turn * Math.PI) / 180);
  const y = Math.sin((turn * Math.PI) / 180);
  element.style.setProperty("--x", x.toFixed(4));
  element.style.setProperty("--y", (-y).toFixed(4));
  const aside = Math.abs(x) > 0.82;
  element.style.setProperty("--bx", `${Math.round(aside ? -Math.sign(x) * 150 : -x * 120)}px`);
  element.style.setProperty("--by", `${Math.round(aside ? y * 46 : 100)}px`);
}

/** @param {Screen} screen @param {number} seat @param {"li" | "div"} [tag] */
function makeSeat(screen, seat, tag = "li") {
  const sit = el(
    "button",
    { class: "sit", type: "button", data: { do: "sit" }, on: { click: () => screen.sheet("askToSit", seat) } },
    el("span", { text: "Sit here" }),
    unseen(`, seat ${seat + 1}`),
  );
  return el(
    tag,
    { class: "seat", data: { seat: String(seat) } },
    el("div", { class: "fan" }),
    el(
      "div",
      { class: "plate" },
      makeClock(),
      el("div", { class: "who" }, el("span", { class: "name" }), el("span", { class: "stack" })),
    ),
    el(
      "div",
      { class: "beside" },
      el("div", { class: "marks" }),
      el("div", { class: "notes" }, el("div", { class: "ribbon" }), el("div", { class: "did" }), el("div", { class: "drawn" }), el("div", { class: "shows" })),
      el("div", { class: "bet" }, el("span", { class: "chip", "aria-hidden": "true" }), unseen("bet "), el("span", { class: "amount" })),
    ),
    sit,
  );
}

/** @param {Screen} screen @param {TableView} view @param {HTMLElement} element @param {SeatView} seat */
function setSeat(screen, view, element, seat) {
  const mine = seat.seat === view.me?.seat;
  const acting = view.acting.includes(seat.seat);
  const won = view.result?.won[seat.seat] ?? 0;
  const shown = seat.state === "folded" && seat.cards.some((card) => card[1]); // after the hand
  Object.assign(element.dataset, { state: shown ? "shown" : seat.state, acting: String(acting), won: String(won > 0), online: String(seat.online || seat.bot) });
  say(part(element, ".name"), mine ? "You" : seat.name);
  attr(part(element, ".name"), "title", mine ? null : seat.name);
  say(part(element, ".stack"), stackWords(seat));
  const clock = view.clocks.find((each) => each.seat === seat.seat);
  /** @type {import("./clock.js").OdClock} */ (part(element, "od-clock")).set([...seat.name][0] ?? "", clock, screen.now(), acting);
  setMarks(part(element, ".marks"), seat, view);
  if (!mine) keyed(part(element, ".fan"), seat.cards, (card) => card[0], makeCard, (made, card) => setCard(made, card, view, seat.seat));
  part(element, ".fan").style.setProperty("--n", String(seat.cards.length));
  word(part(element, ".did"), didWords(seat, view, won > 0));
  word(part(element, ".drawn"), seat.drawn.length ? drawnWords(seat.drawn) : "");
  word(part(element, ".shows"), mine ? "" : seat.shows.filter((words) => !words.includes("does not qualify")).join(" · "));
  show(part(element, ".bet"), seat.bet > 0);
  say(part(element, ".bet .amount"), chips(seat.bet));
  part(element, ".bet").dataset.size = seat.bet > 99 ? "3" : seat.bet > 9 ? "2" : "1";
  word(part(element, ".ribbon"), won > 0 && seat.state !== "empty" ? `wins ${chips(won)}` : "");
  show(part(element, ".sit"), seat.state === "empty" && view.me?.may.includes("sit") && !view.me.asked_to_sit);
  for (const path of [".plate", ".fan"]) show(part(element, path), seat.state !== "empty");
}

/** @param {import("./cards.js").OdCard} made @param {import("./messages.js").WireCard} card @param {TableView} view @param {number} seat */
function setCard(made, card, view, seat) {
  made.show(card[1] ?? "");
  const winning = view.result?.cards[seat]?.some((each) => each[0] === card[0] || (each[1] && each[1] === card[1]));
  made.classList.toggle("wins", Boolean(winning));
}

/** @param {HTMLElement} element @param {string} words nothing: it goes */
function word(element, words) {
  show(element, words);
  if (words) say(element, words);
}

/** @param {SeatView} seat */
function stackWords(seat) {
  const stack = chips(seat.stack) + (seat.pending ? ` +${chips(seat.pending)}` : "");
  if (seat.state === "away") return `${stack} · away`;
  if (seat.state === "waiting") return `${stack} · waits`;
  if (!seat.online && !seat.bot) return `${stack} · offline`;
  return seat.leaving ? `${stack} · leaving` : stack;
}

/** What it did last, or that it is its turn; nothing that another mark says already. @param {SeatView} seat @param {TableView} view @param {boolean} won */
function didWords(seat, view, won) {
  if (view.acting.includes(seat.seat) && !seat.did) return seat.seat === view.me?.seat ? "your turn" : view.sealed_phase ? "choosing" : "to act";
  const told = seat.declared || won || seat.state === "folded" || /^(drew|stood pat)/.test(seat.did);
  return told ? "" : seat.did;
}

/** drew 2·1·0, a pat hand being 0. @param {number[]} drawn */
function drawnWords(drawn) {
  return drawn.length === 1 ? (drawn[0] ? `drew ${drawn[0]}` : "pat") : `drew ${drawn.join("·")}`;
}

/** @param {HTMLElement} element @param {SeatView} seat @param {TableView} view */
function setMarks(element, seat, view) {
  const marks = seat.marks.filter((mark) => mark !== "pat" || !seat.drawn.length).map((mark) => MARKS[mark] ?? [mark, ""]);
  if (seat.state === "folded") marks.push(["folded", ""]);
  if (seat.bot) marks.push(["bot", ""]);
  if (seat.declared) marks.push([seat.declared, "declared "]);
  else if (seat.sealed) marks.push([view.game?.family === "swap" ? "sealed" : "closed fist", ""]);
  keyed(element, marks, (mark) => mark[0], () => el("span", {}), (made, [short, long]) => {
    made.className = short === "D" ? "dealer" : "mark";
    made.dataset.mark = short;
    if (long && !made.childElementCount) made.replaceChildren(el("span", { text: short, "aria-hidden": "true" }), unseen(long + (long.endsWith(" ") ? short : "")));
    else if (!long) say(made, short);
  });
}

/** Where a seat's element is, mine or another's. @param {number} seat */
export const seatElement = (seat) => /** @type {HTMLElement | null} */ (document.querySelector(`.seat[data-seat="${seat}"]`));
