// <od-clock>: a ring that empties, with the seconds as a number; between turns the first letter of a name.
import { el, say, svg } from "./dom.js";

const ROUND = 2 * Math.PI * 17;

export class OdClock extends HTMLElement {
  deadline = 0;
  banked = false;
  letter = "";
  /** @type {number} the whole time, told by the first we saw of this deadline */
  #whole = 1;
  #ring = svg("circle", { class: "sand", cx: 20, cy: 20, r: 17, "stroke-dasharray": ROUND });
  #number = el("span", { class: "seconds", "aria-hidden": "true" });

  connectedCallback() {
    if (this.firstChild) return;
    const face = svg("svg", { viewBox: "0 0 40 40", "aria-hidden": "true", focusable: "false" });
    face.append(svg("circle", { class: "track", cx: 20, cy: 20, r: 17 }), this.#ring);
    this.append(face, this.#number);
  }

  /** @param {string} letter @param {import("./messages.js").ClockView | undefined} clock @param {number} now @param {boolean} acting */
  set(letter, clock, now, acting) {
    this.letter = letter;
    this.classList.toggle("acting", acting);
    if (!clock) this.deadline = 0;
    else if (clock.deadline !== this.deadline) {
      this.deadline = clock.deadline;
      this.banked = clock.banked;
      this.#whole = Math.max(1, clock.deadline - now);
    }
    this.tick(now);
  }

  /** @param {number} now the room's time @returns {number | null} seconds left */
  tick(now) {
    if (!this.deadline) {
      this.classList.remove("running", "low");
      say(this.#number, this.letter);
      return null;
    }
    const left = Math.max(0, this.deadline - now);
    this.classList.add("running");
    this.classList.toggle("low", left <= 10);
    this.classList.toggle("bank", this.banked);
    this.#ring.setAttribute("stroke-dashoffset", String(ROUND * (1 - Math.min(1, left / this.#whole))));
    say(this.#number, left > 99 ? `${Math.ceil(left / 60)}m` : Math.ceil(left));
    return left;
  }
}
customElements.define("od-clock", OdClock);

export const makeClock = () => /** @type {OdClock} */ (document.createElement("od-clock"));
