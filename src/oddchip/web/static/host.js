// The host's panel: guests, play, games, clocks and bots. Loaded when it is opened; every power is told to the table.
import { ask, confirm, dialog, sheetLink, sheetOf } from "./dialogs.js";
import { el } from "./dom.js";
import { tableLinks } from "./sheets.js";

/** @typedef {import("./table.js").Screen} Screen */
/** @typedef {import("./messages.js").TableView} TableView */

/** What a host can be asked to choose from; the page may tell more. @type {[string, string][]} */
const GAMES = JSON.parse(document.getElementById("table")?.dataset.games ?? "[]");
/** How bots play, in words. @type {[string, string][]} */
const STYLES = JSON.parse(document.getElementById("table")?.dataset.bots ?? "[]");

/** @param {string} hook @param {string} words @param {() => void} press @param {string} [kind] */
const button = (hook, words, press, kind = "") => el("button", { type: "button", class: kind, data: { do: `host-${hook}` }, text: words, on: { click: press } });

/** @param {string} title @param {...Node} inside */
const part = (title, ...inside) => el("section", {}, el("h3", { text: title }), ...inside);

/** @param {Screen} screen */
export function openHost(screen) {
  const view = screen.view;
  if (!view) return;
  const more = part("More", tableLinks([["invites", "Invite links"], ["house", "House rules and sets"], ["ledger", "Ledger"]]));
  const [waiting, state, taken] = [el("div"), el("div", { tabIndex: -1 }), el("div")];
  const made = dialog("Host", [el("div", { class: "host" }, waiting, state, taken, games(screen, view), timing(screen, view), more)], { name: "host", wide: true });
  const update = keepFresh([
    [waiting, guests, (now) => now.waiting],
    [state, play, (now) => [now.state, isDealt(now), Boolean(now.plays), now.settings.dealing]],
    [taken, seats, (now) => [now.plays?.games, now.seats.map((seat) => [seat.person, seat.name, now.hosts.includes(seat.name)])]],
  ]);
  const follow = (/** @type {TableView} */ now) => update(screen, now);
  follow(view);
  screen.watchers.add(follow);
  made.addEventListener("close", () => screen.watchers.delete(follow));
}

/**
 * Parts of the panel that follow the table: made anew when what they show has changed, unless the focus is in them and
 * cannot stay on the same button.
 * @param {[HTMLElement, (screen: Screen, view: TableView) => HTMLElement, (view: TableView) => unknown][]} parts
 */
function keepFresh(parts) {
  /** @type {Map<HTMLElement, string>} */
  const shown = new Map();
  return (/** @type {Screen} */ screen, /** @type {TableView} */ view) => {
    for (const [place, make, of] of parts) {
      const now = JSON.stringify(of(view));
      const focus = document.activeElement;
      const inside = place.contains(focus);
      if (shown.get(place) === now || (inside && !place.hasAttribute("tabindex"))) continue;
      shown.set(place, now);
      place.replaceChildren(make(screen, view));
      const same = inside && place.querySelector(`[data-do="${focus?.getAttribute("data-do")}"]:enabled`);
      if (inside) /** @type {HTMLElement} */ (same || place).focus();
    }
  };
}

/** @param {Screen} screen @param {Omit<import("./messages.js").Host, "t" | "id">} what */
const send = (screen, what) => screen.live.send({ t: "host", ...what });

/** @param {Screen} screen @param {TableView} view */
function guests(screen, view) {
  const list = el("ul", { class: "people" });
  for (const guest of view.waiting) {
    const item = el("li", { data: { person: guest.person } }, el("span", { text: `${guest.name} asks for seat ${guest.seat + 1} with ${guest.chips}` }));
    const answer = (/** @type {"approve" | "deny"} */ what) => () => (send(screen, { what, person: guest.person }), item.remove());
    item.append(button("approve", "Let in", answer("approve"), "main"), button("deny", "Turn away", answer("deny")));
    list.append(item);
  }
  return part("Guests who ask for a seat", view.waiting.length ? list : el("p", { class: "note", text: "Nobody is waiting." }));
}

/** Is a hand being played, at a table that is paused or stopped too? @param {TableView} view */
const isDealt = (view) => view.state === "playing" || view.pot > 0;

