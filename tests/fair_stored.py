"""The stored records of tests/fair/: hands of an honest house and of lying ones, for any verifier of any language.

`python tests/fair_stored.py` writes them anew; a test makes sure that they are what it would write. `expected.json`
says of each whether it holds, and if not, why. `tampered.json` changes single fields of honest ones ("at": names and
indices from the top, "to": the new value), each of which must then be refused. `forms.json` has texts in forms in
which two readers could differ. `vectors.json` has the hash and all that is made with it.
"""

import copy
import json
import sys
from pathlib import Path

from fair_cheats import CHEATS
from fair_forms import forms
from fair_house import ITALIAN_DECK, ONE_JOKER, TWO_JOKERS, House, draw_hand, joined_hand, plain_hand, void_hand
from oddchip.fair.chains import SeedChain
from oddchip.fair.deck import record_data
from oddchip.fair.deck.pedersen import commit, scalar_bytes, second_generator
from oddchip.fair.deck.product import challenge
from oddchip.fair.hashing import below, digest, expand, listed, number, permutation, text, words

FOLDER = Path(__file__).parent / "fair"


def honest():
    """Records that hold, by name."""
    made = {
        "roots-8-for-all": plain_hand(House(1)).record(),
        "roots-8-for-seat-0": plain_hand(House(1)).record(0),
        "roots-2-with-joker-for-seat-5": plain_hand(House(2), deck=ONE_JOKER, roots=2).record(5),
        "roots-1-nobody-cuts": plain_hand(House(3, with_chains=()), roots=1).record(2),
        "void-then-dealt-for-seat-0": void_hand(House(4), roots=2).record(0),
        "void-then-one-more-for-seat-5": joined_hand(House(11), roots=2).record(5),
        "strict-for-all": plain_hand(House(5), strict=True).record(),
        "strict-two-jokers-for-seat-2": plain_hand(House(6), deck=TWO_JOKERS, strict=True).record(2),
        "reshuffle-for-all": draw_hand(House(7), deck=ITALIAN_DECK, roots=2).record(),
        "reshuffle-for-seat-5": draw_hand(House(7), deck=ITALIAN_DECK, roots=2).record(5),
        "reshuffle-seed-withheld-for-seat-0": draw_hand(House(8), withheld=(2,), strict=True).record(0),
        "names-in-other-scripts": plain_hand(House(9, table="Пятница № 1 ♠"), roots=2).record(2),
    }
    return {name: record_data(record) for name, record in made.items()}


def cheating():
    """Records of lying houses, all well signed, alone or in a run: name -> (data, why)."""
    made = {name: (make(), why) for name, (make, why) in CHEATS.items()}
    return {name: (as_data(record), why) for name, (record, why) in made.items()}


def as_data(record):
    return [record_data(one) for one in record] if isinstance(record, list) else record_data(record)


def run_of_hands():
    """Three hands that follow each other."""
    house = House(10)
    return [record_data(make(house, roots=2).record()) for make in (plain_hand, void_hand, plain_hand)]


# --- one field changed ------------------------------------------------------------------------------------------------


def tampered(records):
    """[{of, at, to}]: every kind of field once or more."""
    found = []

    def change(name, *at, to):
        found.append({"of": name, "at": list(at), "to": to(value_at(records[name], at)) if callable(to) else to})

    roots, strict, again = "roots-8-for-seat-0", "strict-for-all", "reshuffle-for-seat-5"
    first = ("shuffles", 0)
    for name, to in {"table": "t2", "hand": 2, "game": "draw", "kept": 1, "shuffle": 1, "seats": [0, 2]}.items():
        change(roots, *first, "commitment", name, to=to)
    for name in ("before", "key", "signature"):
        change(roots, *first, "commitment", name, to=bit)
        change(strict, *first, "commitment", name, to=bit)
    change(roots, *first, "commitment", "tips", "2", to=bit)
    change(roots, *first, "commitment", "pack", to=lambda pack: pack.replace("2c 2d", "2d 2c"))
    change(roots, *first, "commitment", "pack", to=lambda pack: pack.replace("2c 2d", "2c  2d"))
    change(roots, *first, "commitment", "roots", 3, to=bit)
    change(roots, *first, "commitment", "roots", to=lambda all_: all_[::-1])
    change(roots, *first, "commitment", "kind", to="points")
    change(roots, *first, "seeds", "2", to=bit)
    change(roots, *first, "seeds", to=lambda seeds: {"0": seeds["2"], "2": seeds["0"]})
    change(roots, *first, "seeds", to=lambda seeds: {"0": seeds["0"]})
    change(roots, *first, "void", to="the lights went out")
    change(roots, *first, "rejected", 0, "salts", to=bit)
    change(roots, *first, "rejected", 0, "candidate", to=7)
    change(roots, *first, "rejected", 2, "order", to=lambda cards: " ".join(cards.split()[::-1]))
    change(roots, *first, "rejected", to=lambda all_: all_[1:])
    change(roots, *first, "dealt", 4, 1, to=0)
    change(roots, *first, "dealt", 12, 1, to="bottom")
    change(roots, *first, "dealt", to=lambda all_: all_[:-1])
    for part in ("shown", "own"):
        change(roots, *first, part, 0, "position", to=40)
        change(roots, *first, part, 0, "slot", to=lambda slot: slot ^ 1)
        change(roots, *first, part, 0, "card", to=lambda card: "As" if card != "As" else "Ks")
        change(roots, *first, part, 0, "salt", to=bit)
        for height in range(6):
            change(roots, *first, part, 1, "path", height, to=bit)
        change(roots, *first, part, 0, "path", to=lambda path: path[:5])
        change(roots, *first, part, to=lambda all_: all_[1:])
    change(roots, "signature", to=bit)
    change(roots, "signature", to=lambda written: written.upper())
    change(roots, "reader", to=2)
    change(roots, "reader", to=None)
    change(roots, "reader", to=1)
    change(roots, "format", to="oddchip hand 2")
    change(strict, *first, "commitment", "roots", 5, to=bit)
    for at in (0, 40, 64, 2000, 3264, 9000, 13055):
        change(strict, *first, "commitment", "proof", to=lambda proof, at=at: nibble(proof, at))
    change(strict, *first, "commitment", "proof", to=lambda proof: proof + "00")
    change(strict, *first, "shown", 0, "salt", to=bit)
    change(strict, *first, "shown", 0, "card", to=lambda card: "As" if card != "As" else "Ks")
    change(again, "shuffles", to=lambda all_: all_[:1])
    change(again, "shuffles", to=lambda all_: all_[1:])
    change(again, "shuffles", to=lambda all_: all_[::-1])
    change(again, "shuffles", 1, "seeds", to=lambda seeds: {"0": seeds["0"]})
    change(again, "shuffles", 1, "own", to=lambda all_: all_[1:])
    change(again, "shuffles", 1, "own", to=lambda all_: all_[:-1])
    change("strict-two-jokers-for-seat-2", "reader", to=None)
    change(again, "shuffles", 1, "commitment", "kept", to=8)
    change(again, "shuffles", 1, "dealt", to=lambda all_: sorted(all_))
    return found


