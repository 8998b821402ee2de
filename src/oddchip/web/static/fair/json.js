// JSON that says everything once: no name twice in an object, no fraction, no number that another reader could round.
import { Unfair } from "./bytes.js";

const TOKEN = /[ \t\r\n]*(?:([{}[\],:])|("(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|(-?(?:0|[1-9][0-9]*))(?![0-9.eE])|(true|false|null)(?![a-z]))/y;

/** The value of a text of JSON; objects have no prototype. @param {string} text @returns {unknown} */
export function parsed(text) {
  const tokens = new Tokens(text);
  const value = tokens.value(0);
  tokens.end();
  return value;
}

class Tokens {
  #text;
  #at = 0;

  /** @param {string} text */
  constructor(text) {
    this.#text = text;
  }

  /** @returns {never} */
  #fail() {
    throw new Unfair(`It is no JSON of the kind that a record is, from character ${this.#at + 1} on.`);
  }

  #next() {
    TOKEN.lastIndex = this.#at;
    const found = TOKEN.exec(this.#text) ?? this.#fail();
    this.#at = TOKEN.lastIndex;
    return found;
  }

  end() {
    if (/[^ \t\r\n]/.test(this.#text.slice(this.#at))) this.#fail();
  }

  /** @param {number} depth @param {RegExpExecArray} [token] @returns {unknown} */
  value(depth, token = this.#next()) {
    if (depth > 20) this.#fail();
    const [, sign, text, number, word] = token;
    if (text !== undefined) return this.#string(text);
    if (number !== undefined) return this.#number(number);
    if (word !== undefined) return JSON.parse(word);
    if (sign === "[") return this.#list(depth);
    if (sign === "{") return this.#object(depth);
    return this.#fail();
  }

  /** @param {string} text */
  #string(text) {
    /** @type {string} */
    const value = JSON.parse(text);
    return /\p{Surrogate}/u.test(value) ? this.#fail() : value;
  }

  /** @param {string} text */
  #number(text) {
    const value = Number(text);
    return Number.isSafeInteger(value) && text !== "-0" ? value : this.#fail();
  }

  /** @param {number} depth */
  #list(depth) {
    /** @type {unknown[]} */
    const list = [];
    let token = this.#next();
    if (token[1] === "]") return list;
    for (;;) {
      list.push(this.value(depth + 1, token));
      const after = this.#next()[1];
      if (after === "]") return list;
      if (after !== ",") this.#fail();
      token = this.#next();
    }
  }

  /** @param {number} depth */
  #object(depth) {
    /** @type {Record<string, unknown>} */
    const object = Object.create(null);
    let token = this.#next();
    if (token[1] === "}") return object;
    for (;;) {
      const name = token[2] === undefined ? this.#fail() : this.#string(token[2]);
      if (name in object || this.#next()[1] !== ":") this.#fail();
      object[name] = this.value(depth + 1);
      const after = this.#next()[1];
      if (after === "}") return object;
      if (after !== ",") this.#fail();
      token = this.#next();
    }
  }
}
