// Bytes, and the ways they are written: hex, text, whole numbers. One way each; anything else is refused.

/** What is not as it must be, in a sentence for people. */
export class Unfair extends Error {}

/** @param {...Uint8Array} parts */
export function joined(...parts) {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** @param {Uint8Array} one @param {Uint8Array} other */
export function same(one, other) {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}

/** @param {Uint8Array} bytes */
export const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/**
 * The bytes of lower-case hex, of that many bytes if a number is given.
 * @param {unknown} text @param {string} what for the sentence @param {number} [length]
 */
export function unhex(text, what, length) {
  if (typeof text !== "string" || text.length % 2 || !/^[0-9a-f]*$/.test(text)) throw new Unfair(`${what} is not written in lower-case hex.`);
  if (length !== undefined && text.length !== 2 * length) throw new Unfair(`${what} has ${text.length / 2} bytes and must have ${length}.`);
  const bytes = new Uint8Array(text.length / 2);
  for (let at = 0; at < bytes.length; at++) bytes[at] = parseInt(text.slice(2 * at, 2 * at + 2), 16);
  return bytes;
}

const encoder = new TextEncoder();

/** UTF-8 of a text, which must be in Unicode's form C. @param {string} text */
export function utf8(text) {
  if (text.normalize("NFC") !== text) throw new Unfair("A text is not in Unicode's form C.");
  return encoder.encode(text);
}

/** A whole number from 0 in `width` bytes, big end first. @param {number | bigint} number @param {number} width */
export function whole(number, width) {
  const bytes = new Uint8Array(width);
  let rest = BigInt(number);
  if (rest < 0n || rest >> BigInt(8 * width)) throw new Unfair(`${number} does not fit into ${width} bytes.`);
  for (let at = width - 1; at >= 0; at--, rest >>= 8n) bytes[at] = Number(rest & 255n);
  return bytes;
}

/** The number that bytes stand for, little end first. @param {Uint8Array} bytes */
export function little(bytes) {
  let digits = "0x0";
  for (let at = bytes.length - 1; at >= 0; at--) digits += bytes[at].toString(16).padStart(2, "0");
  return BigInt(digits);
}

/** The number that bytes stand for, big end first. @param {Uint8Array} bytes */
export const big = (bytes) => BigInt(`0x0${hex(bytes)}`);

/** `length` bytes of a number, little end first. @param {bigint} number @param {number} length */
export function littleBytes(number, length) {
  return whole(number, length).reverse();
}
