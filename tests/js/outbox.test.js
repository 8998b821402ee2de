import assert from "node:assert/strict";
import { test } from "node:test";
import { Outbox, newId } from "../../src/oddchip/web/static/outbox.js";

/** @returns {any} */
const storage = () => {
  const kept = new Map();
  return { getItem: (name) => kept.get(name) ?? null, setItem: (name, value) => kept.set(name, value) };
};
const act = (id, decision = [1, 4]) => ({ t: "act", id, decision, do: "call", price: 2 });

test("scenario 6: what was not answered outlives a reload, in its order", () => {
  const place = storage();
  const before = new Outbox(place, "table");
  before.add(act("a"));
  before.add({ t: "chat", id: "b", text: "hello" });
  const after = new Outbox(place, "table");
  assert.deepEqual(after.all().map((each) => each.id), ["a", "b"]);
});

test("what was answered is not sent again", () => {
  const place = storage();
  const box = new Outbox(place, "table");
  box.add(act("a"));
  assert.equal(box.done("a").do, "call");
  assert.equal(box.done("a"), undefined);
  assert.deepEqual(new Outbox(place, "table").all(), []);
});

test("scenario 1: a decision with an answer on its way is not answered twice", () => {
  const box = new Outbox(storage(), "table");
  box.add(act("a"));
  assert.equal(box.answers([1, 4]), true);
  assert.equal(box.answers([1, 5]), false);
  assert.equal(box.answers(undefined), false);
  box.done("a");
  assert.equal(box.answers([1, 4]), false);
});

test("a storage that holds rubbish, is full or is not there does no harm", () => {
  assert.deepEqual(new Outbox({ getItem: () => "{", setItem: () => {} }, "table").all(), []);
  const full = new Outbox({ getItem: () => null, setItem: () => { throw new Error("full"); } }, "table");
  full.add(act("a"));
  assert.equal(full.all().length, 1);
  const none = new Outbox(null, "table");
  none.add(act("a"));
  assert.equal(none.all().length, 1);
});

test("it is bounded, and the oldest goes first", () => {
  const box = new Outbox(storage(), "table");
  for (let n = 0; n < 100; n++) box.add(act(`n${n}`, [1, n]));
  assert.equal(box.all().length, 64);
  assert.equal(box.all()[0].id, "n36");
});

test("ids are never used twice", () => {
  const ids = new Set(Array.from({ length: 5000 }, newId));
  assert.equal(ids.size, 5000);
  for (const id of ids) assert.match(id, /^[0-9a-f]{24}$/);
});
