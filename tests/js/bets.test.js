import assert from "node:assert/strict";
import { test } from "node:test";

// The box looks for its places on the page when it is made, not when it is loaded.
globalThis.matchMedia ??= () => ({ matches: false });
const { allowed, isOpen, stepped } = await import("../../src/oddchip/web/static/bets.js");

const range = { verb: "raise", least: 84, most: 182, step: 1, amounts: [], pot: 168, half: 105 };

test("a wish is brought to the nearest amount on offer", () => {
  assert.equal(allowed(range, 90), 90);
  assert.equal(allowed(range, 3), 84);
  assert.equal(allowed(range, 9999), 182);
  assert.equal(allowed(range, Number.NaN), 84);
  assert.equal(allowed({ ...range, step: 5 }, 91), 89);
  assert.equal(allowed({ ...range, amounts: [2, 4, 10] }, 8), 10);
});

test("scenario 35: a step is a small unit, and all-in can be reached and left", () => {
  assert.equal(stepped(range, 84, 1, 5), 89);
  assert.equal(stepped(range, 179, 1, 5), 182);
  assert.equal(stepped(range, 182, -1, 5), 179);
  assert.equal(stepped(range, 84, -1, 5), 84);
  assert.equal(stepped({ ...range, amounts: [2, 4, 10] }, 4, 1), 10);
  assert.equal(stepped({ ...range, amounts: [2, 4, 10] }, 10, 1), 10);
});

test("every step lands on an amount on offer", () => {
  let at = range.least;
  for (let n = 0; n < 60; n++) {
    at = stepped(range, at, 1, 3);
    assert.ok(at >= range.least && at <= range.most);
  }
  assert.equal(at, range.most);
});

test("there is nothing to choose where there is one amount", () => {
  assert.equal(isOpen(null), false);
  assert.equal(isOpen({ ...range, most: 84 }), false);
  assert.equal(isOpen({ ...range, amounts: [4] }), false);
  assert.equal(isOpen(range), true);
});
