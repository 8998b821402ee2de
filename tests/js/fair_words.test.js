import assert from "node:assert/strict";
import { test } from "node:test";

import { atTheTable, withGame } from "../../src/oddchip/web/static/fair/words.js";

test("seats are counted from 1, as at the table", () => {
  assert.equal(atTheTable("Seat 0 and seat 10: position 3 of hand 1 is open."), "Seat 1 and seat 11: position 3 of hand 1 is open.");
  assert.equal(atTheTable("The record is for everybody."), "The record is for everybody.");
});

test("a game is told by its name, and by its id where it has none here", () => {
  const said = (/** @type {string} */ game) => `The record has the form it must have: hand 3 of table k1, ${game} with 52 cards, for everybody.`;
  const names = { gardena_jackpots: "Gardena Jackpots", 'on_deck(omaha, "mexican")': "Omaha, Mexican Pack" };
  for (const [id, name] of Object.entries(names)) assert.equal(withGame(said(id), names), said(name));
  for (const id of ["triple_draw(johnson)", "toString"]) assert.equal(withGame(said(id), names), said(id));
  assert.equal(withGame("Seat 1 has gardena_jackpots with 5 cards, for all.", names), "Seat 1 has gardena_jackpots with 5 cards, for all.");
});
