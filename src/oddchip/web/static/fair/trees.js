// Candidates for the order of a pack under a root each (docs/fairness.md, level 1).
import { same, utf8 } from "./bytes.js";
import { digest, number } from "./hashing.js";
import { must, sorted } from "./form.js";

const LEAVES = 64;
const NONE = new Uint8Array(32);

/** @param {Uint8Array} place @param {number} candidate @param {number} slot @param {string} card @param {Uint8Array} salt */
export const leaf = (place, candidate, slot, card, salt) => digest("leaf", place, number(candidate), number(slot), utf8(card), salt);

/** @param {Uint8Array} left @param {Uint8Array} right */
const node = (left, right) => digest("node", left, right);

/** @param {Uint8Array[]} leaves at most 64 */
export function rootOf(leaves) {
  let row = [...leaves, ...Array(LEAVES - leaves.length).fill(NONE)];
  while (row.length > 1) row = row.filter((_, at) => !(at % 2)).map((left, at) => node(left, row[2 * at + 1]));
  return row[0];
}

/** The root that a path leads to. @param {Uint8Array} from @param {number} slot @param {readonly Uint8Array[]} path */
export const climbed = (from, slot, path) => path.reduce((found, beside, height) => ((slot >> height) & 1 ? node(beside, found) : node(found, beside)), from);

/**
 * That the candidates which were not chosen are shown whole, and each was the pack.
 * @param {import("./form.js").Commitment} commitment @param {Uint8Array} place @param {number} chosen @param {readonly import("./form.js").Rejected[]} rejected
 */
export function checkRejected({ roots, pack }, place, chosen, rejected) {
  const others = roots.map((_, candidate) => candidate).filter((candidate) => candidate !== chosen);
  must(rejected.map((each) => each.candidate).join() === others.join(), `Shown must be the ${others.length} candidates that were not chosen (all but number ${chosen}), in order.`);
  const whole = sorted(pack);
  for (const { candidate, order, salts } of rejected) {
    must(sorted(order) === whole, `Candidate ${candidate} was not the pack.`);
    const root = rootOf(order.map((card, slot) => leaf(place, candidate, slot, card, salts[slot])));
    must(same(root, roots[candidate]), `Candidate ${candidate} is not the one that was committed to.`);
  }
}

