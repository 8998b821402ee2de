// An order of a pack as points, and the proof that it is the pack (docs/fairness.md, level 2).
import { Unfair, big, hex, joined, little, same } from "./bytes.js";
import { BASE, ORDER, Point, affineBytes, sum } from "./curve.js";
import { digest, expand, list, number } from "./hashing.js";
import { must } from "./form.js";

/** The second generator: nobody knows what multiple of the base point it is. */
function generator() {
  for (let n = 0; ; n++) {
    const point = Point.read(digest("generator", number(n)));
    if (point) return point.twice().twice().twice();
  }
}
export const V = generator();

/** @param {bigint} a modulo the order */
const mod = (a) => ((a % ORDER) + ORDER) % ORDER;

/** The scalar that a hash stands for. @param {Uint8Array} hash */
export function scalar(hash) {
  const blocks = expand(hash, "scalar");
  return big(joined(blocks.next().value, blocks.next().value)) % ORDER;
}

/** @param {Uint8Array} bytes @param {string} what */
function scalarOf(bytes, what) {
  const number = little(bytes);
  must(number > 0n && number < ORDER, `${what} is zero, or not below the order of the group.`);
  return number;
}

/** @param {Uint8Array} bytes @param {string} what */
function pointOf(bytes, what) {
  const point = Point.readMain(bytes);
  if (!point) throw new Unfair(`${what} is no point of the main subgroup.`);
  return point;
}

/** The parts of a proof. @param {Uint8Array} proof @param {number} n */
function parts(proof, n) {
  const rows = Array.from({ length: 4 * n - 4 }, (_, at) => proof.subarray(32 * at, 32 * at + 32));
  const answers = rows.slice(n - 1).map((bytes) => scalarOf(bytes, "An answer of the proof"));
  return { challenge: scalarOf(rows[0], "The challenge of the proof"), middle: rows.slice(1, n - 1), answers };
}

/**
 * That the points commit to 1 .. n, each once. It takes hundreds of milliseconds, with a breath now and then.
 * @param {import("./form.js").Commitment} commitment @param {Uint8Array} place @param {() => Promise<unknown>} breath
 */
export async function checkProof({ roots, proof }, place, breath) {
  const n = roots.length;
  const { challenge, middle, answers } = parts(proof, n);
  const start = digest("points", place, list(roots));
  const z = scalar(digest("product z", start));
  let product = 1n;
  for (let m = 1; m <= n; m++) product = mod(product * (z - BigInt(m)));
  must(product !== 0n, "The challenge of the proof hits a card.");
  const zV = V.times(z);
  const D = [];
  for (const [at, root] of roots.entries()) {
    D.push(zV.minus(pointOf(root, `The point of slot ${at}`)));
    if (at % 8 === 7) await breath();
  }
  const E = [D[0]];
  for (const [at, bytes] of middle.entries()) {
    E.push(pointOf(bytes, `Product ${at + 2} of the proof`));
    if (at % 8 === 7) await breath();
  }
  E.push(V.times(product));
  const said = [];
  for (let i = 1; i < n; i++) {
    const [x, s, t] = answers.slice(3 * i - 3, 3 * i);
    const back = mod(-challenge);
    said.push(sum([[x, V], [s, BASE], [back, E[i - 1]]]), sum([[x, D[i]], [t, BASE], [back, E[i]]]));
    if (i % 4 === 0) await breath();
  }
  const hash = digest("product c", start, list(affineBytes(E)), list(affineBytes(said)));
  must(scalar(hash) === challenge, "The proof does not show that the points are the cards of the pack.");
}

/** That a point is a card's. @param {Uint8Array} root @param {number} value the card's place in the pack, from 1 @param {Uint8Array} salt */
export function checkPoint(root, value, salt) {
  const r = scalarOf(salt, "A salt");
  const point = sum([[BigInt(value), V], [r, BASE]]);
  must(same(point.bytes(), root), `the point ${hex(root).slice(0, 8)} is not this card's`);
}

