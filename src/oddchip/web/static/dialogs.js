// Questions and sheets over the table, all <dialog>: closed with Esc, the focus goes back where it was.
import { el } from "./dom.js";

/**
 * @param {string} title @param {Node[]} inside @param {{name?: string, wide?: boolean, closes?: string}} [options]
 * @returns {HTMLDialogElement}
 */
export function dialog(title, inside, { name = "", wide = false, closes = "Close" } = {}) {
  const heading = el("h2", { text: title, id: `dialog-${name || "title"}` });
  const made = el("dialog", { "aria-labelledby": heading.id, class: wide ? "wide" : "", data: { dialog: name } });
  const close = el("button", { type: "button", class: "close", data: { do: "close-dialog" }, on: { click: () => made.close() } }, el("span", { text: closes }));
  const body = el("div", { class: "inside scrolls" }, ...inside);
  if (!body.querySelector("a, button, input, select")) body.tabIndex = 0; // so that keys can scroll it
  made.append(el("header", {}, heading, close), body);
  made.addEventListener("close", () => made.remove());
  made.addEventListener("click", (event) => event.target === made && made.close());
  document.body.append(made);
  made.showModal();
  return made;
}

/** A question with two answers; the safe one has the focus. Nothing is answered by closing it. @param {string} question @param {string} yes @param {string} [no] @param {string} [title] @returns {Promise<boolean | null>} */
export function confirm(question, yes, no = "Go back", title = "Are you sure?") {
  return new Promise((resolve) => {
    /** @type {boolean | null} */
    let answer = null;
    const sure = el("button", { type: "button", class: "danger", data: { do: "sure" }, text: yes });
    const not = el("button", { type: "button", class: "main", data: { do: "not-sure" }, text: no });
    const made = dialog(title, [el("p", { class: "question", text: question }), el("div", { class: "answers" }, not, sure)], { name: "sure" });
    sure.addEventListener("click", () => ((answer = true), made.close()));
    not.addEventListener("click", () => ((answer = false), made.close()));
    made.addEventListener("close", () => resolve(answer));
    not.focus();
  });
}

/**
 * Asks for words or a number.
 * @param {{title: string, label: string, value?: string, numeric?: boolean, needed?: boolean, min?: number, max?: number, more?: Node[], yes?: string, note?: string}} what
 * @returns {Promise<{value: string, form: FormData} | null>}
 */
export function ask({ title, label, value = "", numeric = false, needed = numeric, min, max, more = [], yes = "OK", note = "" }) {
  return new Promise((resolve) => {
    /** @type {{value: string, form: FormData} | null} */
    let answer = null;
    const field = el("input", { name: "value", value, type: numeric ? "number" : "text", min, max, required: needed, inputmode: numeric ? "numeric" : "text", autocomplete: "off", maxlength: 200 });
    const form = el("form", { class: "ask" }, el("label", {}, el("span", { text: label }), field), ...more, el("p", { class: "note", text: note }), el("button", { class: "main", data: { do: "ok" }, text: yes }));
    const made = dialog(title, [form], { name: "ask", closes: "Cancel" });
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      answer = { value: field.value, form: new FormData(form) };
      made.close();
    });
    made.addEventListener("close", () => resolve(answer));
    field.focus();
    field.select();
  });
}

/** @param {string} name @param {string} label @param {boolean} [checked] */
export const tick = (name, label, checked = false) => el("label", { class: "tick" }, el("input", { type: "checkbox", name, checked }), el("span", { text: label }));

/** The address of a game's rule sheet, with the amounts for these stakes. @param {string} id @param {string} [stakes] */
export const sheetOf = (id, stakes) => `/rules/${encodeURIComponent(id)}${stakes ? `?stakes=${encodeURIComponent(stakes)}` : ""}`;

/** @param {string} id @param {string} [stakes] */
export const sheetLink = (id, stakes) => el("a", { href: sheetOf(id, stakes), target: "_blank", rel: "noopener", text: "Rule sheet" });

/** A name and its value, one under the other. @param {[string, string][]} rows */
export const facts = (rows) => el("dl", {}, ...rows.filter(([, value]) => value).flatMap(([name, value]) => [el("dt", { text: name }), el("dd", { text: value })]));
