// What the reading keys say, each in one breath.
import { nowWords, potOf } from "./board.js";
import { cardName } from "./cards.js";
import { inOrder } from "./hand.js";

/** @typedef {import("./messages.js").TableView} TableView */

/** @param {import("./messages.js").WireCard[]} cards */
const named = (cards) => cards.map((card) => cardName(card[1])).join(", ");

/** @param {import("./messages.js").SeatView} seat */
function seatWords(seat) {
  const known = seat.cards.filter((card) => card[1]);
  const parts = [
    seat.state === "in" ? "" : seat.state,
    `${seat.stack} chips`,
    seat.bet ? `bet ${seat.bet}` : "",
    seat.did,
    seat.drawn.length ? `drew ${seat.drawn.join(", ")}` : "",
    seat.marks.join(", ").replaceAll("_", " "),
    known.length ? `shows ${named(known)}` : "",
  ];
  return `${seat.name}: ${parts.filter(Boolean).join(", ")}`;
}

/** @type {Record<"hand" | "board" | "pot" | "opponents" | "last" | "game", (view: TableView, last: string) => string>} */
export const READINGS = {
  hand: (view) => {
    const cards = inOrder(view);
    if (!cards.length) return "You have no cards";
    return [`You have ${named(cards)}`, ...(view.me?.worth ?? []).map((each) => each.words)].join(". ");
  },
  board: (view) => {
    const rows = view.rows.map((row) => `${row.name}: ${named(row.cards)}`);
    const dead = view.dead.length ? [`Dead: ${named(view.dead)}`] : [];
    return [...rows, ...dead, nowWords(view)].filter(Boolean).join(". ") || "Nothing lies on the table";
  },
  pot: (view) => {
    const offer = view.me?.offer;
    const price = offer?.price ? `, ${offer.price} to call, you would have ${offer.left} left` : "";
    return `Pot ${potOf(view)}${price}`;
  },
  opponents: (view) =>
    view.seats
      .filter((seat) => seat.state !== "empty" && seat.seat !== view.me?.seat)
      .map(seatWords)
      .join(". ") || "Nobody else is here",
  last: (_, last) => last || "Nothing has happened yet",
  game: (view) => [view.game?.name ?? "No game yet", view.game?.where, view.game?.rule].filter(Boolean).join(". "),
};
