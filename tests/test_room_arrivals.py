"""People at a table that is set up, under way or paused: what they are told, what they may, what the host sees."""

from oddchip.room.protocol import Do, GameWanted
from rooms import done, in_a_room, no


@in_a_room
async def test_who_comes_where_no_blind_is_posted_waits_for_none(p):
    await p.new_table("gardena_jackpots")
    await p.sit("Hanna", "Ben")
    await p.deal()
    (cyd,) = await p.sit("Cyd", first=2)
    assert not {"return", "post"} & set(cyd.me["may"]), "there is nothing to post (BTN-9)"
    assert cyd.me.get("note", "") == "You are dealt in with the next hand."
    assert not any("blind" in str(line) for line in cyd.view["log"])
    await p.play_on()
    await p.deal()
    assert 2 in p.hand.seats or p.table.state.chain is not None
    assert "return" not in cyd.me["may"]


@in_a_room
async def test_who_comes_where_blinds_are_posted_may_post_or_wait(p):
    await p.new_table("five_card_draw")
    await p.sit("Hanna", "Ben", "Cyd")
    await p.deal()
    (dee,) = await p.sit("Dee", first=3)
    assert {"return", "post"} <= set(dee.me["may"])
    assert "big blind" in dee.me["note"]
    done(await dee.do("return", post=True))
    assert "return" not in dee.me["may"], "he has said that he posts"
    assert dee.me["note"].startswith("You post")


@in_a_room
async def test_who_sat_out_is_asked_to_post_only_what_he_missed(p):
    await p.new_table("five_card_draw")
    _, _, cyd = await p.sit("Hanna", "Ben", "Cyd")
    await p.deal()
    await p.play_on()
    done(await cyd.do("sit_out"))
    assert "return" in cyd.me["may"]
    assert "post" not in cyd.me["may"], "he has missed no blind yet (BTN-5)"
    while not p.table.places[2].missed:
        await p.deal()
        await p.play_on()
    assert {"return", "post"} <= set(cyd.me["may"])


@in_a_room
async def test_a_guest_who_asked_before_the_games_changed_is_let_in_with_what_they_take(p):
    await p.new_table("five_card_draw at 10/20", approve=True)
    await p.sit("Hanna", chips=1000)
    ben = await p.come("Ben")
    done(await ben.do("sit", seat=1, chips=2000))
    await p.host("games", mode="game", games=[GameWanted("five_card_draw", "2/4")])
    assert ben.me["asked_to_sit"]
    await p.host("approve", person=ben.person)
    assert ben.seat == 1
    assert p.table.stacks[1] == 400, "the most there (STK-1)"


@in_a_room
async def test_who_finds_no_seat_because_of_the_game_is_told_so(p):
    await p.new_table("california_poker", size=6)
    await p.sit("Hanna", "Ben", chips=1000)
    cyd = await p.come("Cyd")
    assert "sit" not in cyd.me.get("may", [])
    assert cyd.me["note"] == "All seats are taken: what is played here is for 2 players at most."
    no(await cyd.do("sit", seat=3, chips=1000), "refused", "2 players")


@in_a_room
async def test_what_was_refused_stays_refused_under_its_id_though_it_would_be_granted_by_now(p):
    """The same id again gets the same answer: a copy that comes late must not do what he was told is not done."""
    await p.new_table("five_card_draw")
    (ben,) = await p.sit("Ben", first=1)
    cyd = await p.come("Cyd")
    wish = Do(p.id(), "sit", seat=1, chips=200)
    no(await cyd.ask(wish), "refused", "taken")
    done(await ben.do("leave"))
    no(await cyd.ask(wish), "refused", "taken")
    assert cyd.seat == -1
    done(await cyd.do("sit", seat=1, chips=200))
    assert cyd.seat == 1


@in_a_room
async def test_a_host_who_does_not_sit_has_his_name_all_the_same(p):
    await p.new_table("five_card_draw")
    await p.come("Hanna")
    assert "Hanna" in p.actor.names_beside("somebody else")


@in_a_room
async def test_a_host_sees_what_the_table_plays(p):
    await p.new_table("badugi at 4/8", "razz", mode="rotation", hands_each=3)
    hanna, ben = await p.sit("Hanna", "Ben")
    plays = hanna.view["plays"]
    assert len(plays["names"]) == len(plays["games"])
    assert (plays["mode"], plays["hands_each"]) == ("rotation", 3)
    assert [name for name, _ in plays["games"]] == ["badugi", "razz"]
    assert plays["games"][0][1] == "4/8"
    assert "plays" not in ben.view, "it is of use to hosts alone"
    await p.host("games", mode="choice", games=[GameWanted(each) for each in ("badugi", "razz", "q_ball")])
    plays = hanna.view["plays"]
    assert plays["mode"] == "choice"
    assert [name for name, _ in plays["games"]] == ["badugi", "razz", "q_ball"]


@in_a_room
async def test_everybody_reads_why_the_table_is_paused_who_comes_later_too(p):
    await p.new_table("five_card_draw")
    _hanna, ben = await p.sit("Hanna", "Ben")
    await p.deal()
    await p.host("pause", words=" pizza ")
    assert (ben.view["state"], ben.view["why"]) == ("paused", "The table is paused: pizza")
    again = await p.come("Ben")
    assert again.view["why"] == "The table is paused: pizza"
    await p.host("resume")
    assert (ben.view["state"], ben.view.get("why", "")) == ("playing", "")
    await p.host("pause")
    assert (ben.view["state"], ben.view.get("why", "")) == ("paused", "")


@in_a_room
async def test_a_session_is_ended_once_a_hand_of_it_was_played(p):
    await p.new_table("california_poker")
    hanna, _ = await p.sit("Hanna", "Ben")
    assert "decline" not in hanna.me["may"], "there is nothing to end (CP-9)"
    await p.deal()
    await p.play_on()
    assert "decline" in hanna.me["may"]
