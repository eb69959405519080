"""What is taught of a game comes from its definition: lessons, what a table offers, and hands to train on."""

from fractions import Fraction
from pathlib import Path

import pytest

import houseway
from houseway.game import Choice
from houseway.games import GAMES
from houseway.games.own import load_game
from houseway.table.places import name_of
from houseway.table.terms import Terms, filled
from houseway.web import reasons, weighing
from houseway.web.buttons import what_words_do
from houseway.web.card_values import card_values
from houseway.web.drill import SEAT, Drill, new_drill, plain_terms
from houseway.web.hand_ranks import ranked_hands
from houseway.web.lesson import FOULS, REFUSED, example, figures, lesson, setting, texts_of, values
from houseway.web.offers import offered, plain_word, seen_at
from houseway.web.pages import to_learn
from houseway.web.plain_words import words_in
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
    assert names("blackjack")[0] == "blackjack" and names("blackjack")[-2:] == ["…", "bust"]  # rows are left out
    assert names("casino-war")[-3:] == ["4", "3", "2"]  # and here none is
    flushes = [name for name in names("pai-gow-poker") if name.endswith("flush")]
    assert flushes[0] == "royal flush" and flushes[1].endswith("straight flush") and len(flushes) == 3


def test_what_cards_count_is_found_by_trying_where_hands_are_totals():
    tens = "a 10, jack, queen or king counts {}, any other card its number."
    assert card_values(GAMES["blackjack"]) == (f"An ace counts 1 or 11, {tens.format(10)}",)
    last_digit = "Only the last digit of the sum counts: 7 and 8 make 5."
    for name in ("ez-baccarat", "supreme-99"):
        assert card_values(GAMES[name]) == (f"An ace counts 1, {tens.format(0)}", last_digit)
    assert "it is not you" in values(GAMES["ez-baccarat"])[-1]
    assert not any(values(GAMES[name]) for name in ("three-card-poker", "san-lo", "casino-war"))


@pytest.mark.parametrize("name", of_each_kind(GAMES))
def test_every_word_that_moves_cards_or_chips_is_explained(name):
    game, told = GAMES[name], dict(what_words_do(GAMES[name]))
    for number, step in enumerate(game.round):
        for seen in seen_at(game, number) if isinstance(step, Choice) else ():
            for option in step.options(seen):
                if (option.costs or option.takes or option.back or option.out or option.swaps) and not option.cut:
                    assert told[plain_word(option)], option
    assert all(each.endswith(".") for does in told.values() for each in does)


def test_the_words_of_a_blackjack_table_are_explained_in_plain_ones():
    told = dict(what_words_do(GAMES["blackjack-surrender"]))
    assert told["stand"] == ("Take no more cards.",)
    assert told["surrender"] == ("To give up: half of your bet comes back.",)
    assert told["insurance"][-1] == "It wins if the dealer has blackjack."
    assert told["no insurance"] == ("Go on without betting more.",)


def test_whoever_sets_cards_is_told_how_many_go_where_and_which_hand_must_be_higher():
    sizes = ["High takes 5 cards.", "Low takes 2 cards.", "High must be worth more than Low."]
    assert setting(GAMES["pai-gow-poker"]) == [*sizes, FOULS]
    assert setting(GAMES["supreme-99"])[-1] == REFUSED
    assert setting(GAMES["blackjack"]) == []


def test_the_words_of_a_game_that_the_glossary_has_are_explained():
    def words(name):
        return {each["word"] for each in words_in(texts_of(terms_of(name), GAMES[name]))}

    assert {"semi-wild", "copy", "foul", "flush", "house way"} <= words("pai-gow-poker")
    assert "wild" not in words("pai-gow-poker")  # which is another thing
    assert "bust" in words("blackjack") and "bust" not in words("san-lo")


def test_the_example_is_an_ordinary_round():
    game = GAMES["blackjack"]
    shown = example(plain_terms(terms_of("blackjack"), game), game)["showdown"]
    assert shown["seats"]["1"]["says"].isdecimal() and shown["common"]["dealer"]["says"].isdecimal()


def test_a_newcomer_is_led_to_games_with_less_to_learn():
    less, more = (to_learn(GAMES[name], terms_of(name)) for name in ("casino-war", "ultimate-texas-holdem"))
    assert less < more


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


@pytest.mark.parametrize(
    "name", ["three-card-draw", "ultimate-texas-holdem", "blackjack", "mississippi-stud", "san-lo", "match-em"]
)
def test_a_hand_that_was_played_is_dealt_again_as_it_lay_then(name):
    from houseway.table.seeing import seen_by_seat

    terms = plain_terms(terms_of(name), GAMES[name])
    for number in range(3, 6):
        played, seen = Drill(number).dealt(terms), []
        while options := played.options(SEAT):
            seen.append(seen_by_seat(played.state, SEAT))
            played.choose(SEAT, options[-1])
        rnd = played.state.round
        said = rnd.spots[SEAT].hand(1).said
        lying = {name_of(place): pile.cards for place, pile in rnd.piles.items() if pile.is_known}
        for words, expected in enumerate(seen):
            again = Drill(0, tuple(said[:words]), lying).dealt(terms)
            assert seen_by_seat(again.state, SEAT) == expected


def test_cards_that_cannot_lie_so_are_refused_in_one_line(room):
    for lying in ("seat:As As 2h", "seat:Xx", "seat:", "nowhere:As"):
        answer = room.http.get("/train/three-card-poker/hand", params={"lying": lying})
        assert answer.status_code in (200, 422), answer.text
    answer = room.http.get("/train/three-card-poker/hand", params={"lying": "seat:Qd 6s 4h;dealer:2c 3c 4c"})
    assert answer.json()["round"]["spots"]["1"]["cards"] == ["Qd", "6s", "4h"]
    assert "3c" not in answer.text.replace("Qd 6s 4h;dealer:2c 3c 4c", "")  # nor is hidden what was not told
    worth = room.http.get("/train/three-card-poker/worth", params={"lying": "seat:Qd 6s 4h;dealer:2c 3c 4c"})
    assert worth.status_code in (200, 503)


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
