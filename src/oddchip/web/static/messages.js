// Made by oddchip.web.message_types out of room/protocol.py; change that and run it again.

export const PROTOCOL = 1;

/** @type {Record<string, any>} */
const TAGS = {"welcome": "Welcome", "view": "TableView", "ack": "Ack", "nack": "Nack", "chat": "Chat", "bye": "Bye", "pong": "Pong"};

/** @type {Record<string, any>} */
const SHAPES = {
  Welcome: [{"host": false}, {}],
  SeatView: [{"state": "empty", "person": "", "name": "", "bot": false, "online": true, "stack": 0, "pending": 0, "bet": 0, "put": 0, "won": 0, "cards": [], "drawn": [], "marks": [], "did": "", "sealed": false, "declared": "", "shows": [], "leaving": false, "bank": 0}, {}],
  GameView: [{"where": "", "rule": "", "cards": 5, "draws": 0, "big_bet": 0, "ace": "high"}, {}],
  PotView: [{}, {}],
  RowView: [{}, {}],
  ClockView: [{"banked": false}, {}],
  ResultView: [{"winners": [], "cards": {}}, {}],
  ChoiceView: [{"last": "", "deadline": 0}, {"games": "GameView"}],
  WorthView: [{"plays": [], "qualifies": true}, {}],
  AmountsView: [{"step": 1, "amounts": [], "pot": 0, "half": 0}, {}],
  OfferView: [{"price": 0, "left": 0, "fold": false, "check": false, "call": false, "raise_to": null, "bring_in": 0, "declare_open": false, "most": 0, "extra": 0, "count": 0, "ways": [], "both_rule": "", "no": {}}, {"raise_to": "AmountsView"}],
  MeView: [{"seat": -1, "host": false, "cards": [], "worth": [], "offer": null, "sealed": [], "pre": [], "price": 0, "may": [], "buy_in": null, "usual": 0, "muted": false, "asked_to_sit": false, "note": ""}, {"worth": "WorthView", "offer": "OfferView"}],
  WaitingView: [{}, {}],
  PlaysView: [{}, {}],
  LogLine: [{"kind": "hand", "seat": -1}, {}],
  CommitmentView: [{}, {}],
  FairView: [{"hand": 0, "shuffle": 0, "id": "", "key": "", "waits": [], "until": 0, "seeds": {}, "left_out": [], "without": [], "tip": "", "commitment": null, "withheld": {}, "given_up": 0, "voids": 0}, {"commitment": "CommitmentView"}],
  PairView: [{}, {}],
  TableView: [{"hand": 0, "why": "", "game": null, "next_game": null, "button": -1, "pot": 0, "pots": [], "carried": 0, "rows": [], "dead": [], "shuffles": 0, "acting": [], "sealed_phase": false, "clocks": [], "result": null, "next_deal": 0, "choice": null, "me": null, "hosts": [], "waiting": [], "plays": null, "watching": 0, "delayed": false, "settings": {}, "house": {}, "log": [], "fair": null, "openings": [], "pair": null, "fresh": false}, {"seats": "SeatView", "game": "GameView", "next_game": "GameView", "pots": "PotView", "rows": "RowView", "clocks": "ClockView", "result": "ResultView", "choice": "ChoiceView", "me": "MeView", "waiting": "WaitingView", "plays": "PlaysView", "log": "LogLine", "fair": "FairView", "pair": "PairView"}],
  Ack: [{"seq": 0}, {}],
  Nack: [{}, {}],
  Chat: [{"seat": -1}, {}],
  Bye: [{"again": 0}, {}],
  Pong: [{"at": 0}, {}],
};

/**
 * The message as if nothing had been left out.
 * @param {any} raw what JSON.parse made of a frame
 * @returns {import("./messages.js").Answer | null} null: no message this screen knows
 */
export function filled(raw) {
  const name = raw && TAGS[raw.t];
  return name ? fill(name, raw) : null;
}

/** @param {string} name @param {any} raw @returns {any} */
function fill(name, raw) {
  const [defaults, inner] = SHAPES[name];
  const whole = { ...structuredClone(defaults), ...raw };
  for (const field in inner) {
    const value = whole[field];
    const each = (/** @type {any} */ one) => fill(inner[field], one);
    if (Array.isArray(value)) whole[field] = value.map(each);
    else if (value) whole[field] = each(value);
  }
  return whole;
}
