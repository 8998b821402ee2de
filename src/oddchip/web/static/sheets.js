// Sheets and questions over the table: the game, my seat, chips, cards to show, settings, keys, doubts.
import { announce } from "./announce.js";
import { openChoice as choose } from "./choice.js";
import { ask, confirm, dialog, facts, sheetLink, tick } from "./dialogs.js";
import { at, chips, el, listed } from "./dom.js";
import { cardName } from "./cards.js";
import { KEYS } from "./keys.js";
import { change, settings } from "./settings.js";
import { READINGS } from "./speaking.js";

/** @typedef {import("./table.js").Screen} Screen */

/** @type {{name: keyof typeof import("./settings.js").USUAL, label: string, choices: [string, string][]}[]} */
const CHOICES = [
  { name: "colours", label: "Suits", choices: [["four", "Four colours"], ["two", "Two colours"]] },
  { name: "index", label: "Index", choices: [["normal", "Normal"], ["big", "Big"]] },
  { name: "skin", label: "Italian pack", choices: [] },
  { name: "italian", label: "Italian index", choices: [["none", "None"], ["names", "Names"], ["small", "Small"]] },
  { name: "cards", label: "Cards as", choices: [["art", "Pictures"], ["text", "Text"]] },
  { name: "sort", label: "My hand", choices: [["on", "Sorted"], ["off", "As dealt"]] },
  { name: "speed", label: "Motion", choices: [["off", "Off"], ["fast", "Fast"], ["normal", "Normal"]] },
  { name: "felt", label: "Felt", choices: [["night", "Night"], ["light", "Light"]] },
  { name: "side", label: "Buttons for", choices: [["right", "Right hand"], ["left", "Left hand"]] },
  { name: "sounds", label: "Sounds", choices: [["on", "On"], ["off", "Off"]] },
  { name: "turn", label: "“Your turn” sound", choices: [["on", "On"], ["off", "Off"]] },
  { name: "notify", label: "When I am elsewhere", choices: [["off", "Title only"], ["on", "Notify me"]] },
  { name: "verbosity", label: "Spoken", choices: [["turns", "My turns"], ["normal", "Play"], ["all", "Everything"]] },
  { name: "focus", label: "On my turn", choices: [["keep", "Leave the focus"], ["actions", "Focus the actions"]] },
];

/** @param {Screen} _ */
export function openSettings(_) {
  const skins = (at("table").dataset.skins ?? "").split(" ").filter(Boolean);
  const now = settings();
  const rows = CHOICES.map(({ name, label, choices }) => {
    const all = name === "skin" ? skins.map((skin) => [skin, skin.replace(/^./, (first) => first.toUpperCase())]) : choices;
    const buttons = all.map(([value, words]) =>
      el("label", {}, el("input", { type: "radio", name, value, checked: now[name] === value }), el("span", { text: words })),
    );
    return el("fieldset", {}, el("legend", { text: label }), el("div", { class: "segments" }, ...buttons));
  });
  const form = el("form", { class: "settings", method: "dialog" }, ...rows);
  form.addEventListener("change", (event) => {
    const input = /** @type {HTMLInputElement} */ (event.target);
    if (input.name === "notify" && input.value === "on" && "Notification" in window) Notification.requestPermission();
    change({ [input.name]: input.value });
  });
  dialog("Settings", [form], { name: "settings" });
}

/** @type {Record<import("./messages.js").Act["do"] | "host", string>} */
const SURE = { host: "Do it", fold: "Fold", check: "Check", call: "Call", raise: "Do it", draw: "Draw so", declare: "Declare so", bring_in: "Bring in", declare_open: "Declare open", give: "Give them" };

/** The room doubts that I mean it. @param {Screen} _ @param {string} why @param {import("./messages.js").Act["do"] | "host"} what @returns {Promise<boolean | null>} */
export const doubt = (_, why, what) => confirm(why, SURE[what]);

/** @param {Screen} screen @param {import("./messages.js").ChoiceView} choice */
export const openChoice = (screen, choice) => choose(screen, choice);

/** As many as anybody may bring at once is no limit to tell of. @param {[number, number] | null | undefined} range */
const rangeWords = (range) => (!range ? "" : range[1] < 1e9 ? `${chips(range[0])} to ${chips(range[1])}` : `${chips(range[0])} or more`);

/** @param {Screen} screen @param {number} seat -1: the first that is free */
export async function askToSit(screen, seat) {
  const view = screen.view;
  const range = view?.me?.buy_in;
  const free = seat >= 0 ? seat : (view?.seats.find((each) => each.state === "empty")?.seat ?? -1);
  if (!view || free < 0) return;
  const value = String(view.me?.usual || 200);
  const more = view.hand && view.me?.may.includes("post") ? [tick("post", "Post the big blind and play at once")] : [];
  const note = rangeWords(range);
  const answered = await ask({ title: `Seat ${free + 1}`, label: "Chips to sit down with", numeric: true, value, min: range?.[0] ?? 1, max: range?.[1], more, yes: "Sit down", note });
  if (answered) screen.do({ what: "sit", seat: free, chips: Number(answered.value), post: answered.form.has("post") });
}

/** @param {Screen} screen @param {"rebuy" | "top_up"} what */
export async function askForChips(screen, what) {
  const range = screen.view?.me?.buy_in;
  const note = range ? `${rangeWords(range)}, from the next hand on` : "From the next hand on";
  const title = what === "rebuy" ? "Rebuy" : "Top up";
  const answered = await ask({ title, label: "Chips to add", numeric: true, value: String(screen.view?.me?.usual || 100), min: range?.[0] ?? 1, max: range?.[1], note });
  if (answered) screen.do({ what, chips: Number(answered.value) });
}

