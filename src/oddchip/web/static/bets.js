// How much: slider, minus and plus, half pot, pot, most, a number, the wheel. All totals to bet or raise to.
import { at, chips, el, keyed, part, say, show } from "./dom.js";

/** @typedef {import("./messages.js").AmountsView} Amounts */

/** The allowed total nearest to a wish. @param {Amounts} range @param {number} wish */
export function allowed(range, wish) {
  if (!Number.isFinite(wish)) return range.least;
  if (range.amounts.length) return range.amounts.reduce((best, each) => (Math.abs(each - wish) < Math.abs(best - wish) ? each : best));
  if (wish >= range.most) return range.most;
  const steps = Math.round((wish - range.least) / range.step);
  return Math.min(range.most, Math.max(range.least, range.least + steps * range.step));
}

/** So many steps of a unit up or down from a total. @param {Amounts} range @param {number} from @param {number} steps @param {number} [unit] */
export function stepped(range, from, steps, unit = range.step) {
  if (range.amounts.length) {
    const place = range.amounts.indexOf(allowed(range, from)) + steps;
    return range.amounts[Math.min(range.amounts.length - 1, Math.max(0, place))];
  }
  const by = Math.max(range.step, unit - (unit % range.step));
  if (from === range.most && steps < 0) {
    const last = range.least + Math.floor((range.most - 1 - range.least) / by) * by;
    return Math.max(range.least, last + (steps + 1) * by);
  }
  return allowed(range, from + steps * by);
}

/** Is there anything to choose? @param {Amounts | null | undefined} range */
export const isOpen = (range) => Boolean(range && (range.amounts.length > 1 || (!range.amounts.length && range.most > range.least)));

export class BetBox {
  amount = 0;
  /** @type {Amounts | null} */
  range = null;
  /** A step of − and +: the small blind or the like, where any amount may be bet. */
  unit = 1;
  #decision = "";
  #changed;
  box = at("bets");
  #slider = el("input", { type: "range", id: "bet-slider", "aria-label": "Amount" });
  #field = el("input", { type: "text", inputmode: "numeric", pattern: "[0-9]*", id: "bet-field", autocomplete: "off", "aria-label": "Amount in chips" });
  #quick = el("div", { class: "quick" });

  /** @param {() => void} changed @param {() => void} enter */
  constructor(changed, enter) {
    this.#changed = changed;
    const step = (/** @type {string} */ words, /** @type {string} */ name, /** @type {number} */ by, /** @type {string} */ hook) =>
      el("button", { type: "button", class: "step", data: { do: hook }, "aria-label": name, text: words, on: { click: () => this.step(by) } });
    this.box.append(
      el("div", { class: "sums" }, this.#quick, this.#field),
      el("div", { class: "slide" }, step("−", "− one step less", -1, "less"), this.#slider, step("+", "+ one step more", 1, "more")),
    );
    this.#slider.addEventListener("input", () => this.set(Number(this.#slider.value)));
    this.#field.addEventListener("input", () => this.#field.value && this.set(Number(this.#field.value), true));
    this.#field.addEventListener("blur", () => this.draw());
    this.#field.addEventListener("keydown", (event) => {
      if (event.key === "Enter") enter();
    });
    addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    if (!this.range || this.box.hidden || document.querySelector("dialog[open]")) return;
    if (event.target instanceof Element && event.target.closest("#side, .scrolls")) return;
    event.preventDefault();
    this.step(event.deltaY < 0 ? 1 : -1);
  }

  /** What may be bet now; a new decision begins at the least. @param {Amounts | null} range @param {string} decision @param {number} unit */
  offer(range, decision, unit) {
    this.unit = unit;
    if (range && decision !== this.#decision) this.amount = range.least;
    this.#decision = decision;
    this.range = range;
    if (range) this.amount = allowed(range, this.amount);
  }

  /** @param {number} wish @param {boolean} [typing] */
  set(wish, typing = false) {
    if (!this.range) return;
    this.amount = allowed(this.range, wish);
    this.draw(typing);
    this.#changed();
  }

  /** @param {number} steps */
  step(steps) {
    if (this.range) this.set(stepped(this.range, this.amount, steps, this.unit));
  }

  /** @param {boolean} [typing] the field is being written in and is left alone */
  draw(typing = false) {
    const range = this.range;
    if (!range) return;
    const most = range.amounts.length ? range.amounts[range.amounts.length - 1] : range.most;
    const least = range.amounts.length ? range.amounts[0] : range.least;
    Object.assign(this.#slider, { min: String(least), max: String(most), step: "1", value: String(this.amount) });
    this.#slider.style.setProperty("--filled", `${most > least ? ((this.amount - least) / (most - least)) * 100 : 100}%`);
    this.#slider.setAttribute("aria-valuetext", `${range.verb} to ${this.amount}`);
    if (!typing) this.#field.value = String(this.amount);
    const quick = [
      { name: "Min", value: least },
      { name: "½ pot", value: range.half },
      { name: "Pot", value: range.pot },
      { name: "Max", value: most },
    ].filter((each) => each.value >= least && each.value <= most);
    keyed(this.#quick, quick, (each) => each.name, (each) => el("button", { type: "button", data: { do: `bet-${each.name.toLowerCase().replace("½ ", "half-")}` } }, el("span", { class: "words", text: each.name }), el("span", { class: "more" })), (button, each) => {
      button.onclick = () => this.set(each.value);
      say(part(button, ".more"), ` ${chips(each.value)}`);
      button.classList.toggle("on", this.amount === each.value);
    });
  }

  /** @param {boolean} yes */
  show(yes) {
    show(this.box, yes);
    if (yes) this.draw(document.activeElement === this.#field);
  }
}
