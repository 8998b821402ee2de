// Chat: text and nothing else, the newest below.
import { at, attr, el, show } from "./dom.js";
import { follow } from "./log.js";

/** @type {Set<string>} */
const silenced = new Set();
let newest = 0;
let unread = 0;
const READ = `oddchip.read.${location.pathname}`;

/** @param {import("./table.js").Screen} screen */
export function setUpChat(screen) {
  const form = /** @type {HTMLFormElement} */ (at("say"));
  const field = /** @type {HTMLInputElement} */ (at("say-text"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const text = field.value.trim();
    if (text) screen.live.send({ t: "chat", text });
    field.value = "";
  });
}

/** @param {import("./messages.js").Chat} chat @param {boolean} mine @returns {boolean} it was new */
export function addChat(chat, mine) {
  if (chat.n <= newest) return false;
  newest = chat.n;
  if (silenced.has(chat.person)) return false;
  const list = at("said");
  const name = el("button", { class: "by", type: "button", title: "Hide what this person writes", text: chat.name });
  const item = el("li", { data: { person: chat.person } }, name, document.createTextNode(" "), el("span", { class: "text", text: chat.text }));
  name.addEventListener("click", () => hide(chat));
  name.disabled = mine;
  follow(list, () => list.append(item));
  while (list.childElementCount > 300) list.firstElementChild?.remove();
  const seen = at("side").dataset.tab === "chat" && at("panel-chat").offsetParent !== null;
  badge(seen || mine || chat.n <= known() ? 0 : unread + 1);
  return true;
}

/** @param {import("./messages.js").Chat} chat */
function hide(chat) {
  silenced.add(chat.person);
  for (const item of document.querySelectorAll("#said > li")) if (/** @type {HTMLElement} */ (item).dataset.person === chat.person) item.remove();
  at("said").append(el("li", { class: "note", text: `You no longer see what ${chat.name} writes in this visit.` }));
}

/** How many lines of chat were not seen: at the tab, and at the button that opens it on small screens. @param {number} count */
export function badge(count) {
  unread = count;
  if (!count && newest) keep(newest);
  for (const mark of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".unread"))) {
    show(mark, count);
    mark.replaceChildren(...(count ? [String(count), el("span", { class: mark.closest("[role=tab]") ? "" : "vh", text: " new" })] : []));
  }
}

/** The last line that was read in this tab: what was read is not new after a reload. */
function known() {
  try {
    return Number(sessionStorage.getItem(READ)) || 0;
  } catch {
    return 0;
  }
}

/** @param {number} n */
function keep(n) {
  try {
    sessionStorage.setItem(READ, String(Math.max(n, known())));
  } catch {
    // without storage all is new after a reload
  }
}

/** @param {boolean} muted @param {boolean} off */
export function chatState(muted, off) {
  const field = /** @type {HTMLInputElement} */ (at("say-text"));
  field.disabled = muted || off;
  attr(field, "placeholder", off ? "Chat is off at this table" : muted ? "A host has muted you" : "Say something");
}
