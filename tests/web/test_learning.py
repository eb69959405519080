"""What is taught of a game comes from its definition: lessons, what a table offers, and hands to train on."""

from fractions import Fraction
from pathlib import Path

import pytest

import houseway
from houseway.games import GAMES
from houseway.games.own import load_game
from houseway.table.terms import Terms, filled
from houseway.web import reasons, weighing
from houseway.web.drill import SEAT, Drill, new_drill, plain_terms
from houseway.web.hand_ranks import ranked_hands
from houseway.web.lesson import example, figures, lesson
from houseway.web.offers import offered
from houseway.web.workings import kept_for
from tests.kinds import of_each_kind
from tests.web.reading import read

OWN_FILE = Path(__file__).parents[1] / "own_games" / "split_twenty_one.py"


def terms_of(name):
    return filled(Terms(game=name))


@pytest.mark.parametrize("name", of_each_kind(GAMES))
def test_every_game_is_taught_by_a_round_that_was_dealt_and_won(name):
    game = GAMES[name]
    found = example(plain_terms(terms_of(name), game), game)
    result = found["over"]["spots"]["1"]["results"][0]
    assert result["won_cents"] + result["returned_cents"] > result["stake_cents"]
    assert all(len(name) > 2 for name in offered(terms_of(name), game))


def test_the_options_of_a_blackjack_table_are_found_by_asking_its_rules():
    stands, hits = (offered(terms_of(name), GAMES[name]) for name in ("blackjack-surrender", "blackjack-no-peek"))
    assert "The dealer draws on 16 or less." in stands and not any(each.startswith("On 17") for each in stands)
    assert "On 17 the dealer draws with 6c Ac, and stands with 7c Tc." in hits
    assert "The dealer looks first: where that decides the round, it is over." in stands
    assert "Nobody looks at cards that lie face down before you play." in hits
    assert "On your first cards you may stand, hit, double or surrender; with some hands also split." in stands
    assert "On your first cards you may stand, hit or double; with some hands also split." in hits
    assert {"Split: a pair, up to 4 hands.", "A pair of aces is split once."} <= {*stands}
    assert {"After a split you may also double.", "After a split you may not surrender."} <= {*stands}


def test_hands_are_ranked_as_the_wager_itself_compares_them():
    def names(game):
        return [row["name"] for row in ranked_hands(GAMES[game])]

    assert names("three-card-poker")[:3] == ["ace-high straight flush", "three aces", "ace-high straight"]
    assert names("san-lo")[-1].endswith("high")
    assert names("triple-shot-rummy")[0] == "0 points"  # where the fewer win
    assert names("blackjack")[0] == "blackjack" and names("blackjack")[-1] == "bust"


def test_a_spot_holds_what_the_mathematics_says():
    game = GAMES["three-card-poker"]
    told = figures(terms_of(game.slug), game, kept_for(game))
    [pair_plus] = houseway.analyze(game, wager="Pair Plus", paytable=terms_of(game.slug).paytables["Pair Plus"])
    assert told["Pair Plus"]["edge"] == f"{float(pair_plus.house_edge * 100):.2f}%"
    assert told["Ante"]["play"] == " with best play" and "Play" not in told


def test_a_game_of_ones_own_is_taught_too():
    own = load_game(OWN_FILE)
    GAMES[own.slug] = own
    try:
        told = lesson(terms_of(own.slug), own, None)
    finally:
        del GAMES[own.slug]
    assert told["offers"] and told["figures"] == {}


# ---- hands to train on


def test_the_same_number_deals_the_same_hand_and_a_new_one_has_something_to_choose():
    terms = plain_terms(terms_of("casino-war"), GAMES["casino-war"])
    drill = new_drill(terms)
    one, other = drill.dealt(terms), drill.dealt(terms)
    assert one.state.round.cards_of(SEAT) == other.state.round.cards_of(SEAT)
    assert [option.word for option in one.options(SEAT)] == ["surrender", "war"]


@pytest.mark.parametrize("name", ["match-em", "three-card-poker", "supreme-99", "face-up-pai-gow"])
def test_all_options_are_weighed_as_the_library_weighs_them(room, name):
    hand = room.http.get(f"/train/{name}/hand?number=5").json()
    asked = weighing.question(plain_terms(terms_of(name), GAMES[name]), seen(name, 5))
    worths = [Fraction(each["expectation"]) for each in weighing.answer(asked)["options"]]
    decided = houseway.decide(name, asked["seen"], asked["lying"].get("dealer", ""), decks=asked["decks"])
    assert worths == sorted((each.expectation for each in decided.options), reverse=True)
    assert hand["round"]["spots"]["1"]["cards"] == asked["seen"].split()


def seen(name, number):
    from houseway.table.seeing import hand_to_play, seen_by_seat

    state = Drill(number).dealt(plain_terms(terms_of(name), GAMES[name])).state
    return seen_by_seat(state, SEAT, hand=hand_to_play(state, SEAT))


def test_the_hidden_cards_of_a_hand_are_in_no_answer(room):
    text = room.http.get("/train/three-card-poker/hand?number=5").text
    dealer = Drill(5).dealt(plain_terms(terms_of("three-card-poker"), GAMES["three-card-poker"])).state.round
    assert not any(f'"{card}"' in text for card in dealer.cards_of(0))


def test_a_reason_is_the_cell_of_the_chart_or_the_rule_of_the_house_way():
    def why(name, cards, **more):
        asked = {"game": name, "decks": GAMES[name].whole_shoe, "paytables": [], "seen": cards, "said": [], "hands": 1}
        return reasons.answer(reasons.question(asked | {"lying": {}} | more))

    hard = why("blackjack", "9d 7c", lying={"dealer": "Ts"})
    assert (hard["when"], hard["word"]) == ("hard 16 against 10", "hit")
    third = why("blackjack", "2d 3c 6h", lying={"dealer": "5s"}, said=["hit"])  # it may not be doubled any more
    assert (third["choose"], third["word"]) == ("Dh (hit)", "hit")
    way = why("supreme-99", "9d Kh 5s 8s")
    assert way["when"] == "rule 3" and [each["cards"] for each in way["hands"]] == ["9d 8s", "Kh 5s"]
    points = why("san-lo", "Tc Th 7d 2c 7c 6d")
    assert points["when"] == "High 15, Mid 93, Low 6: 114 points"


def test_what_is_no_hand_is_said_in_one_line(room):
    for path, status in (
        ("/train/no-game/hand", 404),
        ("/train/baccarat/hand", 404),
        ("/train/blackjack/hand?number=5&said=sing", 422),
        ("/train/blackjack/hand?number=-1", 422),
    ):
        answer = room.http.get(path)
        assert answer.status_code == status and answer.json()["error"]["says"], path


def test_a_hand_that_is_played_out_is_over(room):
    terms = plain_terms(terms_of("three-card-poker"), GAMES["three-card-poker"])
    assert len(Drill(5).dealt(terms).options(SEAT)) == 2
    assert room.http.get("/train/three-card-poker/hand?number=5&said=play").json()["over"]


# ---- the posting


def test_the_rules_of_a_table_stand_first_on_its_posting(room):
    room.staff().opens("T1", game="blackjack")
    page = read(room.http.get("/tables/T1/posting"))
    kinds = [section.attributes.get("class") for section in page.find("section")]
    assert kinds[:2] == ["table-rules", "rules"]
    said = page.find("section", kind="table-rules")[0].text
    assert "The dealer draws on 16 or less." in said and "Bets: Bet." in said
