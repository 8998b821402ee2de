import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { hex, unhex } from "../../src/oddchip/web/static/fair/bytes.js";
import { follows } from "../../src/oddchip/web/static/fair/chain.js";
import { idOf, placeOf } from "../../src/oddchip/web/static/fair/deck.js";
import { sign, publicKey } from "../../src/oddchip/web/static/fair/ed25519.js";
import { commitmentOf } from "../../src/oddchip/web/static/fair/form.js";
import { FairSeat } from "../../src/oddchip/web/static/fair/seat.js";

/** @returns {any} */
const storage = (kept = new Map()) => ({ kept, getItem: (name) => kept.get(name) ?? null, setItem: (name, value) => kept.set(name, value) });
const stored = JSON.parse(readFileSync(new URL("../fair/roots-8-for-seat-0.json", import.meta.url), "utf8"));
const NOBODY = { level: "roots", hand: 0, shuffle: 0, id: "", key: "", waits: [], until: 0, seeds: {}, left_out: [], without: [], tip: "", commitment: null, withheld: {}, given_up: 0, voids: 0 };
const view = (fair, more = {}) => ({ me: { seat: 0, cards: [] }, state: "playing", hand: fair?.hand ?? 0, seats: [], rows: [], dead: [], fair, openings: [], fresh: false, ...more });

/** A seat at a table, what it said and what it told me. @returns {any} */
function seated(place = storage(), table = "t1") {
  const said = [];
  const told = [];
  return { said, told, place, seat: new FairSeat(table, place, (words) => said.push(words), (words) => told.push(words)) };
}

/** A house that commits to whatever it is given. */
const HOUSE = new Uint8Array(32).fill(9);
function committed(change, house = HOUSE) {
  const raw = { ...stored.shuffles[0].commitment, ...change, key: hex(publicKey(house)) };
  const commitment = commitmentOf(raw);
  const id = idOf(commitment, placeOf(commitment));
  return { ...NOBODY, hand: raw.hand, shuffle: raw.shuffle, id: hex(id), waits: [0], commitment: { ...raw, signature: hex(sign(house, id)) } };
}

test("the tip is told once, and the seed when it is asked for", () => {
  const { seat, said, told } = seated();
  seat.hear(view(NOBODY));
  seat.hear(view(NOBODY));
  assert.equal(said.length, 1);
  const { tip } = said[0];
  const fair = committed({ tips: { 0: tip } });
  seat.hear(view(fair));
  seat.hear(view(null));
  seat.hear(view(fair, { fresh: true }));
  assert.equal(said.length, 4);
  assert.deepEqual(new Set(said.slice(1).map((each) => JSON.stringify(each))).size, 1);
  assert.equal(said[1].root, fair.id);
  assert.ok(follows(unhex(tip, "it"), unhex(said[1].seed, "it")));
  seat.hear(view({ ...fair, waits: [], tip: said[1].seed, seeds: { 0: said[1].seed } }));
  assert.equal(said.length, 4, "the room knows the tip that my seed has become");
  assert.deepEqual(told, []);
});

test("no seed for a deck that is not well committed, and it is said why", () => {
  const wrong = {
    "not signed": (fair) => ({ ...fair, commitment: { ...fair.commitment, signature: "00".repeat(64) } }),
    "not to the deck": (fair) => ({ ...fair, id: "00".repeat(32) }),
    "does not name the tip": () => committed({ tips: { 0: "11".repeat(32) } }),
    "another hand": (fair) => ({ ...fair, hand: 2 }),
  };
  for (const [why, change] of Object.entries(wrong)) {
    const { seat, said, told } = seated();
    seat.hear(view(NOBODY));
    seat.hear(view(change(committed({ tips: { 0: said[0].tip } }))));
    assert.equal(said.length, 1, why);
    assert.equal(told.length, 1, why);
  }
});

test("two decks in one place get one seed, and a house gets no second key", () => {
  const { seat, said, told, place } = seated();
  seat.hear(view(NOBODY));
  seat.hear(view(committed({ tips: { 0: said[0].tip } })));
  seat.hear(view(committed({ tips: { 0: said[1].seed }, game: "other", before: "33".repeat(32) })));
  assert.equal(said.length, 2);
  assert.match(told[0], /a second time/);
  const next = committed({ hand: 2, tips: { 0: said[1].seed } }, new Uint8Array(32).fill(8));
  const again = seated(place);
  again.seat.hear(view(next));
  assert.match(again.told[0], /another key/);
  assert.deepEqual(again.said, []);
});

test("each card is looked at when it comes", () => {
  const [{ commitment, seeds, own, shown }] = stored.shuffles;
  const openings = [...own, ...shown].map(({ position, slot, card, salt, path }) => [0, position, slot, card, salt, path]);
  const fair = { ...NOBODY, hand: 1, id: hex(idOf(commitmentOf(commitment))), commitment, seeds };
  const { seat, told } = seated();
  seat.hear(view(fair, { openings }));
  assert.equal(seat.checked, own.length + shown.length);
  assert.deepEqual(told, []);
  for (const [at, to] of [[1, 51], [2, 1], [3, "Xx"], [4, "00".repeat(32)], [5, []]]) {
    const other = seated();
    other.seat.hear(view(fair, { openings: [openings[0].with(at, to)] }));
    assert.equal(other.told.length, 1, `${at}`);
    assert.equal(other.seat.checked, 0);
  }
});