/** One, some or all of my cards, after the hand. @param {Screen} screen */
export function askToShow(screen) {
  const cards = screen.view?.me?.cards ?? [];
  const picks = el("div", { class: "picks" }, ...cards.map((card) => tick(card[0], cardName(card[1]), true)));
  const send = () => {
    const ids = [...picks.querySelectorAll("input")].filter((input) => input.checked).map((input) => input.name);
    if (ids.length) screen.do({ what: "show", cards: ids.length === cards.length ? [] : ids });
    made.close();
  };
  const made = dialog("Show cards", [picks, el("button", { type: "button", class: "main", data: { do: "show-cards" }, text: "Show these", on: { click: send } })], { name: "show" });
}

/** Whether I post is asked where I may. @param {Screen} screen */
export async function askToReturn(screen) {
  const me = screen.view?.me;
  if (!me?.may.includes("post")) return screen.do({ what: "return" });
  const away = screen.view?.seats.find((each) => each.seat === me.seat)?.state === "away";
  const question = `Post ${away ? "the blinds you owe" : "the big blind now"} and play the next hand? Otherwise you wait until the big blind comes to you.`;
  const post = await confirm(question, "Post and play", "Wait", away ? "I’m back" : "Play now");
  if (post !== null) screen.do({ what: "return", post });
}

/** @param {Screen} screen */
export async function askToEnd(screen) {
  if (await confirm("No further hand is dealt and you sit out. What was won and lost so far stands.", "End the session", "Play on")) screen.do({ what: "decline" });
}

/** What concerns my seat and name. @param {Screen} screen */
export function openMe(screen) {
  const may = new Set(screen.view?.me?.may ?? []);
  /** @type {[string, string, () => void][]} */
  const all = [
    ["sit_out", "Sit out after this hand", () => screen.do({ what: "sit_out" })],
    ["sit_out", "Sit out now, folding", () => screen.do({ what: "sit_out", now: true })],
    ["return", "I’m back", () => askToReturn(screen)],
    ["top_up", "Top up", () => askForChips(screen, "top_up")],
    ["rebuy", "Rebuy", () => askForChips(screen, "rebuy")],
    ["leave", "Leave the table", () => leave(screen)],
    ["", "Change my name", () => rename(screen)],
  ];
  const press = (/** @type {() => void} */ then) => () => (made.close(), then());
  const buttons = all.filter(([what]) => !what || may.has(what)).map(([what, words, then]) => el("button", { type: "button", data: { do: what || "rename" }, text: words, on: { click: press(then) } }));
  const made = dialog(screen.view?.me?.name ?? "Me", [el("div", { class: "list" }, ...buttons), tableLinks([["history", "Hands played"], ["ledger", "Who owes whom"], ["house", "House rules"]])], { name: "me" });
}

/** Pages that belong to this table. @param {[string, string][]} pages */
export function tableLinks(pages) {
  const table = at("table").dataset.table;
  return el("p", { class: "links" }, ...pages.map(([path, words]) => el("a", { href: `/table/${table}/${path}`, target: "_blank", rel: "noopener", text: words })));
}

/** @param {Screen} screen */
async function leave(screen) {
  const question = "You take your chips and leave your seat; if you are in a hand, it is folded.";
  if (await confirm(question, "Leave", "Stay")) screen.do({ what: "leave" });
}

/** @param {Screen} screen */
async function rename(screen) {
  const answered = await ask({ title: "My name", label: "Name", value: screen.view?.me?.name ?? "" });
  if (answered?.value.trim()) screen.do({ what: "rename", words: answered.value.trim() });
}

/** The game, its rule, what the house does otherwise. @param {Screen} screen */
export function openGame(screen) {
  const view = screen.view;
  if (!view) return;
  const game = view.game;
  const house = Object.entries(view.house).map(([name, value]) => `${name.replaceAll("_", " ")}: ${value === true ? "on" : value === false ? "off" : value}`);
  /** @type {[string, string][]} */
  const rows = [["Now", game?.where ?? ""], ["The rule that matters", game?.rule ?? ""], ["Stakes", game ? `${game.limit} (${game.stakes})` : ""], ["Next", view.next_game?.name ?? ""], ["House rules that differ", house.join(" · ")], ["Hosts", listed(view.hosts)], ["Looking on", view.watching ? String(view.watching) : ""]];
  const links = game ? [el("p", { class: "links" }, sheetLink(game.id, game.stakes), el("a", { href: "/cards", target: "_blank", rel: "noopener", text: "All cards" }))] : [];
  dialog(game?.name ?? view.title, [el("p", { text: game?.summary ?? (view.why || "No game has been chosen yet.") }), facts(rows), ...links], { name: "game" });
}

/** @param {Screen} _ */
export function openHelp(_) {
  dialog("Keys", [el("dl", { class: "keys" }, ...KEYS.flatMap(([key, words]) => [el("dt", {}, el("kbd", { text: key })), el("dd", { text: words })]))], { name: "help" });
}

/** Reads something out. @param {Screen} screen @param {keyof typeof READINGS} what @param {string} last the last line of the log */
export const speak = ({ view }, what, last) => view && announce(READINGS[what](view, last));

/** What the coach says of a hand. @param {Screen} _ @param {number} hand */
export const openCoach = (_, hand) => import("./coach.js").then((coach) => coach.openCoach(`/table/${at("table").dataset.table}/coach/${hand}.json`));
