// Two pages that deal to each other, with a relay between them: reloads, second windows, what is offered twice.
import assert from "node:assert/strict";
import { test } from "node:test";
import { hex } from "../../src/oddchip/web/static/fair/bytes.js";
import { publicKey } from "../../src/oddchip/web/static/fair/ed25519.js";
import { cardText } from "../../src/oddchip/web/static/fair/eights.js";
import { read, written } from "../../src/oddchip/web/static/fair/lines.js";
import { PairSeat } from "../../src/oddchip/web/static/fair/pair.js";

const HOUSE = new Uint8Array(32).fill(9);
const house = hex(publicKey(HOUSE));
const CLOCK = 30;

/** @returns {any} */
function storage(kept = new Map()) {
  return { kept, getItem: (name) => kept.get(name) ?? null, setItem: (name, value) => void kept.set(name, value), removeItem: (name) => void kept.delete(name) };
}

/** A room that carries and signs receipts, all at one moment. */
class Room {
  match = "ab".repeat(32);
  number = 1;
  lines = [];
  said = [[], []];
  end = "";
  houseLines = 0;

  take(side, line) {
    const message = read(line);
    assert.equal(message.seat, side);
    if (this.said[side].some((each) => each.id === message.id) || this.end) return;
    assert.equal(message.n, this.said[side].length);
    this.said[side].push(message);
    const results = this.said.flat().filter((each) => each.kind === "result");
    const until = results.length === 2 ? 0 : 1000 + 1000 * CLOCK;
    const own = { match: this.match, hand: this.number, house };
    this.lines.push(line, written("receipt", { ...own, n: this.houseLines++, at: 1000, of: message.id, until }, HOUSE));
    if (results.length < 2) return;
    this.end = "settled";
    this.lines.push(written("ruling", { ...own, n: this.houseLines++, at: 1000, end: "settled", loser: 2, cause: "", shares: results[0].shares }, HOUSE));
  }

  next() {
    Object.assign(this, { number: this.number + 1, lines: [], said: [[], []], end: "", houseLines: 0 });
  }
}

/** A page at the room; `from` is how many lines it has been sent. */
class Page {
  constructor(room, side, shelf = storage()) {
    Object.assign(this, { room, side, shelf, from: 0, told: [], out: [], fresh: true });
    const redraw = (change) => (this.view = change(this.view));
    this.seat = new PairSeat({ table: `t.${side}`, storage: shelf, send: (line) => this.out.push(line), waits: () => false, tell: (words) => this.told.push(words), redraw });
  }

  /** The next view comes; true if there was anything to say to it. */
  look() {
    const { room, side } = this;
    const step = room.said.every((all) => all.length) ? "on" : "hello";
    const pair = { hand: room.number, match: room.match, number: room.number, seats: [0, 1], people: ["a", "b"], stake: 10, balances: [100, 100], clock: CLOCK, house, side, step, awaited: [], until: 0, lines: room.lines.slice(this.from), end: room.end, dropped: "", chain: false };
    this.from = room.lines.length;
    const cards = (this.seat.session?.mine ?? []).map((card) => [`id${card}`, cardText(card)]);
    this.view = this.seat.hear({ pair, state: "playing", fresh: this.fresh, me: { seat: side, cards, offer: { kind: "swap", count: 4 }, sealed: [] } });
    this.fresh = false;
    const said = this.out.splice(0);
    for (const line of said) room.take(side, line);
    return said.length > 0;
  }

  give(places) {
    const { mine } = this.seat.session;
    assert.ok(this.seat.gives({ do: "give", cards: places.map((place) => `id${mine[place]}`) }));
    const said = this.out.splice(0);
    for (const line of said) this.room.take(this.side, line);
  }

  reload() {
    return new Page(this.room, this.side, this.shelf);
  }
}

function go(...pages) {
  for (let busy = true, round = 0; busy; round++) {
    assert.ok(round < 50);
    busy = pages.map((page) => page.look()).some(Boolean);
  }
  for (const page of pages) page.look(); // the cards are known now
}