def bit(written):
    """Hex with its last bit turned round."""
    return nibble(written, len(written) - 1)


def nibble(written, at):
    return written[:at] + f"{int(written[at], 16) ^ 1:x}" + written[at + 1 :]


def value_at(data, at):
    for step in at:
        data = data[step]
    return data


def patched(data, at, to):
    """A copy of `data` with another value there."""
    found = copy.deepcopy(data)
    value_at(found, at[:-1])[at[-1]] = to
    return found


# --- vectors ----------------------------------------------------------------------------------------------------------


def vectors():
    """What the hash and everything made from it give, for those who write their own."""
    key = digest("key", b"vectors")
    source = words(expand(key, "candidate"))
    chain = SeedChain.made(key, 3)
    tip = chain.tip
    return {
        "digest": [
            {"tag": tag, "parts": [part.hex() for part in parts], "is": digest(tag, *parts).hex()}
            for tag, parts in (("empty", ()), ("one", (b"",)), ("two", (b"a", b"bc")), ("two", (b"ab", b"c")))
        ],
        "number": {str(value): number(value).hex() for value in (0, 1, 258, 2**53 - 1)},
        "text": {value: text(value).hex() for value in ("", "As", "Пятница ♠")},
        "listed": {"parts": ["", "00", "616263"], "is": listed([b"", b"\0", b"abc"]).hex()},
        "key": key.hex(),
        "expand": [block.hex() for _, block in zip(range(3), expand(key, "permutation"), strict=False)],
        "below": {"tag": "candidate", "bounds": [8, 3, 52, 32], "are": [below(k, source) for k in (8, 3, 52, 32)]},
        "permutation": {str(n): list(permutation(key, n)) for n in (1, 2, 40, 52, 54)},
        "chain": {
            "secret": key.hex(),
            "length": 3,
            "tip": tip.hex(),
            "seeds": [chain.reveal().hex() for _ in range(3)],
        },
        "generator": second_generator().hex(),
        "scalar": {"digest": digest("vectors", key).hex(), "is": scalar_bytes(challenge("vectors", key)).hex()},
        "points": [
            {"value": value, "salt": scalar_bytes(salt).hex(), "is": commit(value, salt).hex()}
            for value, salt in ((1, 1), (52, 7), (54, challenge("vectors", key)))
        ],
    }


# --- files ------------------------------------------------------------------------------------------------------------


def files():
    """Everything, by file name."""
    good, bad = honest(), cheating()
    expected = {f"{name}.json": {"holds": True} for name in (*good, "run")}
    expected |= {f"{name}.json": {"holds": False, "why": why} for name, (_, why) in bad.items()}
    data = good | {name: record for name, (record, _) in bad.items()} | {"run": run_of_hands()}
    found = {f"{name}.json": compact(record) for name, record in data.items()}
    found["expected.json"] = json.dumps(expected, indent=1)
    found["tampered.json"] = "[\n" + ",\n".join(map(compact, tampered(good))) + "\n]"
    found["forms.json"] = "[\n" + ",\n".join(map(compact, forms())) + "\n]"
    found["vectors.json"] = json.dumps(vectors(), indent=1, ensure_ascii=False)
    return {name: written + "\n" for name, written in found.items()}


def compact(data):
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def main():
    FOLDER.mkdir(exist_ok=True)
    for name, written in files().items():
        (FOLDER / name).write_text(written, encoding="utf-8")
    print(f"{len(files())} files in {FOLDER}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