/** @param {Screen} screen @param {TableView} view */
function play(screen, view) {
  const say = (/** @type {any} */ what) => () => send(screen, { what });
  const worded = (/** @type {any} */ what, /** @type {string} */ title, needed = false) => async () => {
    const answered = await ask({ title, label: "Why (everybody reads it)", needed, note: needed ? "" : "It may be left empty." });
    if (answered) send(screen, { what, words: answered.value.trim() });
  };
  const dealt = isDealt(view);
  const stopped = view.state === "stopped" ? [button("retry", "Try again", say("retry"), "main"), button("refund", "Give all bets back", say("refund"))] : [];
  const paused = view.state === "paused" ? button("resume", "Resume", say("resume"), "main") : button("pause", "Pause…", worded("pause", "Pause"));
  const on = view.settings.dealing ? [button("hold", "No further hand", say("hold"))] : view.plays ? [button("deal", "Deal", say("deal"), dealt ? "" : "main")] : [];
  const ends = [button("void", "Void this hand…", worded("void", "Void this hand", true)), button("close", "Close the table…", worded("close", "Close the table"))];
  ends[Number(dealt)].toggleAttribute("disabled", true);
  const note = dealt ? "A hand is being played: finish it or make it void before you close the table." : "";
  return part("Play", el("div", { class: "answers" }, ...stopped, ...on, paused, ...ends), el("p", { class: "note", text: note }));
}

/** @param {Screen} screen @param {TableView} view */
function seats(screen, view) {
  const list = el("ul", { class: "people" });
  for (const seat of view.seats) {
    const item = el("li", {}, el("span", { text: seat.state === "empty" ? `Seat ${seat.seat + 1}: free` : `Seat ${seat.seat + 1}: ${seat.name}${seat.bot ? " (bot)" : ""}` }));
    if (seat.state === "empty") item.append(...botChoice(screen, seat.seat));
    else if (seat.person !== view.me?.person) item.append(...powers(screen, seat, view));
    list.append(item);
  }
  return part("Seats", list);
}

/** @param {Screen} screen @param {number} seat */
function botChoice(screen, seat) {
  const swaps = screen.view?.plays?.games.some(([game]) => game.includes("california_poker"));
  const styles = STYLES.filter(([name]) => swaps || !name.startsWith("california-"));
  const style = el("select", { "aria-label": `Style of the bot for seat ${seat + 1}` }, ...styles.map(([name, text]) => el("option", { value: name, text })));
  const add = button("bot", "Add bot", () => send(screen, { what: "bot", seat, words: style.value }));
  add.append(el("span", { class: "vh", text: ` to seat ${seat + 1}` }));
  return styles.length > 1 ? [style, add] : [add];
}

/** @param {Screen} screen @param {import("./messages.js").SeatView} seat @param {TableView} view */
function powers(screen, seat, view) {
  const kick = button("kick", "Kick", async () => {
    if (await confirm(`${seat.name} leaves the seat with all chips that are not in the pot.`, `Kick ${seat.name}`)) send(screen, { what: "kick", seat: seat.seat });
  });
  kick.append(el("span", { class: "vh", text: ` ${seat.name}` }));
  if (seat.bot) return [kick];
  const host = view.hosts.includes(seat.name);
  return [
    kick,
    button("mute", "Mute", () => send(screen, { what: "mute", person: seat.person })),
    button("unmute", "Unmute", () => send(screen, { what: "unmute", person: seat.person })),
    host ? button("uncohost", "No longer co-host", () => send(screen, { what: "uncohost", person: seat.person })) : button("cohost", "Make co-host", () => send(screen, { what: "cohost", person: seat.person })),
  ];
}

