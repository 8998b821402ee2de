"""Searching all that a room tells for what nobody may know of a committed deck; the same hand with hidden cards
exchanged. What the quick tests and the long ones share.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import select

from fair_members import Club, club
from oddchip.cards import card_text
from oddchip.fair.deck import HiddenDeck, hide, openings
from oddchip.fair.deck import hidden as hiding
from oddchip.room import fairness, seeing
from oddchip.room.decks import Decks
from oddchip.room.fair_records import fair_record
from oddchip.room.history import hand_of
from oddchip.room.store import schema
from rooms import Parlour, at_random, passive

_HEX = re.compile(r"[0-9a-f]{64,}")
GAMES = ("badugi", "stud_eight", "deuce_to_seven_triple_draw", "texas_holdem", "high_low_declare")
HOUSE = {"missed_blinds": "free", "buy_in_max": "none"}
PEOPLE = ("Hanna", "Ben", "Cyd", "Dee", "Eve")


def tokens(text: str) -> Iterable[str]:
    """Every 32 bytes that a text holds as hex; in very long runs, whole decks, those that begin at every 32nd."""
    for run in _HEX.findall(text):
        for at in range(0, len(run) - 63, 2 if len(run) < 1000 else 64):
            yield run[at : at + 64]


class Searched:
    """Salts by hand, and to whom they were opened (a person, or "" for everybody)."""

    def __init__(self) -> None:
        self.salts: dict[str, set[str]] = {}
        self.orders: set[str] = set()
        self.counts: Counter[str] = Counter()

    def secret(self, deck: HiddenDeck, chosen: int) -> None:
        """The candidate that was dealt from: nothing of it may be told but what is opened."""
        one = deck.candidates[chosen]
        for slot in range(len(one.order)):
            salt = one.salt(slot).hex()
            assert salt not in self.salts, "two leaves have the same salt"
            self.salts[salt] = set()
        self.orders.add(" ".join(deck.text(chosen, slot) for slot in range(len(one.order))))
        self.counts["salts"] += len(one.order)

    def opened(self, record: dict[str, Any], person: str) -> None:
        for shuffle in record["shuffles"]:
            for kind, who in (("shown", ""), ("own", person)):
                for each in shuffle[kind]:
                    self.salts[each["salt"]].add(who)
                    self.counts["opened"] += 1

    def look(self, text: str, person: str, where: str) -> None:
        """Nothing in a text that this person ("" for nobody in particular) may not have."""
        self.counts["bytes"] += len(text)
        for token in tokens(text):
            may = self.salts.get(token)
            assert may is None or "" in may or person in may, f"an unopened salt in {where}"
        assert not any(order in text for order in self.orders), f"a hidden order in {where}"


def searched(folder: Path, patch: pytest.MonkeyPatch, hands: int, seed: int) -> Counter[str]:
    """So many hands in a room, and everything it told looked through."""

    async def run() -> Counter[str]:
        p = await Parlour(folder, patch, seed).open()
        try:
            found = Searched()
            await p.new_table(*GAMES, size=5, mode="rotation", hands_each=1, house=HOUSE)
            people = await club(p, *PEOPLE, chips=20_000)
            await p.host("deal")
            records = [record for _ in range(hands) for record in await _hand(p, people, found)]
            people.fine()
            await _everything(p, people, found, records)
            return found.counts
        finally:
            await p.room.close()

    return asyncio.run(run())


async def _hand(p: Parlour, people: Club, found: Searched) -> list[tuple[str, int, str]]:
    """One hand, its secrets and who was opened what of them."""
    await people.tell()
    rng, number, s = Random(p.scene.seq), p.table.state.hands, schema.secret
    assert p.table.playing
    await people.play_on(lambda screen: at_random(screen, rng))
    (kept,) = await p.room.store.read(select(s.c.body).where(s.c.table_id == p.table_id, s.c.hand == number))
    decks = Decks.unpacked(number, kept.body)  # the room itself may be at the next hand's by now
    records = []
    for member in people.members:
        record = await fair_record(p.room, p.table_id, number, member.screen.person)
        records.append((member.screen.person, number, json.dumps(record)))
    for deck, shuffle in zip(decks.hidden, json.loads(records[0][2])["shuffles"], strict=False):
        rejected = {each["candidate"] for each in shuffle["rejected"]}
        (chosen,) = set(range(len(deck.candidates))) - rejected
        found.secret(deck, chosen)
    for person, _, record in records:
        found.opened(json.loads(record), person)
    found.counts["hands"] += 1
    found.counts["shuffles"] += len(decks.hidden) - 1
    return records


async def _everything(p: Parlour, people: Club, found: Searched, records: list[tuple[str, int, str]]) -> None:
    for person, number, record in records:
        found.look(record, person, f"the record of hand {number}")
    for member in people.members:
        for frame in member.screen.frames:
            found.look(frame.decode(), member.screen.person, "a frame")
    store = p.room.store
    for table in (schema.event, schema.private, schema.snapshot, schema.record, schema.hand, schema.game_table):
        for row in await store.read(select(table)):
            for value in row:
                text = value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)
                found.look(text, "", f"the table {table.name}")
    found.look(json.dumps([str(each) for each in p.reports]), "", "a report")
    found.look(json.dumps(p.room.counts), "", "a metric")
    person = people[0].screen.person
    for number in {number for _, number, _ in records}:
        past = await hand_of(p.room, p.table_id, number, person)
        found.look(past.toml(), person, "an export")


# --- the same hand with hidden cards exchanged -----------------------------------------------------------------------


def twins(tmp_path: Path, patch: pytest.MonkeyPatch, game: str) -> tuple[list[bytes], list[bytes]]:
    """The frames of one viewer in two hands that look alike to him; no hash tells anything of a card in them."""
    patch.setattr(seeing, "TOLD_AFTER", 1000)  # who is there is told by the clock of the machine
    leaf, leaves = openings.leaf, hiding.leaves
    for module in (hiding, openings):
        patch.setattr(module, "leaves", lambda place, n, cards, salts: leaves(place, n, ["?"] * len(cards), salts))
    patch.setattr(openings, "leaf", lambda place, n, slot, card, salt: leaf(place, n, slot, "?", salt))
    first, seen, pairs = asyncio.run(_alone(tmp_path / "0", patch, game, {}))
    for number, (a, b) in enumerate(pairs, 1):
        frames, other, _ = asyncio.run(_alone(tmp_path / str(number), patch, game, {a: b, b: a}))
        if other == seen:
            return first, frames
    raise AssertionError("no two hidden cards can be exchanged without anybody seeing it")


async def _alone(
    folder: Path, patch: pytest.MonkeyPatch, game: str, change: dict[int, int]
) -> tuple[list[bytes], Any, list[tuple[int, int]]]:
    """A hand in a room of its own: what Hanna was sent, what she saw, and cards that she could not see."""

    def exchanged(place: Any, cards: Any, bits: Any, roots: int = 8) -> HiddenDeck:
        made = hide(place, cards, bits, roots)
        at = {card: k for k, card in enumerate(made.cards)}
        swap = {at[a]: at[b] for a, b in change.items()}
        moved = [replace(each, order=bytes([swap.get(one, one) for one in each.order])) for each in made.candidates]
        return replace(made, candidates=tuple(moved), _grown={})

    patch.setattr(fairness, "hide", exchanged)
    p = await Parlour(folder, patch).open()
    try:
        await p.new_table(game, size=4)
        people = await club(p, *PEOPLE[:3])
        await people.deal()
        await people.play_on(passive)
        people.fine()
        hand, hanna = p.hand, people[0].screen
        view = hand.view(0)
        known = set(view.hand) | {card for held in view.holdings.values() for card in held}
        known |= {card for row in view.rows.values() for card in row}
        text = b"".join(hanna.frames).decode()
        hidden = [card for card in hand.game.deck.cards if f'"{card_text(card, hand.game.deck)}"' not in text]
        held = [card for seat in (1, 2) for card in hand.holdings[seat] if card in hidden and card not in known]
        rest = [card for card in hidden if card not in held and card not in known]
        pairs = [(a, b) for a in held[:4] for b in rest[:6]] or list(pairwise(rest))
        return hanna.frames, view.state.log, pairs
    finally:
        await p.room.close()
