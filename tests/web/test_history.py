"""What a browser is told to keep a history by: what the wagers of a table cost on average, as the analysis has it."""

from fractions import Fraction

import houseway
from houseway.games import GAMES
from houseway.role import Role
from houseway.table.terms import Terms, filled
from houseway.web.history import edges_of
from houseway.web.workings import kept_for
from tests.web.room import Room


def edges(slug, **terms):
    return edges_of(GAMES[slug], filled(Terms(game=slug, **terms)), kept_for(GAMES[slug]))


def test_the_edges_are_those_of_the_analysis_for_the_tables_own_decks():
    for decks in (1, 8):
        told = edges("match-em", decks=decks)
        for wager in ("Match Bonus", "Poker Bonus"):
            table = filled(Terms(game="match-em")).paytables[wager]
            [figures] = houseway.analyze("match-em", wager=wager, paytable=table, decks=decks)
            assert Fraction(told[wager]["edge"]) == figures.house_edge and not told[wager]["with"]


def test_main_wagers_are_in_the_edge_of_the_first_and_no_added_one_is_counted_twice():
    for game in GAMES.values():
        told = edges(game.slug)
        main = [wager.name for wager in game.main]
        assert not set(told) & set(main[1:])
        assert set(told) <= {wager.name for wager in game.placed}
        if main and main[0] in told:
            assert told[main[0]]["with"] == main[1:]


def test_a_table_says_what_its_wagers_cost_and_a_closed_one_nothing(tmp_path):
    with Room(tmp_path / "book.db") as room:
        room.staff(Role.SUPERVISOR).opens("T1", game="san-lo")
        told = room.http.get("/tables/T1/expectations").json()
        kept = kept_for(GAMES["san-lo"]).edge(GAMES["san-lo"].own_paytables(GAMES["san-lo"].main[0])[0], 1)
        assert Fraction(told["edges"][GAMES["san-lo"].main[0].name]["edge"]) == kept.house_edge
        assert room.http.get("/tables/none/expectations").status_code == 404
        assert "Your hands" in room.http.get("/history").text
