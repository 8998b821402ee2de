"""House rules: every point on which sources are silent or differ, with its default and where it comes from.

`HouseRules` groups the options. `HouseRules.of(cap_raises=4, stud_tie="suit")` sets them by their plain names, from
values or from text, and refuses what it does not know with the nearest names. A game's own rules (Q-Ball without the
sevens rule, say) stand wherever an option says `None`, "as the game has it".
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import Field, dataclass, field, fields, replace
from typing import Any

from oddchip.errors import GameError, UnknownName
from oddchip.whole import is_whole

#: Marks an option that takes any whole number from its least value up, next to its named values.
NUMBER = object()

#: The largest of these numbers; with it nothing that is counted from it is beyond what can be written down.
MOST_NUMBER = 10**9


def option(default: Any, values: tuple[Any, ...], source: str, words: str) -> Any:
    """A field with what may be said for it: `values` (default first), the ledger ids, and a sentence for players."""
    return field(default=default, metadata={"values": values, "source": source, "words": words})


def _truth(default: bool, source: str, words: str) -> Any:
    return option(default, (default, not default), source, words)


@dataclass(frozen=True)
class BettingRules:
    """Caps, all-ins and what may be done before the flop, the draw or the door card (BET, D-BT, D-KP)."""

    cap_raises: int | str | None = option(
        3, (3, NUMBER, None, "robert"), "BET-5, D-BT-3", "raises after the bet in a fixed-limit round"
    )
    cap_counts_blind: bool = _truth(True, "D-BT-3", "the big blind is the first bet of the round")
    cap_heads_up: str = option(
        "roberts", ("roberts", "wsop", "tda", "always"), "BET-6", "whether the cap holds between two players"
    )
    limit_allin_threshold: str = option(
        "half", ("half", "full"), "BET-7", "the part of a fixed-limit bet that makes an all-in count as a full one"
    )
    fold_unforced: str = option(
        "allowed",
        ("allowed", "keep_receiving_until_bet", "forbidden"),
        "S8-20, D-BT-1",
        "folding when there is nothing to call",
    )
    no_limp: bool = _truth(False, "D-KC-3", "the pot must be entered with a raise")
    min_open: bool = _truth(False, "D-CL-2", "the pot must be entered for at least double the big blind")
    pl_blind_rounding: bool = _truth(False, "BET-11", "pot limit counts the small blind as a big blind")
    big_blind_ante: str = option(
        "blind_first", ("blind_first", "ante_first"), "TRN-3", "what a short big blind pays first"
    )
    straddle: bool = _truth(False, "BET-14", "the seat left of the big blind posts twice as much, and acts last")
    kill: str | None = option(None, (None, "full", "half"), "D-KP-1", "a player who wins twice running plays higher")
    q_ball_unit: str = option(
        "big_blind", ("big_blind", "small_blind"), "D-QB-3", "the blind that Q-Ball's bets are measured by"
    )
    check_raise: str | None = option(
        None, (None, "allowed", "banned_last_round"), "D-CL-4, BET-18", "raising after having checked"
    )


@dataclass(frozen=True)
class DrawRules:
    """How cards are thrown and replaced (D-DR, D-RS, D-BT-2)."""

    max_draw: int | None = option(None, (None, NUMBER), "D-DR-2", "the most cards a player may throw")
    four_with_ace: bool = _truth(False, "D-DR-2", "one more may be thrown when an ace or the joker is kept")
    fifth_card_last: bool = _truth(False, "D-DR-3", "the fifth card of five comes after everybody has drawn")
    draw_order: str = option(
        "sequential", ("sequential", "announce_first"), "D-DR-1", "whether all announce before any card is dealt"
    )
    reshuffle: str = option(
        "deplete_first",
        ("deplete_first", "mix_remaining", "reserve_bottom", "folded_first"),
        "D-RS-1",
        "what happens when the stub is short",
    )
    post_draw_first: str = option(
        "left_of_button", ("left_of_button", "opener"), "D-BT-2", "who acts first after the draw"
    )


@dataclass(frozen=True)
class SevensRules:
    """The sevens rule of California lowball (D-CL-3)."""

    sevens: bool | None = option(None, (None, True, False), "D-CL-3j", "a checked seven forfeits what is put in later")
    sevens_penalty: str = option(
        "postdraw", ("postdraw", "whole_pot", "must_bet"), "D-CL-3e", "what a checked seven costs"
    )
    sevens_tie: str = option(
        "split_predraw", ("split_predraw", "nonviolator_takes_all"), "D-CL-3c", "a checked seven that ties"
    )
    sevens_short_call: str | None = option(
        None, (None, "half_bet", "full_bet"), "D-CL-3g", "a short bet whose bare call counts as a check"
    )
    sevens_without_showdown: bool = _truth(True, "D-CL-3d", "the rule holds when everybody else folds")


@dataclass(frozen=True)
class DeclareRules:
    """High/low with declare (D-DC)."""

    declare_coding: str = option(
        "low_high_both", ("low_high_both", "high_low_both"), "D-DC-1", "what no chip, one chip and two chips say"
    )
    declare_order: str = option(
        "together", ("together", "from_last_aggressor"), "D-DC-1", "whether all declare at once"
    )
    scoop_against: str = option(
        "declarers", ("declarers", "all"), "D-DC-4", "whom a player who declares both ways must beat"
    )
    failed_scoops: str = option(
        "retire", ("retire", "losers_share_never", "three_quarters"), "D-DC-6", "what a failed scoop leaves behind"
    )
    all_scoops_fail: str = option(
        "cards_speak", ("cards_speak", "carry_over", "refund"), "D-DC-7", "a pot that only failed scoopers claim"
    )
    scoop_all_pots: bool = _truth(False, "D-DC-8", "a scoop must succeed in every pot")
    bet_after_declare: bool = _truth(False, "D-DC-10", "a betting round follows the declaration")


@dataclass(frozen=True)
class OpenersRules:
    """Opening the pot, passed-out deals, antes (D-JP, D-PO)."""

    checked_around: str | None = option(
        None, (None, "pass_out", "continue"), "D-PO-1", "what an ante game does when nobody bets"
    )
    enforce_openers: str = option("strict", ("strict", "honor"), "D-JP-5", "whether false openers can happen")
    announce_split: bool = _truth(False, "D-JP-4", "breaking openers is announced")
    show_openers_on_request: bool = _truth(False, "D-JP-3", "an opener who does not win shows his openers")
    after_last: str = option("stay", ("stay", "descend"), "D-JP-6", "the step after aces in progressive jackpots")
    redeal_button: str = option("moves", ("moves", "same"), "D-PO-2", "the button after a passed-out deal")
    max_antes: int | None = option(None, (None, NUMBER), "D-PO-6", "the most antes into one pot")
    allin_may_declare_open: bool = _truth(True, "D-PO-4", "an all-in player with openers may declare the pot open")
    open_to_newcomers: bool = _truth(False, "D-PO-5", "newcomers may buy into a carried pot")
    trips_to_win: bool = _truth(False, "D-JP-7", "less than three of a kind does not win; the pot carries")


@dataclass(frozen=True)
class RankRules:
    """What the joker does to ranks (D-BUG, D-LO-JX, S8-B5)."""

    bug_in_flush: str = option(
        "highest", ("highest", "lowest", "double_ace_flush"), "D-BUG-3", "the card a bug is in a flush"
    )
    five_aces: str = option("top", ("top", "below_straight_flush", "quads"), "D-BUG-4, S8-B5", "what five aces beat")
    lowball_joker: str = option(
        "best", ("best", "lowest_not_held"), "D-LO-JX", "a joker in deuce-to-seven, ace-to-six and badugi"
    )


@dataclass(frozen=True)
class StudRules:
    """Stud (S8, BET-16, ODD-2)."""

    stud_tie: str = option("position", ("position", "suit"), "S8-7", "who acts first of equal boards")
    bug_bring_in: str = option("above_aces", ("above_aces", "equal_ace"), "S8-B2", "a bug as door card")
    odd_chip_stud: str = option("tda", ("tda", "roberts"), "ODD-2", "who gets the odd chip in stud")
    open_pair_double_bet: bool = _truth(False, "S8-10", "a pair showing on fourth street allows the big bet")
    bug_down_wild: bool = _truth(False, "S8-B1", "a bug dealt face down is wild")
    burn_cards: bool = _truth(True, "BET-16", "a card is burned before each later deal")
    short_stub: str = option("tda2024", ("tda2024", "roberts"), "S8-16, S8-17", "when stud runs out of cards")


@dataclass(frozen=True)
class CucamongaRules:
    """Cucamonga (CU)."""

    qualifiers: str = option("trips_and_eight", ("trips_and_eight", "none"), "CU-7a", "what it takes to win a half")
    low: str = option("ace_to_five", ("ace_to_five",), "CU-5b", "the low ranking")
    one_way: str = option(
        "other_takes_all", ("other_takes_all", "split_survivors"), "CU-8a", "nobody qualifies one way"
    )
    neither: str = option(
        "waive", ("waive", "high_takes_all", "split_survivors", "carry_over"), "CU-8b", "nobody qualifies either way"
    )


@dataclass(frozen=True)
class ItalianRules:
    """Poker on 40 cards (IT)."""

    rank40: str = option("italian", ("italian", "standard", "frequency7"), "IT-17", "the order of hands on 40 cards")
    low_cap: str = option("seven", ("seven", "knave_as_eight"), "IT-19", "the low qualifier on 40 cards")
    italian_suits_break_ties: bool = _truth(False, "IT-18", "equal hands are decided by suit")
    straights40: str = option("closed_up", ("closed_up", "gap"), "IT-14", "whether knave follows seven in a straight")
    italian_bring_in: str = option("mapped", ("mapped", "come_quando"), "IT-22", "the order of suits for the bring-in")


@dataclass(frozen=True)
class ShowdownRules:
    """Showing hands, odd units, and what a silent California player loses (SHD, CP)."""

    allin_faceup: bool = _truth(False, "SHD-3", "hands are turned up when no more betting can come")
    auto_muck: bool = _truth(True, "SHD-4", "a beaten hand is mucked unseen")
    rabbit: bool = _truth(False, "SHD-8, D-RB-1", "undealt cards may be looked at after the hand")
    odd_unit: str = option("first_clockwise", ("first_clockwise",), "CP-7", "the odd unit of a tied California pot")
    california_timeout: str = option("forfeit", ("forfeit", "auto"), "CP-8", "a player who does not choose in time")


@dataclass(frozen=True)
class SeatRules:
    """Button, blinds, buy-ins, clocks, dealer's choice (BTN, STK, SIT, TIM, MIX)."""

    button: str = option("moving", ("moving", "dead"), "BTN-2, BTN-3", "how the button passes empty seats")
    missed_blinds: str = option(
        "post_or_wait", ("post_or_wait", "wait", "free"), "BTN-5", "how a player returns who missed his blinds"
    )
    buy_button: bool = _truth(False, "BTN-8", "a newcomer may buy the button")
    buy_in_min: int = option(20, (20, NUMBER), "STK-2", "the least buy-in, in big bets or big blinds")
    buy_in_max: int | None = option(100, (100, NUMBER, None), "STK-2", "the most, in big bets or big blinds")
    away_orbits: int = option(2, (2, NUMBER), "SIT-3", "missed orbits before a seat is freed")
    clock_seconds: int | None = option(30, (30, NUMBER, None), "TIM-2", "seconds to act; none for unlimited thinking")
    time_bank_seconds: int = option(60, (60, NUMBER), "TIM-2", "spare seconds for the session")
    choice_length: str = option("orbit", ("orbit", "hand"), "MIX-3", "how long a dealer's choice lasts")


