// How the hand came out: a line for each pot and way, and what it means for me. It stays until the next deal.
import { at, chips, el, keyed, say, show } from "./dom.js";
import { lineNodes, lineWords } from "./lines.js";

/** @param {import("./messages.js").TableView} view */
export function renderResult(view) {
  const box = at("result");
  const result = view.result;
  show(box, result);
  if (!result) return;
  const mine = view.me && view.me.seat >= 0 ? result.net[view.me.seat] : undefined;
  keyed(
    at("result-lines"),
    result.lines.map((line, place) => ({ line, key: `${view.hand}:${place}:${lineWords(line)}` })),
    (each) => each.key,
    (each) => el("li", {}, ...lineNodes(each.line)),
  );
  const net = at("net");
  show(net, mine !== undefined);
  if (mine === undefined) return;
  net.dataset.sign = mine > 0 ? "up" : mine < 0 ? "down" : "even";
  say(net, mine > 0 ? `You are ${chips(mine)} up` : mine < 0 ? `You are ${chips(-mine)} down` : "You come out even");
}

/** The seconds until the next deal. @param {import("./messages.js").TableView} view @param {number} now */
export function renderNext(view, now) {
  const left = view.next_deal ? Math.ceil(view.next_deal - now) : 0;
  const next = view.next_game && view.next_game.id !== view.game?.id ? `Next: ${view.next_game.name}` : "Next hand";
  show(at("next"), view.state === "over" && left > 0);
  say(at("next"), left > 0 ? `${next} in ${left} s` : next);
}
