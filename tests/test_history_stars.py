"""The card rooms' text is read line by line as importers read it, and gives the same chips, cards and winners again."""

import random
import re

import pytest

from oddchip import (
    FOLD,
    FixedLimit,
    Hand,
    HouseRules,
    NoLimit,
    PotLimit,
    Seat,
    cards_text,
    find_game,
    history,
    shuffled,
)
from oddchip.errors import HistoryError
from oddchip.spec import BringIn

GAMES = {
    "five-card draw": "5 Card Draw Limit",
    "ante draw": "5 Card Draw Limit",
    "2-7 single draw": "Single Draw 2-7 Lowball Limit",
    "2-7 triple draw": "Triple Draw 2-7 Lowball Limit",
    "a-5 triple draw": "Triple Draw A-5 Lowball Limit",
    "badugi": "Badugi Limit",
    "seven-card stud": "7 Card Stud Limit",
    "stud/8": "7 Card Stud Hi/Lo Limit",
    "razz": "Razz Limit",
    "hold'em": "Hold'em Limit",
    "omaha": "Omaha Limit",
    "omaha/8": "Omaha Hi/Lo Limit",
    "jacks to open": "Gardena Jackpots Limit",
    "johnson": "Johnson Limit",
    "q-ball": "Q-Ball Limit",
    "high/low declare": "High/Low Declare Limit",
    "california high/low": "California High/Low Limit",
    "four_before(double_draw(california_lowball))": "Double Draw California Lowball, Four-Before Limit",
}
TIME = "2026/01/31 20:15:00 ET"
NAMES = ("Ann", "Ben (bb)", "Cy: the 2nd", "D. [x]", "Eve's", "Fritz")

MONEY = r"(\d+)"
WHO = f"({'|'.join(map(re.escape, NAMES))})"
HEAD = re.compile(r"PokerStars Hand #(\d+):  (.+) \(\d+/\d+\) - (\d{4}/\d\d/\d\d \d+:\d\d:\d\d ET)")
TABLE = re.compile(r"Table '(.+?)' (\d+)-max \(Play Money\)(?: Seat #(\d+) is the button)?")
SEAT = re.compile(rf"Seat (\d+): {WHO} \({MONEY} in chips\)")
POST = re.compile(rf"{WHO}: posts (?:small blind|big blind|button blind|straddle|the ante) {MONEY}(?: and is all-in)?")
BRING = re.compile(rf"{WHO}: brings in for {MONEY}(?: and is all-in)?")
ACT = re.compile(
    rf"{WHO}: (bets|checks|raises|calls|folds|discards|stands pat)(?: {MONEY})?(?: to {MONEY})?"
    r"( and is all-in)?(?: on| cards?)?(?: \[(.+?)\])?"
)
DEALT = re.compile(rf"Dealt to {WHO}(?: \[([^]]+)\])? \[([^]]+)\]")
BACK = re.compile(rf"Uncalled bet \({MONEY}\) returned to {WHO}")
GOT = re.compile(rf"{WHO} collected {MONEY} from (?:pot|main pot|side pot(?:-\d)?)")
SHOWS = re.compile(rf"{WHO}: shows \[(.+)\] \((.+)\)")
STREET = re.compile(
    r"\*\*\* (?:DEALING HANDS|HOLE CARDS|(?:FIRST|SECOND|THIRD) DRAW|[3-6](?:rd|th) STREET|[45]th CARD|DECLARE"
    r"|SHOW DOWN|SUMMARY|FLOP|TURN|RIVER) \*\*\*(?: \[.+\])*"
)
OTHER = re.compile(
    r".+: (?:mucks hand|doesn't show hand|declares (?:low|high|both)|declares the pot open)|The deck is reshuffled"
    r"|No low hand qualified|Nobody opened: .*|\d+ stay in the pot .*"
)
RESULT = re.compile(
    rf"Seat (\d+): {WHO} (?:\(button\) )?(?:\((?:small|big) blind\) )?(?:folded (?:before|on|after) .*"
    r"|collected \(\d+\)|showed \[.+\] and (?:won \(\d+\)|lost) with .+|mucked(?: \[.+\])?|has no share)"
)


class Imported:
    """What an importer takes from the text: stacks after the hand, cards, what was said about each seat."""

    def __init__(self, text: str) -> None:
        body, self.end = text.split("*** SUMMARY ***\n")
        head, table, *lines = body.splitlines()
        self.game = HEAD.fullmatch(head)[2]
        self.button = TABLE.fullmatch(table)[3]
        self.stacks: dict[str, int] = {}
        self.round: dict[str, int] = {}
        self.dealt: dict[str, str] = {}
        self.collected = self.put = 0
        for line in lines:
            self.read(line)

    def read(self, line: str) -> None:
        if found := SEAT.fullmatch(line):
            self.stacks[found[2]] = int(found[3])
        elif found := STREET.fullmatch(line):
            self.round = {} if "HANDS" not in line and "CARDS" not in line and "3rd" not in line else self.round
        elif found := POST.fullmatch(line) or BRING.fullmatch(line):
            self.pay(found[1], int(found[2]), live="ante" not in line)
        elif found := DEALT.fullmatch(line):
            self.dealt[found[1]] = " ".join(filter(None, found.groups()[1:]))
        elif found := BACK.fullmatch(line):
            self.pay(found[2], -int(found[1]))
        elif found := GOT.fullmatch(line):
            self.stacks[found[1]] += int(found[2])
            self.collected += int(found[2])
        elif not (SHOWS.fullmatch(line) or OTHER.fullmatch(line)):
            self.act(ACT.fullmatch(line), line)

    def act(self, found, line: str) -> None:
        assert found, f"no importer can read {line!r}"
        who, what, amount, to, all_in, _ = found.groups()
        if what == "discards" or what == "stands pat":
            self.round = {}
        elif what == "raises":
            assert int(amount) == int(to) - max(self.round.values())
            self.pay(who, int(to) - self.round.get(who, 0))
        elif amount:
            self.pay(who, int(amount))
        if all_in:
            assert self.stacks[who] == 0

    def pay(self, who: str, chips: int, live: bool = True) -> None:
        self.stacks[who] -= chips
        self.put += chips
        if live:
            self.round[who] = self.round.get(who, 0) + chips


