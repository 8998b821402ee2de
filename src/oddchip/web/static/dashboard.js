// The dashboard: the same cells anew every few seconds, changed in place, until it is paused or out of sight.
import { at, attr, el, say, show } from "./dom.js";

const EVERY = 5000;
const NAMES = ["workers", "tables", "reports"];
const pause = /** @type {HTMLButtonElement} */ (at("pause"));
let paused = false;

/** A text, a link, or a button of the form. @typedef {string | [text: string, path: string] | [text: string, name: string, value: string]} Cell */

/** @param {HTMLElement} place @param {Cell} said */
function fill(place, said) {
  const [child] = place.children;
  if (typeof said === "string") {
    if (child) place.replaceChildren(said);
    else say(place, said);
    return;
  }
  const [text, name, value] = said;
  const props = value === undefined ? { href: name } : { name, value };
  const tag = value === undefined ? "a" : "button";
  if (child?.localName !== tag) return place.replaceChildren(el(tag, { ...props, text }));
  say(child, text);
  for (const [each, is] of Object.entries(props)) attr(child, each, is);
}

/** @param {HTMLTableElement} table @param {Cell[][]} rows */
function draw(table, rows) {
  const [body] = table.tBodies;
  const words = [...table.tHead?.rows[0].cells ?? []].map((cell) => cell.textContent ?? "");
  while (body.rows.length > rows.length) body.deleteRow(-1);
  while (body.rows.length < rows.length) {
    const cells = words.map((word, i) => i ? el("td", { data: { label: word } }) : el("th", { scope: "row" }));
    body.append(el("tr", {}, ...cells));
  }
  rows.forEach((row, i) => row.forEach((said, j) => fill(body.rows[i].cells[j], said)));
}

/** @param {[name: string, value: string][]} facts */
function tell(facts) {
  const places = at("facts").querySelectorAll("dd");
  if (places.length === facts.length) facts.forEach(([, value], i) => say(places[i], value));
  else at("facts").replaceChildren(...facts.flatMap(([name, value]) => [el("dt", { text: name }), el("dd", { text: value })]));
}

async function look() {
  if (paused || document.hidden) return;
  const answer = await fetch("/dashboard.json").catch(() => null); // the line may be lost
  const said = answer?.ok ? await answer.json().catch(() => null) : null;
  if (paused) return;
  if (!said) return say(at("state"), "The room does not answer just now. This is what it said last.");
  tell(said.facts);
  for (const name of NAMES) {
    const table = /** @type {HTMLTableElement | null} */ (document.getElementById(name));
    if (table) draw(table, said[name]);
    const none = document.getElementById(`no-${name}`);
    if (none) show(none, !said[name].length);
  }
  say(at("state"), `As of ${new Date().toTimeString().slice(0, 8)}, anew every ${EVERY / 1000} seconds.`);
}

pause.addEventListener("click", () => {
  paused = !paused;
  attr(pause, "aria-pressed", paused ? "true" : "false");
  if (paused) say(at("state"), "Paused.");
  else look();
});
show(pause, true);
setInterval(look, EVERY);
document.addEventListener("visibilitychange", look);
