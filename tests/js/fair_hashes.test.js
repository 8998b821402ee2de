import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { BASE, ORDER, Point, ZERO, sum } from "../../src/oddchip/web/static/fair/curve.js";
import { hex, little, littleBytes, unhex, utf8, whole } from "../../src/oddchip/web/static/fair/bytes.js";
import { below, digest, permutation } from "../../src/oddchip/web/static/fair/hashing.js";
import { failures } from "./fair_checks.js";

const vectors = JSON.parse(readFileSync(new URL("vectors/hashes_and_signatures.json", import.meta.url), "utf8"));

test("hashes and signatures are those of FIPS 180-2, RFC 6234 and RFC 8032, and edges are judged as by libsodium", async () => {
  assert.deepEqual(await failures((name) => import(`../../src/oddchip/web/static/fair/${name}`), vectors), []);
});

test("multiples and sums of points follow the laws of a group", () => {
  const a = 2n ** 251n + 12345678901234567890n;
  const b = ORDER - 3n;
  const p = BASE.times(7n);
  assert.ok(BASE.times(a).plus(BASE.times(b)).equals(BASE.times((a + b) % ORDER)));
  assert.ok(sum([[a, BASE], [b, p], [0n, p]]).equals(BASE.times((a + 7n * b) % ORDER)));
  assert.ok(BASE.times(ORDER).isZero());
  assert.ok(BASE.times(0n).equals(ZERO));
  assert.ok(sum([]).isZero());
  assert.ok(p.minus(p).isZero());
  assert.ok(p.plus(p).equals(p.twice()));
});

test("a point is read from the only bytes it may be written in", () => {
  const p = BASE.times(123456789n);
  assert.ok(Point.read(p.bytes()).equals(p));
  assert.ok(Point.readMain(p.bytes()).equals(p));
  assert.equal(Point.readMain(ZERO.bytes()), null);
  assert.equal(Point.read(littleBytes(2n ** 255n - 18n, 32)), null, "1 written as P + 1");
  assert.equal(Point.read(littleBytes(1n | (1n << 255n), 32)), null, "minus zero");
  assert.equal(Point.read(littleBytes(2n, 32)), null, "not on the curve");
  const two = Point.read(littleBytes(2n ** 255n - 20n, 32)); // (0, -1), of order 2
  assert.ok(two.isSmall());
  assert.equal(Point.readMain(p.plus(two).bytes()), null);
});

test("numbers and bytes are written in one way", () => {
  assert.equal(hex(whole(258, 8)), "0000000000000102");
  assert.throws(() => whole(256, 1));
  assert.throws(() => whole(-1, 8));
  assert.equal(little(littleBytes(10n ** 70n, 32)), 10n ** 70n);
  for (const text of ["AB", "a", "0x", "a ", "１１", null, 12]) assert.throws(() => unhex(text, "it"), /It|it/);
  assert.throws(() => unhex("aa", "it", 2), /1 bytes and must have 2/);
  assert.equal(hex(utf8("\u00e9")), "c3a9");
  assert.throws(() => utf8("e\u0301"), /form C/);
});

test("a tag keeps hashes apart, and so do the lengths of parts", () => {
  const one = digest("a", utf8("bc"));
  assert.notDeepEqual(one, digest("b", utf8("bc")));
  assert.notDeepEqual(one, digest("a", utf8("b"), utf8("c")));
  assert.notDeepEqual(one, digest("a", utf8("bc"), utf8("")));
});

test("numbers that would make some more likely are left out", () => {
  const from = [2 ** 32 - 1, 2 ** 32 - 4, 2 ** 32 - 5][Symbol.iterator]();
  assert.equal(below(from, 6), 5); // 2^32 mod 6 = 4: the last four are left out
  assert.equal(below([2 ** 32 - 1][Symbol.iterator](), 2), 1);
});

test("a permutation has everything once, and every order of four comes", () => {
  const found = new Set();
  for (let n = 0; n < 300; n++) {
    const order = permutation(whole(n, 32), 4);
    assert.deepEqual([...order].sort(), [0, 1, 2, 3]);
    found.add(order.join());
  }
  assert.equal(found.size, 24);
});