def played(name: str, seed: int, stakes=None) -> Hand:
    game = find_game(name)
    rng = random.Random(f"{name} {seed}")
    n = rng.randint(2, 6)
    seats = [Seat(i, rng.choice((3, 9, 25, 200))) for i in range(n)]
    hand = Hand.start(game, stakes or FixedLimit(2, 4), seats, rng.randrange(n), shuffled(rng))
    while not hand.over:
        seat = rng.choice(sorted(hand.to_act))
        actions = hand.offers[seat].actions()
        hand = hand.act(rng.choice([a for a in actions if a != FOLD or rng.random() < 0.3] or actions), seat)
    return hand


@pytest.mark.parametrize("name", GAMES)
def test_the_text_gives_the_same_chips_when_it_is_read(name):
    for seed in range(30):
        hand = played(name, seed)
        hero = hand.seats[0] if seed % 2 else None
        text = history.dump_stars(hand, dict(enumerate(NAMES)), number=seed, time=TIME, hero=hero)
        told = Imported(text)
        assert told.game == GAMES[name]
        assert told.stacks == {NAMES[seat]: chips for seat, chips in hand.stacks.items()}
        assert (told.button is None) == hand.game.has(BringIn)
        assert told.button in (None, str(hand.button + 1))  # seats count from one where the table has a seat 0
        kept = hand.carry.amount if hand.carry else 0
        assert told.put == told.collected + kept
        total, *results = [line for line in told.end.splitlines() if not line.startswith("Board")]
        assert re.fullmatch(r"Total pot (\d+)(?: Main pot \d+\.(?: Side pot(?:-\d)? \d+\.)+)? \| Rake 0", total)
        assert int(total.split()[2]) == told.collected
        assert [line for line in results if not RESULT.fullmatch(line)] == []
        assert len(results) == len(hand.seats)


def test_a_seat_sees_its_own_cards_and_no_others():
    """D-DR-4: how many cards a player draws is public, which is not."""
    for seed in range(30):
        hand = played("2-7 triple draw", seed)
        hero = hand.seats[-1]
        text = history.dump_stars(hand, dict(enumerate(NAMES)), number=seed, time=TIME, hero=hero)
        before, *_ = text.split("*** SHOW DOWN ***")
        assert set(re.findall(rf"^Dealt to {WHO} \[", before, re.M)) == {NAMES[hero]}
        thrown = re.findall(rf"^{WHO}: (?:discards|stands).*\[", before, re.M)
        assert set(thrown) <= {NAMES[hero]}
        last = re.findall(rf"^(?:Dealt to {re.escape(NAMES[hero])}|.*stands pat on) (.*)$", before, re.M)[-1]
        if hero in hand.live:
            held = re.findall(r"[2-9TJQKA][cdhs]", last)
            assert sorted(held) == sorted(cards_text(hand.holdings[hero]).split())


def test_all_cards_are_told_without_a_hero():
    hand = played("badugi", 3)
    text = history.dump_stars(hand, number=3, time=TIME)
    first = text.split("*** FIRST DRAW")[0]
    assert len(re.findall(r"^Dealt to .* \[.. .. .. ..\]$", first, re.M)) == len(hand.seats)


def test_money_and_limits():
    hand = played("hold'em", 1, NoLimit((5, 10)))
    text = history.dump_stars(hand, number=1, time=TIME, symbol="$", currency="USD", table="A", places=9)
    assert text.startswith(f"PokerStars Hand #1:  Hold'em No Limit ($0.05/$0.10 USD) - {TIME}\nTable 'A' 9-max Seat #")
    assert re.search(r"^Seat 1: .* \(\$\d+(\.\d\d)? in chips\)$", text, re.M)
    hand = played("omaha", 1, PotLimit((1, 2)))
    assert "Omaha Pot Limit (1/2)" in history.dump_stars(hand, number=1, time=TIME)


def test_games_without_such_a_text_are_refused():
    rng = random.Random(1)
    seats = [Seat(0, 100), Seat(1, 100)]
    hand = Hand.start(find_game("cucamonga"), FixedLimit(2, 4), seats, 0, shuffled(rng), house=HouseRules())
    with pytest.raises(HistoryError, match="only a hand that is over"):
        history.dump_stars(hand, number=1, time=TIME)
    while not hand.over:
        hand = hand.act(hand.offer.actions()[0])
    with pytest.raises(HistoryError, match="Cucamonga has no card room's text"):
        history.dump_stars(hand, number=1, time=TIME)
