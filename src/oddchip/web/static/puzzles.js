// A puzzle: four of eight cards are chosen, and the room says how good that is. How many were solved is kept here alone.
import { useDeck } from "./cards.js";
import { coachNodes } from "./coach.js";
import { at, attr, el, say, show } from "./dom.js";
import { lineNodes } from "./lines.js";
import { applySettings } from "./settings.js";

const KEY = "oddchip.puzzles";
const seed = at("puzzle").dataset.seed ?? "";
const buttons = /** @type {HTMLButtonElement[]} */ ([...document.querySelectorAll("#choice [data-place]")]);
/** @type {Set<string>} */
const chosen = new Set();
let first = true; // only the first answer counts as solved
let busy = false;

/** Seeds that were answered first, and right. @returns {{tried: string[], solved: number}} */
function kept() {
  try {
    const said = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return { tried: Array.isArray(said.tried) ? said.tried : [], solved: Number(said.solved) || 0 };
  } catch {
    return { tried: [], solved: 0 };
  }
}

/** @param {boolean} solved */
function count(solved) {
  const { tried, solved: before } = kept();
  if (!first || tried.includes(seed)) return;
  first = false;
  localStorage.setItem(KEY, JSON.stringify({ tried: [...tried, seed].slice(-500), solved: before + Number(solved) }));
  tell();
}

function tell() {
  const { tried, solved } = kept();
  say(at("solved"), tried.length ? `You have solved ${solved} ${solved === 1 ? "puzzle" : "puzzles"} at the first try.` : "");
}

function draw() {
  for (const button of buttons) attr(button, "aria-pressed", chosen.has(button.dataset.place ?? "") ? "true" : "false");
  attr(at("give"), "aria-disabled", chosen.size === 4 ? null : "true");
  const left = 4 - chosen.size;
  say(at("count"), left === 4 ? "Press four cards, or the keys 1 to 8." : left ? `${left} more.` : "Ready.");
}

/** @param {string} place */
function toggle(place) {
  if (chosen.delete(place)) return draw();
  if (chosen.size === 4) return say(at("count"), "You give four: take one back first.");
  chosen.add(place);
  draw();
}

async function give() {
  if (chosen.size !== 4 || busy) return;
  busy = true;
  try {
    const answer = await fetch(`/puzzles/${seed}?give=${[...chosen].sort().join("")}`).catch(() => null); // the line may be lost
    if (!answer?.ok) return say(at("count"), "The room does not answer just now. Try again in a moment.");
    const told = await answer.json();
    count(told.solved);
    say(at("verdict"), told.solved ? "Solved: a best mix does that." : "Not this one.");
    at("answer").dataset.solved = String(told.solved);
    at("told").replaceChildren(el("div", { class: "coach" }, el("p", {}, ...lineNodes(told.greedy)), ...coachNodes(told)));
    show(at("answer"), true);
    at("verdict").focus();
  } finally {
    busy = false;
  }
}

applySettings();
useDeck("french");
for (const place of document.querySelectorAll("[data-card]")) {
  const card = /** @type {import("./cards.js").OdCard} */ (document.createElement("od-card"));
  card.show(/** @type {HTMLElement} */ (place).dataset.card ?? "");
  place.replaceChildren(card);
}
for (const button of buttons) button.addEventListener("click", () => toggle(button.dataset.place ?? ""));
at("choice").addEventListener("submit", (event) => {
  event.preventDefault();
  give();
});
at("again").addEventListener("click", () => {
  chosen.clear();
  show(at("answer"), false);
  draw();
  buttons[0].focus();
});
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || !/^[1-8]$/.test(event.key) || (event.target instanceof Element && event.target.closest("input, select, textarea"))) return;
  toggle(String(Number(event.key) - 1));
});
tell();
draw();
