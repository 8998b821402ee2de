// SHA-512 (FIPS 180-4): words of 64 bits as two halves of 32. Ed25519 needs it.
import { CUBE_ROOTS, SQUARE_ROOTS, lower, upper } from "./roots.js";
import { padded } from "./sha256.js";

const K = [upper(CUBE_ROOTS), lower(CUBE_ROOTS)];
const START = [upper(SQUARE_ROOTS), lower(SQUARE_ROOTS)];
const W = [new Int32Array(80), new Int32Array(80)];

/** The 64 bytes of the hash over all parts in a row. @param {...Uint8Array} parts */
export function sha512(...parts) {
  const data = padded(parts, 128);
  const view = new DataView(data.buffer);
  const state = START.map((half) => half.slice());
  for (let at = 0; at < data.length; at += 128) block(state, view, at);
  const hash = new DataView(new ArrayBuffer(64));
  for (let n = 0; n < 16; n++) hash.setInt32(4 * n, state[n & 1][n >> 1]);
  return new Uint8Array(hash.buffer);
}

/** The carry out of a sum of lower halves, each taken without its sign. @param {number} sum */
const carry = (sum) => Math.floor(sum / 2 ** 32);

/** @param {DataView} view @param {number} at */
function schedule(view, at) {
  const [H, L] = W;
  for (let t = 0; t < 16; t++) {
    H[t] = view.getInt32(at + 8 * t);
    L[t] = view.getInt32(at + 8 * t + 4);
  }
  for (let t = 16; t < 80; t++) {
    const xh = H[t - 15];
    const xl = L[t - 15];
    const yh = H[t - 2];
    const yl = L[t - 2];
    const s0h = ((xh >>> 1) | (xl << 31)) ^ ((xh >>> 8) | (xl << 24)) ^ (xh >>> 7);
    const s0l = ((xl >>> 1) | (xh << 31)) ^ ((xl >>> 8) | (xh << 24)) ^ ((xl >>> 7) | (xh << 25));
    const s1h = ((yh >>> 19) | (yl << 13)) ^ ((yl >>> 29) | (yh << 3)) ^ (yh >>> 6);
    const s1l = ((yl >>> 19) | (yh << 13)) ^ ((yh >>> 29) | (yl << 3)) ^ ((yl >>> 6) | (yh << 26));
    const low = (L[t - 16] >>> 0) + (s0l >>> 0) + (L[t - 7] >>> 0) + (s1l >>> 0);
    L[t] = low;
    H[t] = H[t - 16] + s0h + H[t - 7] + s1h + carry(low);
  }
}

/** @param {Int32Array[]} state @param {DataView} view @param {number} at */
function block(state, view, at) {
  schedule(view, at);
  let [ah, bh, ch, dh, eh, fh, gh, hh] = state[0];
  let [al, bl, cl, dl, el, fl, gl, hl] = state[1];
  for (let t = 0; t < 80; t++) {
    const s1h = ((eh >>> 14) | (el << 18)) ^ ((eh >>> 18) | (el << 14)) ^ ((el >>> 9) | (eh << 23));
    const s1l = ((el >>> 14) | (eh << 18)) ^ ((el >>> 18) | (eh << 14)) ^ ((eh >>> 9) | (el << 23));
    const choiceL = (el & fl) ^ (~el & gl);
    const oneL = (hl >>> 0) + (s1l >>> 0) + (choiceL >>> 0) + (K[1][t] >>> 0) + (W[1][t] >>> 0);
    const oneH = (hh + s1h + ((eh & fh) ^ (~eh & gh)) + K[0][t] + W[0][t] + carry(oneL)) | 0;
    const s0h = ((ah >>> 28) | (al << 4)) ^ ((al >>> 2) | (ah << 30)) ^ ((al >>> 7) | (ah << 25));
    const s0l = ((al >>> 28) | (ah << 4)) ^ ((ah >>> 2) | (al << 30)) ^ ((ah >>> 7) | (al << 25));
    const mostL = (al & bl) ^ (al & cl) ^ (bl & cl);
    const twoL = (s0l >>> 0) + (mostL >>> 0);
    const twoH = s0h + ((ah & bh) ^ (ah & ch) ^ (bh & ch)) + carry(twoL);
    [hh, hl, gh, gl, fh, fl] = [gh, gl, fh, fl, eh, el];
    const newE = (dl >>> 0) + (oneL % 2 ** 32);
    el = newE | 0;
    eh = (dh + oneH + carry(newE)) | 0;
    [dh, dl, ch, cl, bh, bl] = [ch, cl, bh, bl, ah, al];
    const newA = (oneL % 2 ** 32) + (twoL % 2 ** 32);
    al = newA | 0;
    ah = (oneH + twoH + carry(newA)) | 0;
  }
  [ah, bh, ch, dh, eh, fh, gh, hh].forEach((high, n) => {
    const low = (state[1][n] >>> 0) + ([al, bl, cl, dl, el, fl, gl, hl][n] >>> 0);
    state[1][n] = low;
    state[0][n] += high + carry(low);
  });
}
