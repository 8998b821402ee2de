// Made by oddchip.web.message_types out of room/protocol.py; change that and run it again.

export type Span = string | ["card" | "b", string];
export type Line = Span[];
export type Decision = [number, number];
export interface Hello {
  t: "hello";
  protocol: number;
  last?: number;
}
export interface Act {
  t: "act";
  id: string;
  decision: Decision;
  do: "fold" | "check" | "call" | "raise" | "bring_in" | "declare_open" | "draw" | "declare" | "give";
  price?: number;
  amount?: number;
  cards?: string[];
  way?: "" | "low" | "high" | "both";
  sure?: boolean;
}
export interface Do {
  t: "do";
  id: string;
  what: "sit" | "leave" | "sit_out" | "return" | "top_up" | "rebuy" | "buy_pot" | "choose" | "decline" | "show" | "rename" | "announce" | "on_chain";
  seat?: number;
  chips?: number;
  post?: boolean;
  now?: boolean;
  game?: string;
  stakes?: string;
  words?: string;
  cards?: string[];
}
export interface GameWanted {
  game: string;
  stakes?: string;
}
export interface Host {
  t: "host";
  id: string;
  what: "approve" | "deny" | "kick" | "cohost" | "uncohost" | "mute" | "unmute" | "pause" | "resume" | "deal" | "hold" | "void" | "close" | "games" | "next_game" | "house" | "bot" | "settings" | "retry" | "refund";
  seat?: number;
  person?: string;
  words?: string;
  chips?: number;
  mode?: "game" | "rotation" | "choice";
  games?: GameWanted[];
  hands_each?: number | null;
  options?: Record<string, string | number | boolean | null>;
  settings?: Record<string, string | number | boolean | null>;
  keep?: boolean;
  sure?: boolean;
}
export interface Say {
  t: "chat";
  id: string;
  text: string;
}
export interface Seed {
  t: "seed";
  id: string;
  tip?: string;
  root?: string;
  seed?: string;
}
export interface Pair {
  t: "pair";
  id: string;
  line: string;
}
export interface Ping {
  t: "ping";
  at?: number;
}
export interface Welcome {
  t: "welcome";
  protocol: number;
  table: string;
  now: number;
  person: string;
  name: string;
  host: boolean;
}
export type WireCard = [id: string, text: string];
export interface SeatView {
  seat: number;
  state: "empty" | "in" | "folded" | "waiting" | "away";
  person: string;
  name: string;
  bot: boolean;
  online: boolean;
  stack: number;
  pending: number;
  bet: number;
  put: number;
  won: number;
  cards: WireCard[];
  drawn: number[];
  marks: string[];
  did: string;
  sealed: boolean;
  declared: string;
  shows: string[];
  leaving: boolean;
  bank: number;
}
export interface GameView {
  id: string;
  name: string;
  family: "draw" | "stud" | "rows" | "swap";
  deck: "french" | "italian";
  stakes: string;
  limit: string;
  summary: string;
  where: string;
  rule: string;
  cards: number;
  draws: number;
  big_bet: number;
  ace: "high" | "low";
}
export interface PotView {
  chips: number;
  seats: number[];
}
export interface RowView {
  name: string;
  cards: WireCard[];
}
export interface ClockView {
  seat: number;
  deadline: number;
  banked: boolean;
}
export interface ResultView {
  lines: Line[];
  won: Record<number, number>;
  net: Record<number, number>;
  winners: number[];
  cards: Record<number, WireCard[]>;
}
export interface ChoiceView {
  seat: number;
  games: GameView[];
  last: string;
  deadline: number;
}
export interface WorthView {
  way: string;
  words: string;
  plays: string[];
  qualifies: boolean;
}
export interface AmountsView {
  verb: "bet" | "raise" | "complete";
  least: number;
  most: number;
  step: number;
  amounts: number[];
  pot: number;
  half: number;
}
export interface OfferView {
  decision: Decision;
  kind: "bet" | "draw" | "declare" | "swap";
  price: number;
  left: number;
  fold: boolean;
  check: boolean;
  call: boolean;
  raise_to: AmountsView | null;
  bring_in: number;
  declare_open: boolean;
  most: number;
  extra: number;
  count: number;
  ways: string[];
  both_rule: string;
  no: Record<string, string>;
}
export interface MeView {
  person: string;
  name: string;
  seat: number;
  host: boolean;
  cards: WireCard[];
  worth: WorthView[];
  offer: OfferView | null;
  sealed: string[];
  pre: string[];
  price: number;
  may: string[];
  buy_in: Decision | null;
  usual: number;
  muted: boolean;
  asked_to_sit: boolean;
  note: string;
}
export interface WaitingView {
  person: string;
  name: string;
  seat: number;
  chips: number;
}
export interface PlaysView {
  mode: "game" | "rotation" | "choice";
  games: [string, string][];
  names: string[];
  hands_each: number | null;
}
export interface LogLine {
  n: number;
  line: Line;
  kind: "hand" | "table" | "host";
  seat: number;
}
export interface CommitmentView {
  table: string;
  hand: number;
  shuffle: number;
  game: string;
  pack: string;
  seats: number[];
  tips: Record<number, string>;
  before: string;
  kept: number;
  kind: string;
  roots: string[];
  proof: string;
  key: string;
  signature: string;
}
export interface FairView {
  level: string;
  hand: number;
  shuffle: number;
  id: string;
  key: string;
  waits: number[];
  until: number;
  seeds: Record<number, string>;
  left_out: number[];
  without: number[];
  tip: string;
  commitment: CommitmentView | null;
  withheld: Record<number, number>;
  given_up: number;
  voids: number;
}
export type OpeningView = [shuffle: number, position: number, slot: number, card: string, salt: string, path: string[]];
export interface PairView {
  hand: number;
  match: string;
  number: number;
  seats: Decision;
  people: [string, string];
  stake: number;
  balances: Decision;
  clock: number;
  house: string;
  side: number;
  step: string;
  awaited: number[];
  until: number;
  lines: string[];
  end: string;
  dropped: string;
  chain: boolean;
}
export interface TableView {
  t: "view";
  seq: number;
  now: number;
  state: "open" | "playing" | "over" | "paused" | "stopped" | "closed";
  title: string;
  seats: SeatView[];
  hand: number;
  why: string;
  game: GameView | null;
  next_game: GameView | null;
  button: number;
  pot: number;
  pots: PotView[];
  carried: number;
  rows: RowView[];
  dead: WireCard[];
  shuffles: number;
  acting: number[];
  sealed_phase: boolean;
  clocks: ClockView[];
  result: ResultView | null;
  next_deal: number;
  choice: ChoiceView | null;
  me: MeView | null;
  hosts: string[];
  waiting: WaitingView[];
  plays: PlaysView | null;
  watching: number;
  delayed: boolean;
  settings: Record<string, string | number | boolean | null>;
  house: Record<string, string | number | boolean | null>;
  log: LogLine[];
  fair: FairView | null;
  openings: OpeningView[];
  pair: PairView | null;
  fresh: boolean;
}
export interface Ack {
  t: "ack";
  id: string;
  seq: number;
}
export interface Nack {
  t: "nack";
  id: string;
  kind: "stale" | "doubt" | "refused" | "forbidden" | "limit" | "unreadable" | "broken";
  why: string;
}
export interface Chat {
  t: "chat";
  n: number;
  person: string;
  name: string;
  text: string;
  at: number;
  seat: number;
}
export interface Bye {
  t: "bye";
  why: string;
  again: number;
}
export interface Pong {
  t: "pong";
  at: number;
}
export type Request = Hello | Act | Do | Host | Say | Seed | Pair | Ping;
export type Answer = Welcome | TableView | Ack | Nack | Chat | Bye | Pong;
export const PROTOCOL: 1;
export function filled(raw: any): Answer | null;
