// What a player likes: kept in this browser, shown as data attributes of <html> for the style sheet.
import { el } from "./dom.js";

const KEY = "oddchip.settings";

/** @type {{name: keyof typeof USUAL, label: string, choices: [string, string][], sub?: string}[]} */
export const CHOICES = [
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

const USUAL = {
  colours: "four",
  index: "normal",
  skin: "",
  italian: "none",
  cards: "art",
  sort: "on",
  speed: "normal",
  felt: "night",
  side: "right",
  sounds: "on",
  turn: "on",
  notify: "off",
  verbosity: "normal",
  focus: "keep",
};

let now = read();
/** @type {Set<() => void>} */
const listeners = new Set();

export const settings = () => now;

/** @param {() => void} then called after every change */
export const onSettings = (then) => listeners.add(then);

function read() {
  try {
    return { ...USUAL, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return { ...USUAL }; // storage is closed to us, or holds what is no JSON: the usual settings serve
  }
}

/** @param {Partial<typeof USUAL>} changes */
export function change(changes) {
  now = { ...now, ...changes };
  try {
    localStorage.setItem(KEY, JSON.stringify(now));
  } catch {
    // private windows may have no storage: then it holds for this visit
  }
  applySettings();
  for (const then of listeners) then();
}

/** The packs and indices there are, as the page tells them: "a b c". @param {string} skins */
export function knowSkins(skins) {
  const names = skins.split(" ").filter(Boolean);
  const field = CHOICES.find((each) => each.name === "skin");
  if (field) field.choices = names.map((name) => [name, name.replace(/^./, (first) => first.toUpperCase())]);
  if (!names.includes(now.skin)) now = { ...now, skin: names[0] ?? "" };
}

export function applySettings() {
  const root = document.documentElement;
  for (const name of /** @type {(keyof typeof USUAL)[]} */ (["felt", "side", "cards", "colours", "speed"])) root.dataset[name] = now[name];
  for (const meta of document.querySelectorAll("meta[name=theme-color]"))
    meta.setAttribute("content", now.felt === "light" ? "#2f7a5a" : "#0a1a15");
}

/** The form of the settings dialog. */
export function settingsForm() {
  const rows = CHOICES.filter((each) => each.choices.length).map(({ name, label, choices }) => {
    const buttons = choices.map(([value, words]) =>
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
  return form;
}
