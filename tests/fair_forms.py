"""Records that are written in ways in which two readers could differ, all well signed, and which of them hold.

`FORMS` is stored as tests/fair/forms.json: every verifier must say the same of each text.
"""

import copy
import json

from fair_house import ITALIAN_DECK, House, draw_hand, plain_hand, void_hand
from oddchip.fair.deck import record_data
from oddchip.fair.hashing import digest, listed

MOST = 2**53 - 1


def eight(value):
    return value.to_bytes(8, "big")


def by_seat(pairs):
    return listed(eight(int(seat)) + bytes.fromhex(written) for seat, written in sorted(pairs.items(), key=seat_of))


def seat_of(pair):
    return int(pair[0])


def place_hash(said):
    return digest(
        "place",
        said["table"].encode(),
        eight(said["hand"]),
        eight(said["shuffle"]),
        said["game"].encode(),
        listed(card.encode() for card in said["pack"].split(" ")),
        listed(map(eight, said["seats"])),
        by_seat(said["tips"]),
        bytes.fromhex(said["before"]),
        eight(said["kept"]),
    )


def id_hash(said):
    roots = listed(map(bytes.fromhex, said["roots"]))
    parts = (said["kind"].encode(), roots, bytes.fromhex(said["proof"]), bytes.fromhex(said["key"]))
    return digest("commitment", place_hash(said), *parts)


def opened_hash(one):
    position = b"" if one["position"] is None else eight(one["position"])
    path = listed(map(bytes.fromhex, one["path"]))
    return digest("opening", position, eight(one["slot"]), one["card"].encode(), bytes.fromhex(one["salt"]), path)


def shuffle_hash(one):
    dealt = [eight(at) + (b"\0" + eight(to) if isinstance(to, int) else b"\1" + to.encode()) for at, to in one["dealt"]]
    shown, own = (listed(map(opened_hash, one[part])) for part in ("shown", "own"))
    seeds, void = by_seat(one["seeds"]), one["void"].encode()
    return digest("shuffle", id_hash(one["commitment"]), seeds, void, listed(dealt), shown, own)


def signed(record, signer):
    """The record as a house signs it that does not care what is in it."""
    for one in record["shuffles"]:
        one["commitment"]["signature"] = signer.sign(id_hash(one["commitment"])).hex()
    reader = b"" if record["reader"] is None else eight(record["reader"])
    record["signature"] = signer.sign(digest("hand", reader, listed(map(shuffle_hash, record["shuffles"])))).hex()
    return record


class Forms:
    """Hands to change: one with a void commitment alone, one that was dealt, one of points, one with a reshuffle."""

    def __init__(self):
        self.found = []
        self.houses = {name: House(90 + at) for at, name in enumerate(("void", "dealt", "points", "again"))}
        void = record_data(void_hand(self.houses["void"], roots=1).record(0))
        self.data = {
            "void": signed({**void, "shuffles": void["shuffles"][:1]}, self.houses["void"].signer),
            "dealt": record_data(plain_hand(self.houses["dealt"], roots=1).record(0)),
            "points": record_data(plain_hand(self.houses["points"], deck=ITALIAN_DECK, strict=True).record(5)),
            "again": record_data(draw_hand(self.houses["again"], deck=ITALIAN_DECK, roots=1).record(0)),
        }

    def changed(self, about, of, holds, change):
        record = json.loads(json.dumps(copy.deepcopy(self.data[of])))
        change(record, record["shuffles"][-1], record["shuffles"][-1]["commitment"])
        self.text(about, compact(signed(record, self.houses[of].signer)), holds)

    def said(self, about, holds, **values):
        """The void commitment with other fields."""
        self.changed(about, "void", holds, lambda record, one, said: said.update(values))

    def text(self, about, written, holds=False):
        self.found.append({"about": about, "holds": holds, "text": written})


def compact(data):
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def forms():
    """[{about, holds, text}]"""
    made = Forms()
    _texts(made, compact(made.data["void"]))
    _commitments(made)
    _points(made)
    made.changed(
        "a reason of 1,000 characters of two halves", "void", True, lambda r, one, c: one.update(void="🂡" * 1000)
    )
    made.changed("a reason of 1,001 characters", "void", False, lambda r, one, c: one.update(void="x" * 1001))
    made.changed("a reason that is not composed", "void", False, lambda r, one, c: one.update(void="e\u0301"))
    made.changed("a row of 40 characters", "dealt", True, lambda r, one, c: one["dealt"].append([15, "x" * 40]))
    made.changed("a row of 41 characters", "dealt", False, lambda r, one, c: one["dealt"].append([15, "x" * 41]))
    made.changed("a row called as a seat is", "dealt", True, lambda r, one, c: one["dealt"].append([15, "7"]))
    made.changed("a path of seven", "dealt", False, lambda r, one, c: one["own"][0]["path"].append("00" * 32))
    made.changed(
        "a slot 2^32 above", "dealt", False, lambda r, one, c: one["own"][0].update(slot=one["own"][0]["slot"] + 2**32)
    )
    made.changed("void, and all would be kept", "again", False, lambda r, one, c: (emptied(one), c.update(kept=40)))
    made.changed(
        "void, and all but one would be kept", "again", True, lambda r, one, c: (emptied(one), c.update(kept=39))
    )
    return made.found


