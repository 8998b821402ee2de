// What the coach says of a hand of California Poker: worth, grades, best mixes, and the map of all 70 by 70 gifts.
import { cardText, inlineCard, useDeck } from "./cards.js";
import { dialog } from "./dialogs.js";
import { el, say, svg } from "./dom.js";
import { lineNodes } from "./lines.js";

/** @typedef {import("./messages.js").Line} Line */
/** @typedef {{side: number, gift: number, grade: string, line: Line, cost_line: Line}} Pick */
/**
 * @typedef {{names: string[], me: number | null, deck: "french" | "italian", hands: string[][], value: string, worth: Line, saddle: boolean,
 *   mixes: {gift: number, line: Line, part: string}[][], map: string[], finals: {words: string[], table: number[][]},
 *   picks: Pick[], outcome?: Line, hand?: number, seats?: number[], result?: number}} Told
 */
/** @typedef {{name: string, me: boolean, hands: number, won: number, worth: number, luck_free: number, error: number | null}} Score */

const COUNT = 70;

/** The places of the cards that each gift gives, as the room numbers them. */
export const GIFTS = gifts();

function gifts() {
  const found = [];
  for (let a = 0; a < 5; a++) for (let b = a + 1; b < 6; b++) for (let c = b + 1; c < 7; c++) for (let d = c + 1; d < 8; d++) found.push([a, b, c, d]);
  return found;
}

/** The panel over a table or a replay. @param {string} path of what is told; that of a hand at a table ends in its number */
export async function openCoach(path) {
  look();
  const answer = await fetch(path).catch(() => null); // the line may be lost
  if (!answer?.ok) {
    const words = answer?.status === 404 ? "There is nothing to coach in this hand." : "The coach does not answer just now. Try again in a moment.";
    return void dialog("Coach", [el("p", { text: words })], { name: "coach" });
  }
  /** @type {Told} */
  const told = await answer.json();
  const session = el("div");
  dialog(`Coach: hand ${told.hand}`, [el("div", { class: "coach" }, ...coachNodes(told), session)], { name: "coach", wide: true });
  const all = path.replace(/\d+\.json$/, "session.json");
  const scores = all === path ? null : await fetch(all).catch(() => null); // a link to one hand has no session
  if (scores?.ok) session.append(...sessionNodes((await scores.json()).scores));
}

/** The style of the panel, once. */
export function look() {
  if (document.querySelector("link[data-coach]")) return;
  document.head.append(el("link", { rel: "stylesheet", href: new URL("./coach.css", import.meta.url).href, data: { coach: "" } }));
}

/** @param {Told} told @returns {Node[]} */
export function coachNodes(told) {
  useDeck(told.deck);
  const words = [told.worth, ...(told.outcome ? [told.outcome] : [])].map((line) => el("p", { class: "worth" }, ...lineNodes(line)));
  const picks = told.picks.map((pick) => el("p", { class: "pick", data: { grade: pick.grade } }, ...lineNodes(pick.line), " ", el("b", {}, ...lineNodes(pick.cost_line))));
  return [...words, el("h3", { text: told.picks.length > 1 ? "The gifts" : "Your gift" }), ...picks, el("h3", { text: "Best play" }), el("div", { class: "mixes" }, mix(told, 0), mix(told, 1)), ...mapNodes(told)];
}

/** @param {Told} told @param {number} side */
function mix(told, side) {
  const name = side === told.me ? "You give" : `${told.names[side].replace(/^the/, "The")} gives`;
  const often = (/** @type {string} */ part) => (part === "1" ? "always" : `${part} of the time`);
  const items = told.mixes[side].map((each) => el("li", {}, ...lineNodes(each.line), el("span", { text: often(each.part) })));
  return el("section", {}, el("h4", { text: name }), el("ul", {}, ...items));
}

/** @param {Score[]} scores @returns {Node[]} */
function sessionNodes(scores) {
  if (!scores.length) return [];
  const signed = (/** @type {number} */ n) => (n > 0 ? "+" : n < 0 ? "−" : "") + Math.abs(n).toFixed(2);
  const head = el("tr", {}, ...["Player", "Hands", "Result", "Cards", "Luck-free"].map((text) => el("th", { scope: "col", text })));
  const rows = scores.map((each) =>
    el("tr", { class: each.me ? "me" : "" }, el("th", { scope: "row", text: each.name }), ...[String(each.hands), signed(each.won), signed(each.worth)].map((text) => el("td", { text })), el("td", {}, el("b", { text: signed(each.luck_free) }), each.error === null ? null : ` ± ${each.error.toFixed(2)}`)),
  );
  const note = "In stakes, over all hands of this table. Luck-free is the result less what the cards were worth; ± is its standard error.";
  return [el("h3", { text: "Without the luck of the cards" }), el("table", { class: "scores" }, el("thead", {}, head), el("tbody", {}, ...rows)), el("p", { class: "note", text: note })];
}

// --- the map ---------------------------------------------------------------------------------------------------------

