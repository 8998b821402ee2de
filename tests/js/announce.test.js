import assert from "node:assert/strict";
import { test } from "node:test";
import { Unique, turnWords } from "../../src/oddchip/web/static/announce.js";

test("scenario 40: two identical announcements differ, so that both are spoken", () => {
  const words = new Unique();
  const said = ["Ada checks", "Ada checks", "Ada checks", "Ben bets 4", "Ada checks"].map((each) => words.next(each));
  for (let n = 1; n < said.length; n++) assert.notEqual(said[n], said[n - 1]);
  assert.equal(said[0], "Ada checks");
  assert.equal(said[4], "Ada checks");
});

test("my turn is told with price, pot and hand", () => {
  const offer = { kind: "bet", price: 20, bring_in: 0 };
  assert.equal(turnWords(offer, 86, "pair of sixes"), "Your turn: 20 to call, pot 86. You have pair of sixes");
  assert.equal(turnWords({ ...offer, price: 0 }, 86, ""), "Your turn: nothing to call, pot 86");
  assert.equal(turnWords({ kind: "swap", count: 4 }, 20, ""), "Your turn: choose 4 cards to give, pot 20");
});
