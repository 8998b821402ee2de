import assert from "node:assert/strict";
import { test } from "node:test";

import { atTheTable } from "../../src/oddchip/web/static/fair/words.js";

test("seats are counted from 1, as at the table", () => {
  assert.equal(atTheTable("Seat 0 and seat 10: position 3 of hand 1 is open."), "Seat 1 and seat 11: position 3 of hand 1 is open.");
  assert.equal(atTheTable("The record is for everybody."), "The record is for everybody.");
});