test("two pages play a hand, and the player only chooses", () => {
  const room = new Room();
  const [a, b] = [new Page(room, 0), new Page(room, 1)];
  go(a, b);
  assert.equal(a.seat.session.mine.length, 8);
  assert.ok(a.view.me.offer);
  a.give([0, 2, 5, 7]);
  assert.equal(a.view.me.offer, null);
  assert.deepEqual(a.view.me.sealed, [0, 2, 5, 7].map((place) => `id${a.seat.session.mine[place]}`));
  b.give([0, 1, 2, 3]);
  go(a, b);
  assert.equal(room.end, "settled");
  assert.deepEqual([a.told, b.told], [[], []]);
  const open = room.said[0].find((each) => each.kind === "open");
  assert.equal(open.mask, 0b10100101);
});

test("a reload between seal and opening opens the same and asks for nothing", () => {
  const room = new Room();
  const [a, b] = [new Page(room, 0), new Page(room, 1)];
  go(a, b);
  b.give([4, 5, 6, 7]);
  const again = b.reload();
  go(a, again);
  assert.equal(again.view.me.offer, null);
  assert.equal(again.view.me.sealed.length, 4);
  a.give([0, 1, 2, 3]);
  go(a, again);
  assert.equal(room.end, "settled");
  assert.equal(room.said[1].find((each) => each.kind === "open").mask, 0b11110000);
});

test("a choice whose seal got lost is sealed again as it was", () => {
  const room = new Room();
  const [a, b] = [new Page(room, 0), new Page(room, 1)];
  go(a, b);
  const take = room.take;
  room.take = () => {}; // the line is lost, and then the page
  b.give([4, 5, 6, 7]);
  room.take = take;
  const again = b.reload();
  go(a, again);
  assert.equal(again.view.me.offer, null);
  a.give([0, 1, 2, 3]);
  go(a, again);
  assert.equal(room.said[1].find((each) => each.kind === "open").mask, 0b11110000);
});

test("another window takes the hand, and the first says so", () => {
  const room = new Room();
  const [a, b] = [new Page(room, 0), new Page(room, 1)];
  go(a, b);
  const other = b.reload();
  go(a, other);
  b.give([0, 1, 2, 3]);
  assert.match(b.seat.idle, /another window/);
  assert.equal(b.view.me.offer, null);
  assert.ok(other.view.me.offer);
  other.give([4, 5, 6, 7]);
  a.give([0, 1, 2, 3]);
  go(a, other);
  assert.equal(room.end, "settled");
  room.next();
  b.from = other.from = a.from = 0;
  go(a, b, other);
  assert.equal(room.said[1].length, 3, "hello, commit, secret: the first window keeps still");
});

test("a hand that is over is not played a second time, and little of it is kept", () => {
  const room = new Room();
  const [a, b] = [new Page(room, 0), new Page(room, 1)];
  const play = () => {
    go(a, b);
    a.give([0, 1, 2, 3]);
    b.give([0, 1, 2, 3]);
    go(a, b);
    assert.equal(room.end, "settled");
    a.from = b.from = 0;
    room.next();
  };
  play();
  const one = a.shelf.kept.size;
  play();
  play();
  assert.ok(a.shelf.kept.size < one + 2 * 5 + 10, `${one} and then ${a.shelf.kept.size}`);
  room.number = 1;
  go(a, b);
  assert.equal(room.lines.length, 0);
  assert.match(a.told[0], /a second time/);
});

test("a browser that keeps nothing says so and plays nothing", () => {
  const room = new Room();
  const a = new Page(room, 0, { getItem: () => null, setItem: () => {}, removeItem: () => {} });
  go(a);
  assert.match(a.seat.idle, /keeps nothing/);
  assert.equal(room.lines.length, 0);
});

test("a line that was changed on the way is told", () => {
  const room = new Room();
  const [a, b] = [new Page(room, 0), new Page(room, 1)];
  a.look();
  room.lines[0] = room.lines[0].replace('"clock":30', '"clock":31');
  b.look();
  assert.match(b.told[0], /not signed/);
});
