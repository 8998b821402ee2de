// Answers prepared before my turn: bound to one hand and, unless they spend nothing, to the exact price.

/** @typedef {import("./messages.js").TableView} TableView */
/** @typedef {import("./messages.js").OfferView} OfferView */
/**
 * "check" and "call" hold at their price alone; "fold" holds at its price; "check_fold" says of itself that it folds to any
 * bet, and holds for the round of bets in which it was pressed.
 * @typedef {{what: "check" | "call" | "fold" | "check_fold" | "draw", hand: number, price: number, round: string}} Prepared
 */

/** The round of play a view is in. @param {TableView} view */
export const roundOf = (view) => `${view.hand}:${view.game?.where ?? ""}`;

/** What may be prepared now, in the order of the three places. @param {TableView} view @returns {{fold: Prepared["what"] | null, call: Prepared["what"] | null}} */
export function choices(view) {
  const me = view.me;
  const may = new Set(me && !me.offer ? me.pre : []);
  const free = !me?.price;
  return {
    fold: may.has("check_fold") || (free && may.has("check")) ? "check_fold" : may.has("fold") ? "fold" : null,
    call: free ? (may.has("check") ? "check" : null) : may.has("call") ? "call" : null,
  };
}

/** @param {TableView} view @param {Prepared["what"]} what @returns {Prepared} */
export const prepare = (view, what) => ({ what, hand: view.hand, price: view.me?.price ?? 0, round: roundOf(view) });

/** Does it still stand before my turn? @param {Prepared} prepared @param {TableView} view */
export function holds(prepared, view) {
  if (view.state !== "playing" || view.hand !== prepared.hand || !view.me) return false;
  if (view.me.seat < 0 || view.seats.find((seat) => seat.seat === view.me?.seat)?.state !== "in") return false;
  if (prepared.what === "draw") return true;
  if (roundOf(view) !== prepared.round) return false;
  const price = view.me.offer ? view.me.offer.price : view.me.price;
  return prepared.what === "check_fold" || price === prepared.price;
}

/**
 * What it does with the offer that has come, or null: then it is gone and I am asked.
 * @param {Prepared} prepared @param {OfferView} offer @returns {"check" | "call" | "fold" | "draw" | null}
 */
export function answer(prepared, offer) {
  if (prepared.what === "draw") return offer.kind === "draw" ? "draw" : null;
  if (offer.kind !== "bet") return null;
  if (prepared.what === "check_fold") return offer.check ? "check" : offer.fold ? "fold" : null;
  if (offer.price !== prepared.price) return null;
  if (prepared.what === "check") return offer.check ? "check" : null;
  if (prepared.what === "call") return offer.call ? "call" : null;
  return offer.fold && !offer.check ? "fold" : null;
}