/** @param {Told} told @returns {Node[]} */
function mapNodes(told) {
  const who = (/** @type {number} */ side) => (side === told.me ? "you" : told.names[side]);
  const gives = (/** @type {number} */ side) => (side === told.me ? "you give" : `${told.names[side]} gives`);
  const owns = (/** @type {number} */ side) => (side === told.me ? "your gifts" : `the gifts of ${told.names[side]}`);
  const choices = [0, 1].map((side) =>
    el("select", { data: { do: `what-if-${side}` } }, ...GIFTS.map((places, gift) => el("option", { value: gift, text: places.map((place) => cardText(told.hands[side][place])).join(" ") }))),
  );
  const [row, column] = choices;
  const start = (/** @type {number} */ side) => told.picks.find((pick) => pick.side === side)?.gift ?? told.mixes[side][0].gift;
  row.value = String(start(0));
  column.value = String(start(1));
  const cross = svg("path", { class: "cross" });
  const found = el("div", { class: "found", id: "coach-found", role: "status" });
  const map = drawn(told, cross);
  map.setAttribute("aria-label", `Map of all gifts: a row for each of ${owns(0)}, a column for each of ${owns(1)}. The arrow keys choose.`);
  const update = () => {
    const [r, c] = [Number(row.value), Number(column.value)];
    cross.setAttribute("d", `M0 ${r}h70v1h-70zM${c} 0v70h1v-70z`);
    found.replaceChildren(...whatIf(told, r, c, who));
  };
  const go = (/** @type {number} */ r, /** @type {number} */ c) => {
    row.value = String(Math.max(0, Math.min(COUNT - 1, r)));
    column.value = String(Math.max(0, Math.min(COUNT - 1, c)));
    update();
  };
  for (const choice of choices) choice.addEventListener("change", update);
  wire(map, go, () => [Number(row.value), Number(column.value)]);
  update();
  const upper = (/** @type {string} */ words) => words.replace(/^./, (first) => first.toUpperCase());
  const wins = (/** @type {number} */ side) => (side === told.me ? "you win" : `${told.names[side]} wins`);
  const legend = el("ul", { class: "legend" }, ...[["first", wins(0)], ["tie", "a tie"], ["second", wins(1)], ["best", "best mixes"], ["played", "chosen here"]].map(([kind, words]) => el("li", { data: { kind }, text: words })));
  return [
    el("h3", { text: "What if?" }),
    el("div", { class: "what-if" }, el("label", {}, el("span", { text: upper(gives(0)) }), row), el("label", {}, el("span", { text: upper(gives(1)) }), column)),
    found,
    el("div", { class: "map" }, map, el("div", {}, el("p", { class: "note", text: `A row for each of ${owns(0)}, a column for each of ${owns(1)}. Press anywhere, or use the arrow keys.` }), legend)),
  ];
}

/** @param {Told} told @param {Element} cross */
function drawn(told, cross) {
  /** @type {Record<string, string>} */
  const paths = { "+": "", "-": "" };
  told.map.forEach((line, r) => {
    for (const run of line.matchAll(/\++|-+/g)) paths[run[0][0]] += `M${run.index} ${r}h${run[0].length}v1h-${run[0].length}z`;
  });
  const best = [told.mixes[0].map((each) => `M-2 ${each.gift}h2v1h-2z`), told.mixes[1].map((each) => `M${each.gift} -2v2h1v-2z`)].flat().join("");
  return svg(
    "svg",
    { viewBox: "-2.5 -2.5 73 73", class: "gifts", tabindex: 0, role: "application", "aria-describedby": "coach-found", "data-do": "map" },
    svg("rect", { class: "tie", width: COUNT, height: COUNT }),
    svg("path", { class: "first", d: paths["+"] }),
    svg("path", { class: "second", d: paths["-"] }),
    svg("path", { class: "best", d: best }),
    cross,
  );
}

/** Pointer and keys on the map. @param {Element} map @param {(row: number, column: number) => void} go @param {() => number[]} now */
function wire(map, go, now) {
  const at = (/** @type {PointerEvent} */ event) => {
    const box = map.getBoundingClientRect();
    const place = (/** @type {number} */ from, /** @type {number} */ size) => Math.floor((from / size) * 73 - 2.5);
    go(place(event.clientY - box.top, box.height), place(event.clientX - box.left, box.width));
  };
  map.addEventListener("pointerdown", (event) => at(/** @type {PointerEvent} */ (event)));
  map.addEventListener("pointermove", (event) => /** @type {PointerEvent} */ (event).buttons && at(/** @type {PointerEvent} */ (event)));
  map.addEventListener("keydown", (event) => {
    const key = /** @type {KeyboardEvent} */ (event);
    const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[key.key];
    if (!steps || key.ctrlKey || key.metaKey || key.altKey) return;
    event.preventDefault();
    event.stopPropagation(); // in the replayer these keys are steps
    const [r, c] = now();
    go(r + steps[0], c + steps[1]);
  });
}

/** The two final hands of a cell, and who wins. @param {Told} told @param {number} r @param {number} c @param {(side: number) => string} who @returns {Node[]} */
function whatIf(told, r, c, who) {
  const given = [r, c].map((gift, side) => GIFTS[gift].map((place) => told.hands[side][place]));
  const hands = [0, 1].map((side) => [...told.hands[side].filter((card) => !given[side].includes(card)), ...given[1 - side]]);
  const { words, table } = told.finals;
  const made = [words[table[r][c]], words[table[COUNT - 1 - r][COUNT - 1 - c]]];
  const mark = told.map[r][c];
  const rows = hands.map((hand, side) => {
    const has = side === told.me ? "You have" : `${who(side).replace(/^the/, "The")} has`;
    const won = mark === (side ? "-" : "+");
    return el("p", { class: won ? "won" : "" }, `${has} `, ...hand.flatMap((card) => [inlineCard(card), " "]), `– ${made[side]}`);
  });
  const verdict = el("p", { class: "verdict" });
  const winner = mark === "+" ? 0 : 1;
  say(verdict, mark === "=" ? "Nobody wins." : winner === told.me ? "You win." : `${who(winner).replace(/^the/, "The")} wins.`);
  return [...rows, verdict];
}
