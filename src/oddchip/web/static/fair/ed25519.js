// Ed25519 (RFC 8032): keys, signatures, and a strict check of them.
import { joined, little, littleBytes } from "./bytes.js";
import { BASE, ORDER, Point, sum } from "./curve.js";
import { sha512 } from "./sha512.js";

/** @param {...Uint8Array} parts */
const scalar = (...parts) => little(sha512(...parts)) % ORDER;

/** @param {Uint8Array} seed */
function secrets(seed) {
  if (seed.length !== 32) throw new RangeError("a seed has 32 bytes");
  const hash = sha512(seed);
  const low = hash.slice(0, 32);
  low[0] &= 248;
  low[31] = (low[31] & 127) | 64;
  return { secret: little(low), prefix: hash.slice(32) };
}

/** The 32 bytes of the public key. @param {Uint8Array} seed 32 bytes, the secret */
export const publicKey = (seed) => BASE.times(secrets(seed).secret % ORDER).bytes();

/** The 64 bytes of the signature. @param {Uint8Array} seed @param {Uint8Array} message */
export function sign(seed, message) {
  const { secret, prefix } = secrets(seed);
  const nonce = scalar(prefix, message);
  const point = BASE.times(nonce).bytes();
  const challenge = scalar(point, publicKey(seed), message);
  return joined(point, littleBytes((nonce + challenge * secret) % ORDER, 32));
}

/**
 * Whether the owner of the key signed the message. Refused is whatever could be written in another way or holds for
 * many messages: S not below the order, a key or a point not in its only form, and either of small order.
 * @param {Uint8Array} key @param {Uint8Array} message @param {Uint8Array} signature
 */
export function verified(key, message, signature) {
  if (key.length !== 32 || signature.length !== 64) return false;
  const number = little(signature.subarray(32));
  const owner = Point.read(key);
  const point = Point.read(signature.subarray(0, 32));
  if (number >= ORDER || !owner || !point || owner.isSmall() || point.isSmall()) return false;
  const challenge = scalar(signature.subarray(0, 32), key, message);
  return sum([[number, BASE], [challenge, owner.negative()]]).equals(point);
}
