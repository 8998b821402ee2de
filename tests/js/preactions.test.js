import assert from "node:assert/strict";
import { test } from "node:test";
import { answer, choices, holds, prepare } from "../../src/oddchip/web/static/preactions.js";

const seat = (state = "in") => ({ seat: 2, state });
const view = (changes = {}, me = {}) => ({
  state: "playing",
  hand: 7,
  game: { where: "before the draw" },
  seats: [seat()],
  ...changes,
  me: { seat: 2, price: 0, pre: ["fold", "check"], offer: null, ...me },
});
const offer = (changes = {}) => ({ kind: "bet", price: 0, check: true, fold: true, call: false, ...changes });

test("what may be prepared stands in the places of fold and of check or call", () => {
  assert.deepEqual(choices(view()), { fold: "check_fold", call: "check" });
  assert.deepEqual(choices(view({}, { price: 20, pre: ["fold", "call"] })), { fold: "fold", call: "call" });
  assert.deepEqual(choices(view({}, { pre: ["fold"] })), { fold: "fold", call: null });
  assert.deepEqual(choices(view({}, { pre: [] })), { fold: null, call: null });
});

test("nothing is prepared while an answer is asked for", () => {
  assert.deepEqual(choices(view({}, { offer: offer() })), { fold: null, call: null });
});

test("scenario 2: a call prepared at one price is gone at another", () => {
  const prepared = prepare(view({}, { price: 20, pre: ["fold", "call"] }), "call");
  assert.equal(holds(prepared, view({}, { price: 20 })), true);
  assert.equal(holds(prepared, view({}, { price: 40 })), false);
  assert.equal(answer(prepared, offer({ price: 20, check: false, call: true })), "call");
  assert.equal(answer(prepared, offer({ price: 9000, check: false, call: true })), null);
});

test("scenario 2: a check prepared where it was free does not call, nor fold, when there is a bet", () => {
  const prepared = prepare(view(), "check");
  assert.equal(holds(prepared, view({}, { price: 4 })), false);
  assert.equal(answer(prepared, offer({ price: 4, check: false, call: true })), null);
});

test("scenario 3: check/fold of one hand is gone in the next", () => {
  const prepared = prepare(view(), "check_fold");
  assert.equal(holds(prepared, view()), true);
  assert.equal(holds(prepared, view({ hand: 8 })), false);
  assert.equal(holds(prepared, view({ state: "over" })), false);
});

test("check/fold folds to a bet of the same round only", () => {
  const prepared = prepare(view(), "check_fold");
  assert.equal(answer(prepared, offer()), "check");
  assert.equal(answer(prepared, offer({ price: 4, check: false, call: true })), "fold");
  assert.equal(holds(prepared, view({ game: { where: "after the draw" } })), false);
});

test("a prepared fold never folds what could be checked", () => {
  const prepared = prepare(view({}, { price: 4, pre: ["fold", "call"] }), "fold");
  assert.equal(answer(prepared, offer()), null);
  assert.equal(answer(prepared, offer({ price: 4, check: false, call: true })), "fold");
});

test("who has folded, left or was sent away has nothing prepared", () => {
  const prepared = prepare(view(), "check");
  assert.equal(holds(prepared, view({ seats: [seat("folded")] })), false);
  assert.equal(holds(prepared, view({}, { seat: -1 })), false);
});

test("a prepared draw answers a draw alone", () => {
  const prepared = prepare(view({}, { pre: ["draw"] }), "draw");
  assert.equal(answer(prepared, { kind: "draw" }), "draw");
  assert.equal(answer(prepared, offer()), null);
});
