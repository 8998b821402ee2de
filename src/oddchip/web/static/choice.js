// Dealer's choice: favourites first, one line on every game, its rule sheet a tap away, the same again in one.
import { dialog, sheetLink } from "./dialogs.js";
import { el } from "./dom.js";

const KEY = "oddchip.favourites";

/** @returns {string[]} */
function favourites() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]");
  } catch {
    return [];
  }
}

/** @param {string} id */
function turnFavourite(id) {
  const now = favourites();
  const next = now.includes(id) ? now.filter((each) => each !== id) : [...now, id];
  try {
    localStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    // without storage a favourite is none
  }
}

/** @param {import("./table.js").Screen} screen @param {import("./messages.js").ChoiceView} choice */
export function openChoice(screen, choice) {
  const loved = favourites();
  const games = [...choice.games].sort((one, other) => Number(loved.includes(other.id)) - Number(loved.includes(one.id)));
  const list = el("ul", { class: "games" });
  /** @type {HTMLDialogElement} */
  let made;
  const pick = (/** @type {import("./messages.js").GameView} */ game) => {
    screen.do({ what: "choose", game: game.id, stakes: game.stakes });
    made.close();
  };
  for (const game of games) list.append(gameItem(game, loved.includes(game.id), () => pick(game)));
  const last = choice.games.find((game) => game.id === choice.last);
  const again = last ? [el("button", { type: "button", class: "main", data: { do: "same-again" }, text: `Same again: ${last.name}`, on: { click: () => pick(last) } })] : [];
  made = dialog("Your choice of game", [...again, list], { name: "choice", wide: true, closes: "Later" });
}

/** @param {import("./messages.js").GameView} game @param {boolean} loved @param {() => void} pick */
function gameItem(game, loved, pick) {
  const star = el("button", { type: "button", class: "star", "aria-pressed": String(loved), "aria-label": `Favourite: ${game.name}`, text: "★" });
  star.addEventListener("click", () => {
    turnFavourite(game.id);
    star.setAttribute("aria-pressed", String(favourites().includes(game.id)));
  });
  const choose = el("button", { type: "button", class: "pick", data: { do: "choose-game", game: game.id }, on: { click: pick } }, el("b", { text: game.name }), el("span", { text: ` ${game.stakes}` }));
  return el("li", {}, star, el("div", {}, choose, el("p", { text: game.summary }), sheetLink(game.id, game.stakes)));
}
