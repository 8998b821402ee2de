// SHA-256 (FIPS 180-4). Browsers have no `crypto.subtle` on a page that came over plain http, as in a room on a LAN.
import { CUBE_ROOTS, SQUARE_ROOTS, upper } from "./roots.js";

const K = upper(CUBE_ROOTS.slice(0, 64));
const START = upper(SQUARE_ROOTS);
const W = new Int32Array(64);

/** The 32 bytes of the hash over all parts in a row. @param {...Uint8Array} parts */
export function sha256(...parts) {
  const data = padded(parts, 64);
  const view = new DataView(data.buffer);
  const state = START.slice();
  for (let at = 0; at < data.length; at += 64) block(state, view, at);
  const hash = new DataView(new ArrayBuffer(32));
  state.forEach((word, n) => hash.setInt32(4 * n, word));
  return new Uint8Array(hash.buffer);
}

/**
 * All parts, a one bit, zeros, and the length in bits, to whole blocks.
 * @param {Uint8Array[]} parts @param {64 | 128} size
 */
export function padded(parts, size) {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const data = new Uint8Array(Math.ceil((length + 1 + size / 8) / size) * size);
  let at = 0;
  for (const part of parts) {
    data.set(part, at);
    at += part.length;
  }
  data[at] = 128;
  const view = new DataView(data.buffer);
  view.setUint32(data.length - 8, Math.floor(length / 2 ** 29));
  view.setUint32(data.length - 4, (length * 8) % 2 ** 32);
  return data;
}

/** @param {Int32Array} state @param {DataView} view @param {number} at */
function block(state, view, at) {
  for (let t = 0; t < 16; t++) W[t] = view.getInt32(at + 4 * t);
  for (let t = 16; t < 64; t++) {
    const x = W[t - 15];
    const y = W[t - 2];
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    W[t] = W[t - 16] + s0 + W[t - 7] + s1;
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let t = 0; t < 64; t++) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const one = (h + s1 + ((e & f) ^ (~e & g)) + K[t] + W[t]) | 0;
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const two = s0 + ((a & b) ^ (a & c) ^ (b & c));
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) | 0;
  }
  [a, b, c, d, e, f, g, h].forEach((word, n) => (state[n] += word));
}
