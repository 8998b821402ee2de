// The lines of a hand between two (docs/two_party.md): each kind of message has exactly one form.
import { Unfair, hex, unhex, utf8 } from "./bytes.js";
import { sign, verified } from "./ed25519.js";
import { digest } from "./hashing.js";

/** @typedef {[name: string, form: string, kind: "word" | "number" | "pair"]} Field */
/**
 * A line as it was read: its fields, and its id in hex.
 * @typedef {Record<string, any> & {kind: string, id: string, line: string, sig: string, n: number, seat: number}} Message
 */

const NUMBER = "0|[1-9][0-9]{0,14}";
/** @param {string} name @param {number} bytes @returns {Field} */
const bytes = (name, bytes) => [name, `"([0-9a-f]{${2 * bytes}})"`, "word"];
/** @param {string} name @param {string} choices @returns {Field} */
const word = (name, choices) => [name, `"(${choices})"`, "word"];
/** @param {string} name @param {string} [form] @returns {Field} */
const number = (name, form = NUMBER) => [name, `(${form})`, "number"];
/** @param {string} name @returns {Field} */
const pair = (name) => [name, `\\[(${NUMBER}),(${NUMBER})\\]`, "pair"];

const SEAT = number("seat", "[01]");
const PLACE = [bytes("match", 32), number("hand")];
const SAID = [SEAT, number("n"), bytes("seen", 32)];
const STEP = [bytes("terms", 32), ...SAID];
const HOUSE = [...PLACE, bytes("house", 32), number("n"), number("at")];
/** @type {Record<string, Field[]>} */
const KINDS = {
  hello: [word("game", "california_poker"), ...PLACE, ...SAID, bytes("key", 32), pair("stakes"), pair("balances"), number("clock"), number("dead"), word("escrow", "(?:[0-9a-f]{40})?")],
  commit: [...STEP, bytes("hash", 32), bytes("cosign", 64)],
  secret: [...STEP, bytes("secret", 32)],
  seal: [...STEP, bytes("hash", 32)],
  open: [...STEP, bytes("salt", 32), number("mask")],
  result: [...STEP, pair("shares"), bytes("hash", 32), bytes("cosign", 64)],
  leave: [...PLACE, ...SAID, bytes("key", 32)],
  chain: [...PLACE, ...SAID, bytes("key", 32)],
  receipt: [...HOUSE, bytes("of", 32), number("until")],
  ruling: [...HOUSE, word("end", "settled|forfeit|void|off|chain"), number("loser", "[012]"), word("cause", "|silent|late|opening|refused|left"), pair("shares")],
};
const FORMS = Object.entries(KINDS).map(([kind, fields]) => {
  const inside = fields.map(([name, form]) => `"${name}":${form},`).join("");
  return /** @type {const} */ ([kind, new RegExp(`^(\\{"kind":"${kind}",${inside.slice(0, -1)}),"sig":"([0-9a-f]{128})"\\}$`)]);
});

/** @param {string} bare the line without its signature */
const idOf = (bare) => digest("message", utf8(bare));

/** The message of a line; throws where it is written in another way. @param {string} line @returns {Message} */
export function read(line) {
  if (line.length <= 1024)
    for (const [kind, form] of FORMS) {
      const found = form.exec(line);
      if (found) return message(kind, line, found.slice(1));
    }
  throw new Unfair("A line is not written in the only form of its kind.");
}

/** @param {string} kind @param {string} line @param {string[]} groups @returns {Message} */
function message(kind, line, groups) {
  /** @type {Message} */
  const made = { kind, line, id: hex(idOf(`${groups[0]}}`)), sig: groups[groups.length - 1], n: 0, seat: -1 };
  let at = 1;
  for (const [name, , what] of KINDS[kind]) {
    if (what === "pair") made[name] = [Number(groups[at++]), Number(groups[at++])];
    else made[name] = what === "number" ? Number(groups[at++]) : groups[at++];
  }
  return made;
}

/** The line of a message, signed. @param {string} kind @param {Record<string, any>} values @param {Uint8Array} seed the signer's */
export function written(kind, values, seed) {
  const fields = KINDS[kind].map(([name, , what]) => `"${name}":${what === "word" ? `"${values[name]}"` : what === "pair" ? `[${values[name].join()}]` : values[name]}`);
  const bare = `{"kind":"${kind}",${fields.join()}}`;
  const line = `${bare.slice(0, -1)},"sig":"${hex(sign(seed, idOf(bare)))}"}`;
  read(line);
  return line;
}

/** Whether the owner of a key wrote a message. @param {Message} message @param {string} key hex */
export const signedBy = (message, key) => verified(unhex(key, "the key", 32), unhex(message.id, "the id", 32), unhex(message.sig, "the signature", 64));
