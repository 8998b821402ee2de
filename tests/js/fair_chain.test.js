import assert from "node:assert/strict";
import { test } from "node:test";
import { unhex } from "../../src/oddchip/web/static/fair/bytes.js";
import { LENGTH, SeedChain, follows } from "../../src/oddchip/web/static/fair/chain.js";

/** @returns {any} */
const storage = (kept = new Map()) => ({ kept, getItem: (name) => kept.get(name) ?? null, setItem: (name, value) => kept.set(name, value) });
const asked = (hand, shuffle, id, before = "") => ({ hand, shuffle, id, before });
const bytes = (text) => unhex(text, "it", 32);

test("a seed is the link before the tip, and then it is the tip", () => {
  const chain = new SeedChain(storage(), "t");
  for (let hand = 1; hand < 4; hand++) {
    const tip = chain.tip;
    const seed = chain.seed(asked(hand, 0, `root ${hand}`));
    assert.ok(follows(bytes(tip), bytes(seed)));
    assert.equal(chain.tip, seed);
  }
});

test("the secret is kept before the tip is known, and outlives a reload", () => {
  const place = storage();
  const chain = new SeedChain(place, "t");
  assert.equal(place.kept.size, 1);
  const seed = chain.seed(asked(1, 0, "r"));
  const again = new SeedChain(place, "t");
  assert.equal(again.tip, chain.tip);
  assert.equal(again.seed(asked(1, 0, "r")), seed);
  assert.notEqual(new SeedChain(place, "another").tip, chain.tip);
});

test("no seed for another root of the same shuffle, none for what is past", () => {
  const place = storage();
  const chain = new SeedChain(place, "t");
  const seed = chain.seed(asked(5, 1, "r"));
  const before = JSON.stringify([...place.kept]);
  for (const [hand, shuffle, id] of [[5, 1, "other"], [5, 0, "r"], [4, 9, "r"], [5, 1, ""]]) assert.equal(chain.seed(asked(hand, shuffle, id)), null);
  assert.equal(JSON.stringify([...place.kept]), before);
  assert.equal(chain.seed(asked(5, 1, "r")), seed);
  assert.notEqual(chain.seed(asked(5, 2, "next")), null);
  assert.equal(chain.seed(asked(5, 1, "r")), null, "asked again too late");
});

test("after a commitment that came to nothing there is a seed for the one that follows it", () => {
  const chain = new SeedChain(storage(), "t");
  const first = chain.seed(asked(5, 0, "a", "z"));
  assert.equal(chain.gave("a"), true);
  assert.equal(chain.seed(asked(5, 0, "b", "z")), null, "another deck in the same place");
  const second = chain.seed(asked(5, 0, "b", "a"));
  assert.ok(follows(bytes(first), bytes(second)));
  assert.equal(chain.seed(asked(5, 0, "a", "z")), null);
  assert.notEqual(chain.seed(asked(5, 1, "c", "b")), null);
});

test("two tabs give one seed", () => {
  const place = storage();
  const [one, other] = [new SeedChain(place, "t"), new SeedChain(place, "t")];
  assert.equal(one.seed(asked(1, 0, "r")), other.seed(asked(1, 0, "r")));
  assert.equal(other.seed(asked(1, 0, "s")), null);
  const next = other.seed(asked(2, 0, "s"));
  assert.equal(one.seed(asked(2, 0, "s")), next);
  assert.equal(one.tip, next);
});

test("a chain at its end is followed by a new one, and what was given is not given again", () => {
  const place = storage();
  const chain = new SeedChain(place, "t");
  const [name, kept] = [...place.kept][0];
  place.kept.set(name, JSON.stringify({ ...JSON.parse(kept), shown: 1 }));
  const last = chain.seed(asked(7, 0, "r"));
  assert.equal(last, JSON.parse(kept).secret);
  assert.equal(chain.seed(asked(8, 0, "s")), null);
  const tip = chain.tip;
  assert.notEqual(tip, last);
  assert.equal(chain.seed(asked(7, 0, "r")), null);
  assert.ok(follows(bytes(tip), bytes(chain.seed(asked(8, 0, "s")))));
});

test("what is kept and is not a chain is none: another one begins", () => {
  for (const rubbish of ["{", "null", "[]", '{"secret":"00","shown":3}', `{"secret":"${"0".repeat(64)}","shown":${LENGTH + 1},"hand":0,"shuffle":0,"id":""}`]) {
    const chain = new SeedChain(storage(new Map([["oddchip.seeds.t", rubbish]])), "t");
    assert.notEqual(chain.seed(asked(0, 0, "r")), null);
  }
});

test("where nothing can be kept there is no chain", () => {
  assert.throws(() => new SeedChain({ getItem: () => null, setItem: () => { throw new Error("full"); } }, "t"));
  assert.throws(() => new SeedChain({ getItem: () => null, setItem: () => {} }, "t"), /keeps nothing/);
});
