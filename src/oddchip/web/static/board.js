// The middle of the table: pots and who may win them, cards on the table, dead cards, what is happening now.
import { inlineCard, makeCard } from "./cards.js";
import { at, chips, el, keyed, listed, part, say, show } from "./dom.js";

/** @typedef {import("./messages.js").TableView} TableView */

/** @param {TableView} view @param {number} seat */
export const nameOf = (view, seat) => (seat === view.me?.seat ? "you" : view.seats.find((each) => each.seat === seat)?.name ?? "");

/** What lies in the middle: what was carried over is in the pot from the deal on. @param {Pick<TableView, "pot" | "carried">} view */
export const potOf = (view) => view.pot || view.carried;

/** @param {TableView} view */
export function renderBoard(view) {
  const board = at("board");
  board.dataset.state = view.state;
  const pot = potOf(view);
  show(at("pot"), pot > 0 || view.state === "playing");
  say(part(at("pot"), ".amount"), chips(pot));
  at("pot").dataset.size = pot > 199 ? "3" : pot > 39 ? "2" : pot ? "1" : "0";
  renderPots(view);
  renderRows(view);
  const dead = at("dead");
  show(dead, view.dead.length);
  keyed(part(dead, ".cards"), view.dead, (card) => card[0], (card) => inlineCard(card[1]));
  say(at("now"), nowWords(view));
}

/** Pots apart from the only one, and what was carried into this deal. @param {TableView} view */
function renderPots(view) {
  const several = view.pots.length > 1 ? view.pots : [];
  const lines = several.map((pot, place) => ({
    name: place ? (several.length > 2 ? `Side pot ${place}` : "Side pot") : "Main pot",
    chips: pot.chips,
    who: pot.seats.length ? listed(pot.seats.map((seat) => nameOf(view, seat))) : "",
  }));
  if (view.carried) lines.push({ name: "Carried over", chips: view.carried, who: "" });
  const list = at("pots");
  show(list, lines.length);
  keyed(list, lines, (line) => line.name, () => el("li", {}, el("b", {}), el("span", { class: "amount" }), el("span", { class: "for" })), (item, line) => {
    say(part(item, "b"), line.name);
    say(part(item, ".amount"), ` ${chips(line.chips)} `);
    say(part(item, ".for"), line.who ? `for ${line.who}` : "");
  });
}

/** @param {TableView} view */
function renderRows(view) {
  const rows = at("rows");
  show(rows, view.rows.length);
  rows.dataset.count = String(view.rows.length);
  const used = new Set((view.me?.worth ?? []).flatMap((worth) => worth.plays));
  const over = view.state === "over";
  keyed(rows, view.rows, (row) => row.name, (row) => el("div", { class: "row", role: "group", "aria-label": row.name }, el("span", { class: "row-name", text: row.name }), el("div", { class: "cards" })), (element, row) => {
    show(part(element, ".row-name"), view.rows.length > 1);
    keyed(part(element, ".cards"), row.cards, (card) => card[0], makeCard, (made, card) => {
      made.show(card[1]);
      made.classList.toggle("plays", !over && used.has(card[0]));
      made.classList.toggle("wins", over && wins(view, card[0], card[1]));
    });
  });
}

/** @param {TableView} view @param {string} id @param {string} text */
const wins = (view, id, text) => Object.values(view.result?.cards ?? {}).some((cards) => cards.some((card) => card[0] === id || (card[1] && card[1] === text)));

/** One line about what everybody waits for. @param {TableView} view */
export function nowWords(view) {
  if (view.state === "paused") return ""; // the banner says it
  if (view.why && view.state !== "playing") return view.why;
  if (view.state === "over") return "";
  if (view.state === "open" && view.me?.host) return "Everybody here? Deal the first hand";
  if (view.state !== "playing") return view.choice ? `${nameOf(view, view.choice.seat)} chooses the game` : "Waiting for the next hand";
  const acting = view.acting.map((seat) => nameOf(view, seat));
  if (!acting.length) return "";
  if (view.sealed_phase) {
    const done = view.seats.filter((seat) => seat.state === "in" && seat.sealed).length;
    const all = view.seats.filter((seat) => seat.state === "in").length;
    return `Nobody sees a choice until all have made theirs · ${done} of ${all} have`;
  }
  if (view.me?.offer) return "";
  const verb = /^the (\w+ )?draw$/.test(view.game?.where ?? "") ? "to draw" : "to act";
  return `${listed(acting)} ${verb}`;
}
