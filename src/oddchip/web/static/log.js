// The drawer at the side: what happened, hand by hand, and what was said.
import { at, el, show } from "./dom.js";
import { lineNodes } from "./lines.js";

/** @typedef {import("./messages.js").TableView} TableView */

const KEEP = 400;
let last = 0;

/** Adds the lines that are new. @param {TableView} view @returns {import("./messages.js").LogLine[]} */
export function renderLog(view) {
  const list = at("log");
  const fresh = view.log.filter((line) => line.n > last);
  if (!fresh.length) return [];
  last = fresh[fresh.length - 1].n;
  follow(list, () => {
    for (const line of fresh) list.append(el("li", { class: line.kind, data: { n: String(line.n) } }, ...lineNodes(line.line)));
    while (list.childElementCount > KEEP) list.firstElementChild?.remove();
  });
  return fresh;
}

/** A list that was at its end stays there. @param {HTMLElement} list @param {() => void} add */
export function follow(list, add) {
  const atEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 40;
  add();
  if (atEnd) list.scrollTop = list.scrollHeight;
}

/** @param {"log" | "chat"} which */
export function tab(which) {
  const side = at("side");
  side.dataset.tab = which;
  for (const name of ["log", "chat"]) {
    at(`tab-${name}`).setAttribute("aria-selected", String(name === which));
    show(at(`panel-${name}`), name === which);
  }
  const list = at(which === "log" ? "log" : "said");
  list.scrollTop = list.scrollHeight;
}

/** @param {boolean} [open] the other way round if not said @param {"log" | "chat"} [which] */
export function drawer(open, which) {
  const side = at("side");
  const now = open ?? side.dataset.open !== "true";
  side.dataset.open = String(now);
  at("open-side").setAttribute("aria-expanded", String(now));
  if (which) tab(which);
  else tab(side.dataset.tab === "chat" ? "chat" : "log");
  return now;
}