def emptied(one):
    one.update(void="broken off", rejected=[], dealt=[], shown=[], own=[])


def _texts(made, written):
    reader = '"reader":0'
    assert reader in written
    made.text("space of every kind around it", f"\r\n\t {written} \n", True)
    made.text("a letter written as an escape", written.replace(reader, '"\\u0072eader":0'), True)
    for space in ("\u00a0", "\f", "\u2028", "\ufeff"):
        made.text(f"U+{ord(space):04X} before it", space + written)
    for number in (
        "-0",
        "0.0",
        "0e0",
        "00",
        "+0",
        "-1",
        "NaN",
        "1E400",
        "9" * 5000,
        "9007199254740992",
        "true",
        '"0"',
        "\uff10",
    ):
        made.text(f"{number[:20]} for a number", written.replace(reader, f'"reader":{number}'))
    made.text("a name twice", written.replace(reader, f"{reader},{reader}"))
    made.text("a name twice, once as an escape", written.replace(reader, f'{reader},"\\u0072eader":0'))
    made.text("a name more", written.replace(reader, f'{reader},"__proto__":0'))
    made.text("something after it", f"{written}{{}}")
    made.text("a zero byte after it", f"{written}\0")
    made.text("a comma too many", f"{written[:-1]},}}")
    made.text("a lone half of a character", written.replace('"void":"', '"void":"\\ud83d'))
    made.text("a line end in a text", written.replace('"void":"', '"void":"\n'))
    signature = made.data["void"]["signature"]
    made.text("capital hex", written.replace(signature, signature.upper()))
    made.text("lists in lists", "[" * 5000 + "]" * 5000)
    for rubbish in ("", " ", "null", "[]", "[[]]", "{}", "7", '"x"', "truex"):
        made.text(f"nothing but {rubbish!r}", rubbish)


def _commitments(made):
    made.said("as it was", True)
    made.said("hand number 0", False, hand=0)
    made.said("the last number there is", True, hand=MOST)
    made.said("a table of 1,000 characters", True, table="x" * 1000)
    made.said("a table of 1,001 characters", False, table="x" * 1001)
    made.said("a game without a name", True, game="")
    made.said("a pack of two", True, pack="a b")
    made.said("a pack of one", False, pack="a")
    made.said("two spaces in the pack", False, pack="a  b")
    made.said("a space after the pack", False, pack="a b ")
    made.said("cards of four characters", True, pack="🂡🂢🂣🂤 b")
    made.said("a card of five characters", False, pack="aaaaa b")
    made.said("a pack of 65", False, pack=" ".join(f"c{at}" for at in range(65)))
    made.said("a pack with a card twice", False, pack="a b a")
    made.said("1,001 seats", False, seats=list(range(1001)))
    made.said("seats downwards", False, seats=[5, 2, 0])
    made.said("no roots", False, roots=[])
    made.said("64 roots", True, roots=["00" * 32] * 64)
    made.said("65 roots", False, roots=["00" * 32] * 65)
    made.said("a proof beside roots", False, proof="00")
    made.said("a kind in capitals", False, kind="Roots")
    made.said("a first deal that keeps a card", False, kept=1)
    tips = made.data["void"]["shuffles"][0]["commitment"]["tips"]
    made.said("a seat with the last number", True, seats=[0, 2, MOST], tips={**tips, str(MOST): "11" * 32})
    made.said("a seat beyond the last number", False, seats=[0, 2, 5], tips={**tips, str(MOST + 1): "11" * 32})
    made.said("a seat with a zero before it", False, tips={"00": tips["0"], "2": tips["2"]})


def _points(made):
    points = made.data["points"]["shuffles"][0]["commitment"]
    taken = {name: points[name] for name in ("kind", "pack", "roots", "proof")}
    proof = points["proof"]
    made.said("void, of points", True, **taken)
    made.said("void, of points with no proof", False, **{**taken, "proof": ""})
    made.said("void, of points with a shorter proof", False, **{**taken, "proof": proof[:-64]})
    made.said("void, of points with a longer proof", False, **{**taken, "proof": proof + "00" * 32})
    made.said("void, of a point too few", False, **{**taken, "roots": points["roots"][1:]})