test("a deck that is dealt instead of the one my seed was told for is found, after a reload too", () => {
  const { seat, said, told, place } = seated();
  seat.hear(view(NOBODY));
  const { tip } = said[0];
  const first = committed({ tips: { 0: tip } });
  seat.hear(view(first));
  const { seed } = said[1];
  const other = { ...committed({ tips: { 0: tip }, game: "other" }), waits: [], seeds: { 0: seed } };
  seat.hear(view(other));
  assert.match(told[0], /two logs/);
  const again = seated(place);
  again.seat.hear(view(other));
  assert.match(again.told[0], /told for another one/);
  const later = seated(place);
  later.seat.hear(view({ ...committed({ tips: { 0: seed }, hand: 2, before: first.id }), waits: [], seeds: { 0: seed } }));
  assert.match(later.told[0], /told for another one/);
  const right = seated(place);
  right.seat.hear(view({ ...first, waits: [], seeds: { 0: seed } }));
  assert.deepEqual(right.told, []);
});

test("a deck that is cut without the seed I told is found, unless it is said that none came from me", () => {
  const place = storage();
  const { seat, said } = seated(place);
  seat.hear(view(NOBODY));
  const points = JSON.parse(readFileSync(new URL("../fair/reshuffle-for-all.json", import.meta.url), "utf8")).shuffles[1].commitment;
  const asked = committed({ ...points, tips: { 0: said[0].tip } });
  seat.hear(view(asked));
  const other = { ...asked, waits: [], seeds: {} };
  const one = seated(place);
  one.seat.hear(view(other));
  assert.match(one.told[0], /without the seed/);
  const two = seated(place);
  two.seat.hear(view({ ...other, left_out: [0] }));
  assert.deepEqual(two.told, []);
});

test("two decks that follow the same one are found, and no seed is told for the second", () => {
  const { seat, said, told } = seated();
  seat.hear(view(NOBODY));
  const { tip } = said[0];
  seat.hear(view({ ...committed({ tips: { 0: tip } }), waits: [], seeds: {} }));
  told.length = 0;
  seat.hear(view(committed({ tips: { 0: tip }, hand: 2 })));
  assert.match(told[0], /two logs/);
  assert.equal(said.length, 1);
});

test("a card without a proof, and a proof without a deck, are found", () => {
  const [{ commitment, seeds, own, shown }] = stored.shuffles;
  const openings = [...own, ...shown].map(({ position, slot, card, salt, path }) => [0, position, slot, card, salt, path]);
  const fair = { ...NOBODY, hand: 1, id: hex(idOf(commitmentOf(commitment))), commitment, seeds };
  const cards = own.map(({ card }) => ["1", card]);
  const rows = [{ name: "top", cards: shown.map(({ card }) => ["2", card]) }];
  const hear = (more) => {
    const { seat, told } = seated();
    seat.hear(view(fair, { openings, rows, me: { seat: 0, cards }, ...more }));
    return told.join();
  };
  assert.equal(hear({}), "");
  assert.match(hear({ openings: openings.slice(1) }), new RegExp(`no proof came for ${own[0].card}`));
  assert.match(hear({ openings: openings.slice(0, -1) }), /no proof came/);
  assert.match(hear({ fair: { ...fair, waits: [2] } }), /no deck has been cut/);
  assert.equal(hear({ fair: { ...fair, commitment: null } }), "");
  const { seat, told } = seated();
  seat.hear(view(fair, { openings, rows, me: { seat: 0, cards } }));
  seat.hear(view(null, { hand: 1, rows, me: { seat: 0, cards } }));
  assert.deepEqual(told, []);
  seat.hear(view(fair, { fresh: true, rows, me: { seat: 0, cards } }));
  assert.match(told[0], /no proof came/);
  assert.equal(hear({ openings: [], state: "over" }), "", "nothing is kept of a hand that is long over");
});

test("a card in my hand that a reshuffle did not set aside is found", () => {
  const reshuffled = JSON.parse(readFileSync(new URL("../fair/reshuffle-for-seat-5.json", import.meta.url), "utf8")).shuffles[1];
  const { commitment, seeds, own } = reshuffled;
  const openings = own.map(({ position, slot, card, salt, path }) => [1, position ?? -1, slot, card, salt, path]);
  const fair = { ...NOBODY, hand: 1, shuffle: 1, id: hex(idOf(commitmentOf(commitment))), commitment, seeds };
  const cards = own.map(({ card }) => ["1", card]);
  const hear = (state, more) => {
    const { seat, told } = seated();
    seat.hear(view(fair, { me: { seat: 5, cards }, seats: [{ seat: 5, state, cards: [] }], ...more }));
    return told.join();
  };
  const kept = own.findLast(({ position }) => position === null);
  assert.ok(kept);
  assert.equal(hear("in", { openings }), "");
  assert.match(hear("in", { openings: openings.slice(0, -1) }), new RegExp(`reshuffle set ${kept.card} aside`));
  assert.equal(hear("folded", { openings: openings.slice(0, -1) }), "");
});

test("where the browser keeps nothing no seed is given and nothing breaks", () => {
  const { seat, said, told } = seated({ getItem: () => null, setItem: () => {} });
  seat.hear(view(NOBODY));
  assert.deepEqual([said, told], [[], []]);
});
