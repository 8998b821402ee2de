// The page that verifies: takes a file, a text, or #<table>/<hand>, and says each check in a sentence.
import { at, attr, el, say, show, unseen } from "../dom.js";
import { verifications } from "./verify.js";
import { atTheTable, withGame } from "./words.js";

/** @typedef {import("./verify.js").Check} Check */

const LIMIT = 8 * 2 ** 20;
const file = /** @type {HTMLInputElement} */ (at("file"));
const text = /** @type {HTMLTextAreaElement} */ (at("text"));
const found = at("found");
/** What games are called, by id. @type {Record<string, string>} */
const NAMES = JSON.parse(found.dataset.games ?? "{}");
/** What is being verified; what was begun before is dropped. */
let run = 0;

/** A breath for the screen between two checks. */
const breath = () => new Promise((done) => setTimeout(done));

/** @param {Check} check */
function line({ holds, words, note }) {
  const [how, sign, word] = !holds ? ["no", "✗", "Fails: "] : note ? ["note", "!", "Holds, but note: "] : ["yes", "✓", "Holds: "];
  const mark = el("span", { class: "mark", "aria-hidden": "true", text: sign });
  return el("li", { data: { holds: how } }, mark, el("span", {}, unseen(word), withGame(atTheTable(words), NAMES)));
}

/** @param {number} count @param {number} failed @param {number} notes */
function verdictWords(count, failed, notes) {
  if (failed) return `${failed} of ${count} checks failed. This was not dealt as it says.`;
  return `All ${count} checks hold${notes ? `; ${notes} ${notes === 1 ? "is" : "are"} to be noted` : ""}.`;
}

/** @param {string} words @param {boolean | null} holds */
function verdict(words, holds) {
  attr(found, "data-holds", holds === null ? null : holds ? "yes" : "no");
  say(at("verdict"), words);
}

/** @param {string} record @param {string} from */
async function verify(record, from) {
  const mine = ++run;
  at("checks").replaceChildren();
  say(at("about"), from);
  show(found, true);
  verdict("Verifying…", null);
  found.focus();
  let count = 0;
  let failed = 0;
  let notes = 0;
  for await (const check of verifications(record, breath)) {
    if (mine !== run) return;
    count++;
    if (!check.holds) failed++;
    else if (check.note) notes++;
    at("checks").append(line(check));
    await breath();
  }
  if (mine === run) verdict(verdictWords(count, failed, notes), !failed);
}

/** @param {string} words */
function trouble(words) {
  run++;
  at("checks").replaceChildren();
  say(at("about"), "");
  show(found, true);
  verdict(words, false);
  found.focus();
}

/** @param {File | undefined} chosen */
async function read(chosen) {
  if (!chosen) return;
  if (chosen.size > LIMIT) return trouble("The file is larger than any record.");
  try {
    await verify(await chosen.text(), chosen.name);
  } catch {
    trouble("The file cannot be read.");
  }
}

/** #<table>/<hand>: the record of a hand of this room, as I may see it; with /pair the transcript of two who dealt it. */
async function linked() {
  const [table, hand, by] = decodeURIComponent(location.hash.slice(1)).split("/");
  if (!table || !/^\d+$/.test(hand ?? "")) return;
  try {
    const of = `/table/${encodeURIComponent(table)}`;
    const between = `${of}/pair/${hand}.jsonl`;
    let answer = await fetch(by === "pair" ? between : `${of}/fair/${hand}.json`);
    if (answer.status === 410) {
      const dealt = await fetch(between); // no deck was committed to: perhaps two have dealt it to each other
      if (dealt.ok) answer = dealt;
    }
    if (answer.ok) return await verify(await answer.text(), `Hand ${hand}, as this room keeps it for you.`);
    trouble(answer.status === 404 ? "The room has no record of this hand that you may see." : `The record cannot be loaded (${answer.status}).`);
  } catch {
    trouble("The record cannot be loaded: there is no line to the room.");
  }
}

at("given").addEventListener("submit", (event) => {
  event.preventDefault();
  if (text.value.trim()) return void verify(text.value, "What you pasted.");
  if (file.files?.length) return void read(file.files[0]);
  trouble("Choose a file or paste a record first.");
});
file.addEventListener("change", () => read(file.files?.[0]));
addEventListener("dragover", (event) => {
  event.preventDefault();
  at("given").classList.add("over");
});
addEventListener("dragleave", () => at("given").classList.remove("over"));
addEventListener("drop", (event) => {
  event.preventDefault();
  at("given").classList.remove("over");
  read(event.dataTransfer?.files[0]);
});
addEventListener("hashchange", linked);
linked();