/** @param {Screen} screen @param {TableView} view */
function games(screen, view) {
  const plays = view.plays;
  const called = new Map([...GAMES, ...(plays?.games ?? []).map(([id], i) => /** @type {[string, string]} */ ([id, plays?.names[i] ?? id]))]);
  const idOf = (/** @type {string} */ words) => [...called].find(([, name]) => name === words)?.[0] ?? words;
  const rows = el("ul", { class: "games-wanted" });
  const datalist = el("datalist", { id: "game-names" }, ...GAMES.map(([, name]) => el("option", { value: name })));
  const add = (/** @type {string} */ id, /** @type {string} */ stakes) => {
    const name = el("input", { value: called.get(id) ?? id, "aria-label": "Game", name: "game", list: "game-names", autocomplete: "off", placeholder: "Badugi, triple draw(lowball)…" });
    const at = el("input", { value: stakes, "aria-label": "Stakes", name: "stakes", placeholder: "usual stakes", autocomplete: "off" });
    const sheet = sheetLink(id, stakes);
    const item = el("li", { on: { input: () => (sheet.href = sheetOf(idOf(name.value), at.value)) } }, name, at, sheet);
    item.append(button("no-game", "Remove", () => item.remove()));
    rows.append(item);
  };
  for (const [game, stakes] of plays?.games ?? [["", ""]]) add(game, stakes);
  const mode = el("select", { name: "mode", "aria-label": "How games follow" }, ...[["game", "One game"], ["rotation", "Rotation"], ["choice", "Dealer’s choice"]].map(([value, text]) => el("option", { value, text, selected: value === plays?.mode })));
  const each = el("input", { name: "each", type: "number", min: 1, value: plays ? plays.hands_each ?? "" : 8, placeholder: "an orbit", "aria-label": "Hands of each game in a rotation" });
  const form = el("form", { class: "games-form", data: { form: "games" } }, mode, rows, datalist, button("add-game", "Another game", () => add("", "")), el("label", {}, el("span", { text: "Hands of each in a rotation" }), each), el("button", { class: "main", data: { do: "host-games" }, text: "Play this" }));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const wanted = [...rows.children].map((item) => [...item.querySelectorAll("input")].map((input) => input.value.trim())).filter(([game]) => game);
    send(screen, { what: "games", mode: /** @type {any} */ (mode.value), hands_each: each.value ? Number(each.value) : null, games: wanted.map(([name, stakes]) => ({ game: idOf(name), ...(stakes && { stakes }) })) });
  });
  return part("Games", form, button("next-game", "On to the next game of the rotation", () => send(screen, { what: "next_game" })));
}

/** Settings of the table, each sent when it changes. @type {[string, string, [string, string][] | "number" | "tick"][]} */
const SETTINGS = [
  ["pace", "Pace of results and bots", [["fast", "fast"], ["normal", "normal"], ["slow", "slow"], ["none", "none"]]],
  ["watching", "People may look on", [["off", "no"], ["delayed", "one hand late"], ["live", "live"]]],
  ["fairness", "Decks are committed to by", [["roots", "8 candidates"], ["roots32", "32 candidates"], ["strict", "a proof that they are the pack"], ["pair", "the two players (California Poker)"]]],
  ["approve", "A host lets guests in", "tick"],
  ["chat", "Chat", "tick"],
  ["coach", "A coach after hands of California Poker", "tick"],
  ["stack", "Chips one sits down with (0: the usual)", "number"],
  ["choice_seconds", "Seconds to choose a game (0: for ever)", "number"],
  ["away_minutes", "Minutes away until a seat is freed (0: never)", "number"],
];
/** House rules that are clocks; a number is their usual value. @type {[string, string, number?][]} */
const CLOCKS = [["away_orbits", "Rounds of the button away until it is freed as well (0: never)", 2], ["clock_seconds", "Seconds to decide (empty: unlimited)"], ["time_bank_seconds", "Seconds in the time bank"]];

/** @param {Screen} screen @param {TableView} view */
function timing(screen, view) {
  const box = el("div", { class: "host-settings" });
  for (const [name, words, kind] of SETTINGS) {
    const now = view.settings[name];
    const field = typeof kind === "string" ? el("input", kind === "tick" ? { type: "checkbox", checked: now !== false } : { type: "number", min: 0, value: now ?? "" }) : el("select", {}, ...kind.map(([value, text]) => el("option", { value, text, selected: value === now })));
    field.name = name;
    field.addEventListener("change", () => send(screen, { what: "settings", settings: { [name]: kind === "tick" ? /** @type {HTMLInputElement} */ (field).checked : kind === "number" ? Number(field.value) : field.value } }));
    box.append(el("label", {}, el("span", { text: words }), field));
  }
  for (const [name, words, usual] of CLOCKS) {
    const field = el("input", { type: "number", min: 0, name, value: view.house[name] ?? usual ?? "", placeholder: name in view.house ? "unlimited" : "usual" });
    field.addEventListener("change", () => send(screen, { what: "house", keep: true, options: { [name]: field.value ? Number(field.value) : name === "clock_seconds" ? null : 0 } }));
    box.append(el("label", {}, el("span", { text: words }), field));
  }
  return part("Clocks and manners", box);
}
