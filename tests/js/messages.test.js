import assert from "node:assert/strict";
import { test } from "node:test";
import { filled } from "../../src/oddchip/web/static/messages.js";

test("what a frame leaves out is there again, at every depth", () => {
  const view = filled({ t: "view", seq: 1, now: 2, state: "open", title: "x", seats: [{ seat: 0 }], me: { person: "p", name: "Ada", offer: { decision: [1, 2], kind: "bet", raise_to: { verb: "bet", least: 2, most: 4 } } } });
  assert.equal(view.seats[0].state, "empty");
  assert.deepEqual(view.seats[0].cards, []);
  assert.equal(view.me.seat, -1);
  assert.equal(view.me.offer.price, 0);
  assert.equal(view.me.offer.raise_to.step, 1);
  assert.equal(view.game, null);
});

test("one message's lists are not another's", () => {
  const raw = { t: "view", seq: 1, now: 2, state: "open", title: "x", seats: [{ seat: 0 }, { seat: 1 }] };
  const view = filled(raw);
  view.seats[0].cards.push(["a", "As"]);
  assert.deepEqual(view.seats[1].cards, []);
  assert.deepEqual(filled(raw).seats[0].cards, []);
});

test("what is no message is none", () => {
  for (const raw of [null, 1, "view", {}, { t: "unheard of" }, []]) assert.equal(filled(raw), null);
});
