import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { hex, littleBytes, unhex, utf8 } from "../../src/oddchip/web/static/fair/bytes.js";
import { link } from "../../src/oddchip/web/static/fair/chain.js";
import { below, digest, expand, list, number, numbers, permutation } from "../../src/oddchip/web/static/fair/hashing.js";
import { parsed } from "../../src/oddchip/web/static/fair/json.js";
import { V, checkPoint, scalar } from "../../src/oddchip/web/static/fair/points.js";
import * as transcript from "../../src/oddchip/web/static/fair/transcript.js";
import * as verify from "../../src/oddchip/web/static/fair/verify.js";
import { changed, disagreements, holds, otherFacts } from "./fair_stored.js";

const folder = new URL("../fair/", import.meta.url);
const text = (name) => readFileSync(new URL(name, folder), "utf8");
const json = (name) => JSON.parse(text(name));

test("the hash and what is made with it are those of the stored vectors", () => {
  const vectors = json("vectors.json");
  const bytes = (words) => unhex(words, "a vector");
  for (const { tag, parts, is } of vectors.digest) assert.equal(hex(digest(tag, ...parts.map(bytes))), is);
  for (const [value, is] of Object.entries(vectors.number)) assert.equal(hex(number(Number(value))), is);
  for (const [value, is] of Object.entries(vectors.text)) assert.equal(hex(utf8(value)), is);
  assert.equal(hex(list(vectors.listed.parts.map(bytes))), vectors.listed.is);
  const key = bytes(vectors.key);
  const blocks = expand(key, "permutation");
  for (const is of vectors.expand) assert.equal(hex(blocks.next().value), is);
  const drawn = numbers(key, vectors.below.tag);
  assert.deepEqual(vectors.below.bounds.map((bound) => below(drawn, bound)), vectors.below.are);
  for (const [n, order] of Object.entries(vectors.permutation)) assert.deepEqual(permutation(key, Number(n)), order);
  const { secret, length, tip, seeds } = vectors.chain;
  assert.equal(hex(link(bytes(secret), length)), tip);
  assert.deepEqual(seeds.map((_, at) => hex(link(bytes(secret), length - 1 - at))), seeds);
});

test("scalars and points of cards are those of the stored vectors", () => {
  const { scalar: one, points } = json("vectors.json");
  assert.equal(hex(littleBytes(scalar(unhex(one.digest, "it")), 32)), one.is);
  for (const { value, salt, is } of points) {
    checkPoint(unhex(is, "it"), value, unhex(salt, "it"));
    assert.throws(() => checkPoint(unhex(is, "it"), value + 1, unhex(salt, "it")), /is not this card's/);
  }
});

test("the second generator is the one that the page of fair dealing names", () => {
  assert.equal(hex(V.bytes()), "4af81b7dca39d0d86ee32cfd3c5daa86a567dacfd3efa7431a4be3b2abb7bfc9");
});

test("each stored record of an honest or lying house is judged as expected", async () => {
  const expected = json("expected.json");
  const texts = Object.fromEntries(Object.keys(expected).map((name) => [name, text(name)]));
  assert.deepEqual(await disagreements(verify, texts, expected), []);
});

test("each stored text in an odd form is read in one way or refused", async () => {
  for (const { about, holds: right, text: written } of json("forms.json")) assert.equal(await holds(verify, written), right, about);
});

test("each stored change of one field is found", async () => {
  for (const { of, at, to } of json("tampered.json")) {
    const record = JSON.stringify(changed(json(`${of}.json`), at, to));
    assert.equal(await holds(verify, record), false, `${of} with another ${at.join(".")}`);
  }
});

test("each stored transcript of a hand between two is judged as expected", async () => {
  const expected = json("two_party/expected.json");
  const names = readdirSync(new URL("two_party/", folder)).filter((name) => name.endsWith(".jsonl"));
  assert.deepEqual(names.map((name) => name.slice(0, -6)).sort(), Object.keys(expected).sort());
  const texts = Object.fromEntries(names.map((name) => [name.slice(0, -6), text(`two_party/${name}`)]));
  assert.deepEqual(await disagreements(verify, texts, expected), []);
  for (const [name, { holds: facts }] of Object.entries(expected)) if (facts) assert.deepEqual(otherFacts(transcript, texts[name], facts), [], name);
});

test("what is refused is refused in a sentence that says what", async () => {
  const checks = await verify.verifyHand(text("cheat-strict-card-twice.json"));
  assert.deepEqual(checks.filter((check) => !check.holds).map((check) => check.words), ["The proof does not show that the points are the cards of the pack."]);
  for (const rubbish of ["", "{", "null", "[]", '{"format":1}', "hello", '{"kind":"hello"}', `${"[".repeat(50)}${"]".repeat(50)}`]) {
    const [check, ...more] = await verify.verifyHand(rubbish);
    assert.equal(check.holds, false);
    assert.match(check.words, /^[A-Z].*\.$/);
    assert.deepEqual(more, []);
  }
});

test("JSON that two readers could read in two ways is refused", () => {
  for (const bad of ['{"a":1,"a":1}', "1.0", "1e3", "-0", "9007199254740992", '"\\ud800"', "01", "NaN", "[1,]", "[1 2]", '{"a" 1}', "1 1", '"\t"', "nul", "\u00a01"]) assert.throws(() => parsed(bad), /JSON/, bad);
  assert.deepEqual(parsed(' {"a" : [1, -2, "\\u00e9\\"", true, null, {}, []]}\n').a.slice(0, 5), [1, -2, 'é"', true, null]);
  assert.equal(Object.keys(parsed('{"__proto__": 1}'))[0], "__proto__");
});
