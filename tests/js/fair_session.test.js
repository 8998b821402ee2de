// A player's side of a hand between two, in the browser: it says byte for byte what the other implementation says.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { hex, utf8 } from "../../src/oddchip/web/static/fair/bytes.js";
import { Session } from "../../src/oddchip/web/static/fair/session.js";
import { sha256 } from "../../src/oddchip/web/static/fair/sha256.js";
import { BrowserVault } from "../../src/oddchip/web/static/fair/vault.js";

const lines = readFileSync(new URL("../fair/two_party/settled.jsonl", import.meta.url), "utf8").trimEnd().split("\n");
const spoken = lines.map((line) => JSON.parse(line)).map((message, at) => ({ ...message, line: lines[at] }));
const hello = spoken[0];
const offer = { stakes: hello.stakes, balances: hello.balances, clock: hello.clock, dead: hello.dead, escrow: hello.escrow };
const house = spoken.find((each) => each.house).house;

/** What tests/two_party_play.py calls bits_of. @param {string} seed */
function bits(seed) {
  let count = 0;
  return (/** @type {number} */ size) => sha256(utf8(`${seed} ${count++}`)).slice(0, size);
}

function storage() {
  const kept = new Map();
  return { getItem: (/** @type {string} */ name) => kept.get(name) ?? null, setItem: (/** @type {string} */ name, /** @type {string} */ value) => void kept.set(name, value) };
}

/** @param {number} seat @param {ReturnType<typeof storage>} [shelf] @param {(size: number) => Uint8Array} [source] */
function player(seat, shelf = storage(), source = bits(`one ${seat}`)) {
  return new Session({ match: hello.match, hand: 1, seat, seed: new Uint8Array(32).fill(seat + 1), vault: new BrowserVault(shelf, String(seat)), house, bits: source });
}

/** The cards that this seat gives away in the stored hand. @param {Session} session */
const given = (session) => (session.seat === 0 ? session.mine.slice(4) : session.mine.slice(0, 4));

/** @param {number} seat */
const wanted = (seat) => spoken.filter((each) => each.seat === seat).map((each) => each.line);

for (const seat of [0, 1])
  test(`seat ${seat} says byte for byte what was said in the stored hand`, () => {
    const session = player(seat);
    const said = session.propose(offer);
    for (const [at, line] of lines.entries()) {
      if (spoken[at].kind === "seal" && spoken[at].seat === seat) said.push(...session.choose({ give: given(session) }));
      said.push(...session.receive(line));
    }
    assert.deepEqual(said, wanted(seat));
    assert.equal(session.ending?.end, "settled");
  });

test("a session taken up again after any line says the same, and is not asked to choose again", () => {
  for (let stop = 1; stop <= lines.length; stop += 3) {
    const shelf = storage();
    let asked = 0;
    let made = 0;
    const source = bits("one 0");
    const counted = (/** @type {number} */ size) => (made++, source(size));
    let session = player(0, shelf, counted);
    let said = session.propose(offer);
    for (const [at, line] of lines.entries()) {
      if (at === stop) {
        session = player(0, shelf, counted);
        for (const old of lines.slice(0, at)) said.push(...session.receive(old));
      }
      said.push(...session.receive(line));
      if (session.choosing) {
        asked++;
        said.push(...session.choose({ give: given(session) }));
      }
    }
    const byNumber = new Map(said.map((line) => [JSON.parse(line).n, line]));
    assert.ok(said.every((line) => byNumber.get(JSON.parse(line).n) === line), `two different lines with one number, reloaded at ${stop}`);
    assert.deepEqual([asked, made], [1, 2]);
    assert.equal(session.ending?.end, "settled");
  }
});

test("a source of randomness that repeats itself opens no seal", () => {
  const same = () => new Uint8Array(32).fill(7);
  const one = player(0, storage(), same);
  const two = player(1);
  const post = [one.propose(offer), two.propose(offer)];
  while (post.some((each) => each.length)) {
    const [first, second] = [post[0].splice(0), post[1].splice(0)];
    for (const line of second) post[0].push(...one.receive(line));
    for (const line of first) post[1].push(...two.receive(line));
  }
  assert.ok(one.choosing);
  assert.throws(() => one.choose({ give: one.mine.slice(0, 4) }), /repeats itself/);
  assert.equal(hex(same()).length, 64);
});

test("my own key heard from somewhere else stops the session", () => {
  const session = player(0);
  session.propose({ ...offer, clock: 30 });
  assert.throws(() => session.receive(lines[0]), /key/);
});
