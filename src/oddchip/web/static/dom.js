// Elements without a framework: made once, changed in place, never rebuilt under a focus.

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any>} [props] class, text, data: {..}, on: {..}; anything else is an attribute
 * @param {...(Node | string | null)} kids
 * @returns {HTMLElementTagNameMap[K]}
 */
export function el(tag, props = {}, ...kids) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (name === "class") made.className = value;
    else if (name === "text") made.textContent = value;
    else if (name === "data") Object.assign(made.dataset, value);
    else if (name === "on") for (const kind in value) made.addEventListener(kind, value[kind]);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value != null) made.setAttribute(name, String(value));
  }
  made.append(...kids.filter((kid) => kid !== null));
  return made;
}

const SVG = "http://www.w3.org/2000/svg";

/** @param {string} tag @param {Record<string, string | number>} attributes @param {...Node} kids */
export function svg(tag, attributes, ...kids) {
  const made = document.createElementNS(SVG, tag);
  for (const name in attributes) made.setAttribute(name, String(attributes[name]));
  made.append(...kids);
  return made;
}

/** @param {string} id @returns {HTMLElement} */
export function at(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found;
}

/** A part of an element that is known to be there. @param {Element} inside @param {string} path @returns {HTMLElement} */
export const part = (inside, path) => /** @type {HTMLElement} */ (inside.querySelector(path));

/** @param {Element} element @param {string | number} words */
export function say(element, words) {
  const text = String(words);
  if (element.textContent !== text) element.textContent = text;
}

/** @param {HTMLElement} element @param {unknown} yes */
export function show(element, yes) {
  if (element.hidden === Boolean(yes)) {
    if (!yes && element.contains(document.activeElement)) rest(element);
    element.hidden = !yes;
  }
}

/** Sets an attribute, or takes it away. @param {Element} element @param {string} name @param {string | number | boolean | null | undefined} value */
export function attr(element, name, value) {
  if (value === null || value === undefined || value === false) element.removeAttribute(name);
  else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, String(value));
}

/** The focus is not lost with its element: the region around takes it. @param {Element} going */
function rest(going) {
  const region = going.parentElement?.closest("[tabindex='-1']");
  if (region) /** @type {HTMLElement} */ (region).focus({ preventScroll: true });
}

/**
 * The children of `parent` for `items`, in order: kept by key, made when new, taken away when gone.
 * @template T @template {HTMLElement} E
 * @param {Element} parent
 * @param {readonly T[]} items
 * @param {(item: T, place: number) => string | number} key
 * @param {(item: T) => E} make
 * @param {(element: E, item: T, place: number) => void} [update]
 */
export function keyed(parent, items, key, make, update) {
  /** @type {Map<string, Element>} */
  const old = new Map();
  for (const child of parent.children) old.set(/** @type {HTMLElement} */ (child).dataset.key ?? "", child);
  const wanted = items.map((item, place) => String(key(item, place)));
  const kept = new Set(wanted);
  for (const [name, child] of old)
    if (!kept.has(name)) {
      if (child.contains(document.activeElement)) rest(child);
      child.remove();
    }
  /** @type {Element | null} */
  let next = parent.firstElementChild;
  items.forEach((item, place) => {
    let child = /** @type {E | undefined} */ (old.get(wanted[place]));
    if (!child) {
      child = make(item);
      child.dataset.key = wanted[place];
    }
    if (child === next) next = next.nextElementSibling;
    else move(parent, child, next);
    update?.(child, item, place);
  });
}

/** @param {any} parent @param {HTMLElement} child @param {Element | null} before */
function move(parent, child, before) {
  if (parent.moveBefore && child.isConnected) return parent.moveBefore(child, before);
  const had = child.contains(document.activeElement) ? /** @type {HTMLElement} */ (document.activeElement) : null;
  parent.insertBefore(child, before);
  had?.focus({ preventScroll: true });
}

/** Words only a screen reader hears. @param {string} text */
export const unseen = (text) => el("span", { class: "vh", text });

/** 1 240 with thin spaces. @param {number} chips */
export const chips = (chips) => String(chips).replace(/\B(?=(\d{3})+$)/g, "\u2009");

/** Ada, Ben and Cyd. @param {readonly string[]} names */
export const listed = (names) =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names[names.length - 1]}`;
