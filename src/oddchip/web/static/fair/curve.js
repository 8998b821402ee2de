// The group of Ed25519 (RFC 8032, 5.1) by whole numbers of any size: points, their sums and multiples, their 32 bytes.
//
// Nothing here takes the same time whatever the numbers are. A verifier handles what is public; a key that signs stays
// in the browser that made it, for one table, and is worth no more than that.
import { little, littleBytes } from "./bytes.js";

/** The field. */
export const P = 2n ** 255n - 19n;
/** The order of the main subgroup. */
export const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;

/** The only way to write a number of the field. @param {bigint} a */
export const mod = (a) => {
  const rest = a % P;
  return rest < 0n ? rest + P : rest;
};

const MASK = 2n ** 255n - 1n;

/** The same number of the field, in at most 256 bits or a little below zero: three times as fast as `%`. @param {bigint} a */
function short(a) {
  const once = (a & MASK) + 19n * (a >> 255n);
  return once >> 256n ? (once & MASK) + 19n * (once >> 255n) : once;
}

/** @param {bigint} base @param {bigint} exponent */
export function power(base, exponent) {
  let result = 1n;
  for (const bit of exponent.toString(2)) {
    result = short(result * result);
    if (bit === "1") result = short(result * base);
  }
  return mod(result);
}

/** @param {bigint} a */
const inverse = (a) => power(mod(a), P - 2n);

const D = mod(-121665n * inverse(121666n));
const TWO_D = mod(2n * D);
const ROOT_OF_MINUS_ONE = power(2n, (P - 1n) / 4n);

/** A square root of u/v, or null if there is none. @param {bigint} u @param {bigint} v */
function rootOf(u, v) {
  const v3 = mod(v * v * v);
  const root = mod(u * v3 * power(mod(u * v3 * v3 * v), (P - 5n) / 8n));
  const square = mod(v * root * root);
  if (square === mod(u)) return root;
  return square === mod(-u) ? mod(root * ROOT_OF_MINUS_ONE) : null;
}

/** A point in extended coordinates: x = X/Z, y = Y/Z, xy = T/Z. Never changed. */
export class Point {
  /** @param {bigint} x @param {bigint} y @param {bigint} z @param {bigint} t */
  constructor(x, y, z, t) {
    this.x = x;
    this.y = y;
    this.z = z;
    this.t = t;
  }

  /** @param {bigint} x @param {bigint} y */
  static affine(x, y) {
    return new Point(x, y, 1n, mod(x * y));
  }

  /**
   * The point that 32 bytes stand for; null where they stand for none, or are not the only way to write it.
   * @param {Uint8Array} bytes
   */
  static read(bytes) {
    if (bytes.length !== 32) return null;
    const number = little(bytes);
    const y = BigInt.asUintN(255, number);
    const odd = number >> 255n;
    if (y >= P) return null;
    const x = rootOf(mod(y * y - 1n), mod(D * y * y + 1n));
    if (x === null || (x === 0n && odd)) return null;
    return Point.affine((x & 1n) === odd ? x : P - x, y);
  }

  /** The point that 32 bytes stand for, if it is of the main subgroup and not its zero; else null. @param {Uint8Array} bytes */
  static readMain(bytes) {
    const point = Point.read(bytes);
    return point && !point.isSmall() && point.times(ORDER).isZero() ? point : null;
  }

  bytes() {
    return this.over(inverse(this.z));
  }

  /** The bytes, when one over Z is known. @param {bigint} z */
  over(z) {
    const y = mod(this.y * z);
    return littleBytes(y | ((mod(this.x * z) & 1n) << 255n), 32);
  }

  /** @param {Point} other */
  plus(other) {
    const a = short((this.y - this.x) * (other.y - other.x));
    const b = short((this.y + this.x) * (other.y + other.x));
    const c = short(short(this.t * TWO_D) * other.t);
    const d = short(this.z * other.z) * 2n;
    return Point.#of(b - a, d - c, d + c, b + a);
  }

  twice() {
    const a = short(this.x * this.x);
    const b = short(this.y * this.y);
    const c = short(this.z * this.z) * 2n;
    const sum = this.x + this.y;
    return Point.#of(short(sum * sum) - a - b, b - a - c, b - a, -a - b);
  }

  /** @param {bigint} e @param {bigint} f @param {bigint} g @param {bigint} h */
  static #of(e, f, g, h) {
    return new Point(short(e * f), short(g * h), short(f * g), short(e * h));
  }

  negative() {
    return new Point(-this.x, this.y, this.z, -this.t);
  }

  /** @param {Point} other */
  minus(other) {
    return this.plus(other.negative());
  }

  /** @param {bigint} scalar from 0 */
  times(scalar) {
    return sum([[scalar, this]]);
  }

  isZero() {
    return mod(this.x) === 0n && mod(this.y - this.z) === 0n;
  }

  /** Of an order that divides 8: it says nothing about who knows what. */
  isSmall() {
    return this.twice().twice().twice().isZero();
  }

  /** @param {Point} other */
  equals(other) {
    return mod(this.x * other.z - other.x * this.z) === 0n && mod(this.y * other.z - other.y * this.z) === 0n;
  }
}

/** The bytes of many points, for one division. @param {readonly Point[]} points */
export function affineBytes(points) {
  const before = [1n];
  for (const { z } of points) before.push(short(before[before.length - 1] * z));
  let rest = inverse(before[points.length]);
  const bytes = [];
  for (let at = points.length - 1; at >= 0; at--) {
    bytes.push(points[at].over(short(rest * before[at])));
    rest = short(rest * points[at].z);
  }
  return bytes.reverse();
}

export const ZERO = new Point(0n, 1n, 1n, 0n);
/** The base point: y = 4/5, x even. */
export const BASE = /** @type {Point} */ (Point.read(littleBytes(mod(4n * inverse(5n)), 32)));

/**
 * The sum of multiples, all doubled together: much less than one by one.
 * @param {readonly (readonly [bigint, Point])[]} terms scalars from 0 and their points
 */
export function sum(terms) {
  const tables = terms.map(([, point]) => multiples(point));
  let longest = 0;
  for (const [scalar] of terms) longest = Math.max(longest, scalar.toString(16).length);
  const digits = terms.map(([scalar]) => scalar.toString(16).padStart(longest, "0"));
  let total = ZERO;
  for (let place = 0; place < longest; place++) {
    if (place) total = total.twice().twice().twice().twice();
    for (let n = 0; n < terms.length; n++) {
      const digit = parseInt(digits[n][place], 16);
      if (digit) total = total.plus(tables[n][digit]);
    }
  }
  return total;
}

/** Once, twice ... fifteen times the point. @param {Point} point */
function multiples(point) {
  const known = tables.get(point);
  if (known) return known;
  const made = [ZERO, point];
  for (let n = 2; n < 16; n++) made.push(n % 2 ? made[n - 1].plus(point) : made[n / 2].twice());
  tables.set(point, made);
  return made;
}
/** @type {WeakMap<Point, Point[]>} */
const tables = new WeakMap();
