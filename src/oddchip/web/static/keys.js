// One key for each thing; none while something is being written, none together with Ctrl, Alt or Meta.

/** What each key does, for the help as well. @type {[string, string][]} */
export const KEYS = [
  ["F", "Fold"],
  ["C", "Check or call, bring in"],
  ["R", "Bet, raise or complete"],
  ["P", "Amount: the pot"],
  ["− +", "Amount: one step less or more"],
  ["1 – 8", "Choose a card; to declare: 1 high, 2 low, 3 both"],
  ["D", "Draw the chosen cards"],
  ["S", "Stand pat"],
  ["Space", "Confirm: seal, draw"],
  ["H", "Say my hand"],
  ["B", "Say the board"],
  ["T", "Say the pot and what it takes to call"],
  ["O", "Say the opponents"],
  ["L", "Say the last action"],
  ["G", "Say the game and its rule"],
  ["Esc", "Close what is open"],
  ["?", "This help"],
];

/** @param {import("./table.js").Screen} screen */
export function setUpKeys(screen) {
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest("input:not([type=range]), textarea, select, [contenteditable]")) return;
    if (document.querySelector("dialog[open]")) return;
    const onButton = target?.closest("button, a, summary, [role=tab]");
    if (event.key === " " && onButton) return;
    if (target?.closest("input[type=range]") && /^(Arrow|Home|End|Page)/.test(event.key)) return;
    if (press(screen, event.key)) event.preventDefault();
  });
}

/** @param {import("./table.js").Screen} screen @param {string} key @returns {boolean} it meant something */
function press(screen, key) {
  const digit = "12345678".indexOf(key);
  if (digit >= 0) return screen.toggleAt(digit);
  const done = ACTS[key.length === 1 ? key.toLowerCase() : key];
  if (!done) return false;
  return done(screen) !== false;
}

/** Presses the place that has this hook now. @param {import("./table.js").Screen} screen @param {...string} hooks */
function hook(screen, ...hooks) {
  for (const slot of Object.values(screen.actions.slots)) if (slot.meaning && hooks.includes(slot.meaning.do)) return slot.press();
  return false;
}

/** @type {Record<string, (screen: import("./table.js").Screen) => unknown>} */
const ACTS = {
  f: (screen) => hook(screen, "fold", "pre-fold", "pre-check-fold"),
  c: (screen) => hook(screen, "check", "call", "bring_in", "pre-check", "pre-call"),
  r: (screen) => hook(screen, "raise", "raise-open", "declare_open"),
  p: (screen) => screen.actions.bets.range && screen.actions.bets.set(screen.actions.bets.range.pot),
  "+": (screen) => screen.actions.bets.step(1),
  "=": (screen) => screen.actions.bets.step(1),
  "-": (screen) => screen.actions.bets.step(-1),
  d: (screen) => hook(screen, "draw", "pre-draw"),
  s: (screen) => hook(screen, "pat"),
  " ": (screen) => hook(screen, "seal", "draw"),
  h: (screen) => screen.speak("hand"),
  b: (screen) => screen.speak("board"),
  t: (screen) => screen.speak("pot"),
  o: (screen) => screen.speak("opponents"),
  l: (screen) => screen.speak("last"),
  g: (screen) => screen.speak("game"),
  Escape: (screen) => screen.close(),
  "?": (screen) => screen.sheet("openHelp"),
};