@dataclass(frozen=True)
class HouseRules:
    """All options in their groups. Defaults are the ledgers'; `docs/rules/options.md` lists the names."""

    betting: BettingRules = BettingRules()
    draw: DrawRules = DrawRules()
    sevens: SevensRules = SevensRules()
    declare: DeclareRules = DeclareRules()
    openers: OpenersRules = OpenersRules()
    ranks: RankRules = RankRules()
    stud: StudRules = StudRules()
    cucamonga: CucamongaRules = CucamongaRules()
    italian: ItalianRules = ItalianRules()
    showdown: ShowdownRules = ShowdownRules()
    seats: SeatRules = SeatRules()

    @classmethod
    def of(cls, /, **settings: Any) -> HouseRules:
        """The defaults, changed by plain option names; `GameError` or `UnknownName` says what was expected."""
        return cls().changed(**settings)

    def changed(self, /, **settings: Any) -> HouseRules:
        """These rules with some options set; values may be text, as from a command line."""
        grouped: dict[str, dict[str, Any]] = {}
        for name, said in settings.items():
            group, entry = _find(name)
            grouped.setdefault(group, {})[entry.name] = _read(entry, said)
        parts = {group: replace(getattr(self, group), **values) for group, values in grouped.items()}
        return replace(self, **parts)

    def get(self, name: str) -> Any:
        """The value of an option by its plain name."""
        group, entry = _find(name)
        return getattr(getattr(self, group), entry.name)

    def differences(self) -> dict[str, Any]:
        """Options that differ from the defaults, by plain name: what a host announces."""
        plain = HouseRules()
        return {name: self.get(name) for name, _ in options() if self.get(name) != plain.get(name)}


