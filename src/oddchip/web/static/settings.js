// What a player likes: kept in this browser, shown as data attributes of <html> for the style sheet.

const KEY = "oddchip.settings";

/** What holds where nothing was chosen. */
export const USUAL = {
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
  if (!names.includes(now.skin)) now = { ...now, skin: names[0] ?? "" };
}

export function applySettings() {
  const root = document.documentElement;
  for (const name of /** @type {(keyof typeof USUAL)[]} */ (["felt", "side", "cards", "colours", "speed", "italian"])) root.dataset[name] = now[name];
  for (const meta of document.querySelectorAll("meta[name=theme-color]"))
    meta.setAttribute("content", now.felt === "light" ? "#2f7a5a" : "#0a1a15");
}
