import assert from "node:assert/strict";
import { test } from "node:test";
import { standing } from "../../src/oddchip/web/static/fair/badge.js";

const NOBODY = { level: "roots", hand: 0, shuffle: 0, id: "", key: "", waits: [], until: 0, seeds: {}, left_out: [], without: [], tip: "", commitment: null, withheld: {}, given_up: 0, voids: 0 };
const of = (fair, wrong = []) => standing({ fair: fair && { ...NOBODY, ...fair }, wrong, checked: 3, verified: 1 });

test("the badge says in one sentence what is and what is not proven", () => {
  const [state, words] = of({ hand: 7, seeds: { 0: "aa", 2: "bb" } });
  assert.equal(state, "proven");
  assert.match(words, /^It is proven that the deck of hand 7 was fixed before it was cut by the seeds of 2 players, .*7 candidates of 8; it is not proven that .*the house sees all of them.*collude\.$/);
  assert.match(of({ hand: 7, level: "strict", seeds: { 0: "aa" } })[1], /before it was cut by the seed of one player, and it is proven to be the whole pack/);
});

test("where nobody gave a seed, where seeds are waited for, and before any hand, nothing is claimed", () => {
  assert.equal(of(null)[0], "none");
  assert.equal(of({})[0], "none");
  assert.deepEqual(of({ hand: 2, waits: [1, 3] }), ["waits", "The deck of hand 2 is committed to, and 2 seeds are waited for."]);
  assert.match(of({ hand: 2, waits: [1] })[1], /and 1 seed is waited for\.$/);
  const [state, words] = of({ hand: 2 });
  assert.equal(state, "bare");
  assert.match(words, /cut by the house alone/);
});

test("what was found wrong comes before everything else", () => {
  const [state, words] = of({ hand: 2, seeds: { 0: "aa" } }, ["one", "the house signs with another key than before."]);
  assert.equal(state, "wrong");
  assert.equal(words, "The deal is not what it should be: the house signs with another key than before.");
});