def options() -> Iterator[tuple[str, Field[Any]]]:
    """Every option: plain name, and its field with `default` and the metadata `values`, `source`, `words`."""
    for _, entry in _grouped():
        yield entry.name, entry


def _grouped() -> Iterator[tuple[str, Field[Any]]]:
    plain = HouseRules()
    for group in fields(HouseRules):
        for entry in fields(getattr(plain, group.name)):
            yield group.name, entry


_GROUP_OF = {entry.name: group for group, entry in _grouped()}
_FIELD_OF = dict(options())

#: Other names that ledgers, rulings and players use for the same option.
ALSO_WRITTEN = {
    "raise_cap": "cap_raises",
    "passes": "checked_around",
    "sevens_rule": "sevens",
    "no_check_raise": "check_raise",
    "same_dealer_redeals": "redeal_button",
    "unit": "q_ball_unit",
    "short_stub_method": "short_stub",
    "method": "short_stub",
    "qualifier": "qualifiers",
    "odd_unit_to": "odd_unit",
    "timeout": "california_timeout",
}

_WORDS = {"none": None, "off": False, "no": False, "false": False, "on": True, "yes": True, "true": True}


def _find(name: str) -> tuple[str, Field[Any]]:
    plain = ALSO_WRITTEN.get(name, name)
    if plain not in _FIELD_OF:
        raise UnknownName("house rule", name, [*_FIELD_OF, *ALSO_WRITTEN])
    return _GROUP_OF[plain], _FIELD_OF[plain]


def _read(entry: Field[Any], said: Any) -> Any:
    values = entry.metadata["values"]
    value = _from_text(values, said) if isinstance(said, str) else said
    if value is False and False not in values and None in values:
        value = None
    if any(value is known or (type(value) is type(known) and value == known) for known in values):
        return value
    if NUMBER in values and isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST_NUMBER:
        return value
    expected = " or ".join(
        f"any whole number up to {MOST_NUMBER}" if known is NUMBER else _say(known) for known in values
    )
    raise GameError(f"{entry.name} must be {expected}, not {said!r}")


def _from_text(values: tuple[Any, ...], said: str) -> Any:
    word = said.strip().lower()
    if word in values:
        return word
    if word in _WORDS:
        return _WORDS[word]
    return int(word) if is_whole(word) else word


def _say(value: Any) -> str:
    named = {None: "none", True: "on", False: "off"}
    return named.get(value, str(value)) if value is None or isinstance(value, bool) else str(value)
