// What is and what is not proven of the deal, in one sentence on a badge, and the rest in a dialog (docs/fairness.md).
import { dialog, facts } from "../dialogs.js";
import { at, attr, el, say, show } from "../dom.js";
import { FairSeat, placed } from "./seat.js";

/** @typedef {import("../messages.js").FairView} FairView */
/** @typedef {import("../table.js").Screen} Screen */
/** @typedef {Pick<FairSeat, "fair" | "wrong" | "checked"> & {verified: number}} Known */

const NOT = "it is not proven that nobody else sees cards (the house sees all of them), nor that players do not collude";
/** @type {Record<string, string>} */
const PACK = {
  roots: "and that it was the whole pack was checked with 7 candidates of 8",
  roots32: "and that it was the whole pack was checked with 31 candidates of 32",
  strict: "and it is proven to be the whole pack",
};

/** @param {number} count @param {string} noun */
const counted = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;

/**
 * How it stands, and the sentence for it.
 * @param {Known} part @returns {["wrong" | "none" | "waits" | "bare" | "proven", string]}
 */
export function standing({ fair, wrong }) {
  if (wrong.length) return ["wrong", `The deal is not what it should be: ${wrong[wrong.length - 1]}`];
  if (fair?.level === "pair") return ["proven", "The two players deal to each other, and the house has no part in it: the cards follow from a secret of each, and both were bound before either was open. When a line came, and that none did, is the word of the house."];
  if (!fair?.hand) return ["none", "No deck is committed to yet."];
  if (fair.waits.length) return ["waits", `The deck of hand ${fair.hand} is committed to, and ${counted(fair.waits.length, "seed")} ${fair.waits.length === 1 ? "is" : "are"} waited for.`];
  const seeds = Object.keys(fair.seeds).length;
  if (!seeds) return ["bare", `The deck of hand ${fair.hand} was fixed beforehand, but cut by the house alone, since nobody gave a seed.`];
  return ["proven", `It is proven that the deck of hand ${fair.hand} was fixed before it was cut by the ${seeds === 1 ? "seed of one player" : `seeds of ${seeds} players`}, ${PACK[fair.level] ?? ""}; ${NOT}.`];
}

/** Later, when the screen has nothing better to do. @param {() => void} work */
const whenIdle = (work) => void ("requestIdleCallback" in window ? requestIdleCallback(work, { timeout: 5000 }) : setTimeout(work, 1000));

/** The badge. @param {Known} part */
function draw(part) {
  const [state, words] = standing(part);
  const badge = at("open-fair");
  show(badge, part.fair);
  attr(badge, "data-state", state);
  attr(badge, "title", words);
  say(at("fair-words"), `: ${words}`);
}

/** All that is told of the deck, and where it can be verified. @param {Screen} screen @param {Known} part */
function open(screen, part) {
  const { fair } = part;
  const view = screen.view;
  if (!fair || !view) return;
  const table = at("table").dataset.table ?? "";
  const who = (/** @type {Iterable<number | string>} */ seats) => [...seats].map((seat) => view.seats.find((each) => each.seat === Number(seat))?.name || `seat ${Number(seat) + 1}`).join(", ");
  const held = Object.entries(fair.withheld).map(([seat, count]) => `${who([seat])} (${counted(count, "time")})`);
  const over = view.state === "playing" ? view.hand - 1 : view.hand;
  const roots = fair.commitment?.roots ?? [];
  /** @type {[string, string][]} */
  const rows = [
    ["Cards found to be those committed to", String(part.checked)],
    ["Hands verified here as a whole", String(part.verified)],
    ["Seeds of", who(Object.keys(fair.seeds))],
    ["Waited for", who(fair.waits)],
    ["Told no seed in time", who(fair.left_out)],
    ["Without a chain of seeds", who(fair.without)],
    ["Withheld seeds at this table", held.join(", ")],
    ["Commitments given up", String(fair.given_up)],
    ["Void hands", String(fair.voids)],
    ["Found wrong", part.wrong.join(" ")],
    ["The commitment", fair.id],
    [fair.commitment?.kind === "points" ? "Its points" : "Its roots", roots.length > 12 ? `${roots.slice(0, 4).join(" ")} … (${roots.length})` : roots.join(" ")],
    ["The house signs with", fair.key],
  ];
  const link = (/** @type {string} */ href, /** @type {string} */ text) => el("a", { href, target: "_blank", rel: "noopener", text });
  const [of, record] = fair.level === "pair" ? ["/pair", `pair/${over}.jsonl`] : ["", `fair/${over}.json`];
  const links = over > 0 ? [link(`/verify#${encodeURIComponent(table)}/${over}${of}`, `Verify hand ${over}`), link(`/table/${encodeURIComponent(table)}/${record}`, "Its record")] : [];
  dialog("What is proven of the deal", [el("p", { text: standing(part)[1] }), facts(rows), el("p", { class: "links" }, ...links)], { name: "fair", wide: true });
}

/** My part in the shuffle, and what the screen shows of it. */
export class Part extends FairSeat {
  #screen;

  /** @param {Screen} screen */
  constructor(screen) {
    super(...placed(screen));
    this.#screen = screen;
  }

  #looked = -1;
  /** Hands whose record I verified. */
  verified = 0;

  /** @override @param {import("../messages.js").TableView} view */
  hear(view) {
    super.hear(view);
    draw(this);
    if (view.state === "over" && view.hand !== this.#looked && (view.me?.seat ?? -1) >= 0 && this.fair?.commitment) {
      this.#looked = view.hand;
      const players = view.seats.filter((seat) => seat.cards.length).length;
      if (Math.random() * players < 2) whenIdle(() => this.#verify(view.hand)); // each hand, by some two of us
    }
  }

  /** The whole record of a hand that is over, as the room keeps it for me. @param {number} hand */
  async #verify(hand) {
    const answer = await fetch(`/table/${encodeURIComponent(at("table").dataset.table ?? "")}/fair/${hand}.json`).catch(() => null);
    if (!answer?.ok) return; // it is too late for it, or there is none
    const { verifications } = await import("./verify.js");
    for await (const { holds, words } of verifications(await answer.text(), () => new Promise((done) => setTimeout(done)))) {
      if (!holds) return this.complain(words), draw(this);
    }
    this.verified++;
  }

  open() {
    open(this.#screen, this);
  }
}

/** Takes part at the table of a screen. @param {Screen} screen */
export const join = (screen) => new Part(screen);
