"""The coach: after the round, to the player of the seat alone, what the mathematics says of the hand."""

import json
import subprocess
import sys
import time
from fractions import Fraction
from itertools import count

import pytest

import houseway
from houseway.analysis.exact.options import options_of
from houseway.cards import parse
from houseway.game import Seen
from houseway.games import GAMES
from houseway.role import Role
from houseway.table.layout import layout_of
from tests.soak import more, telling
from tests.web.room import Room
from tests.web.test_rounds import CHIPS, bets, chooses, options, plays_on

NUMBERS = count(1)
DECKS = {"match-em": 2}


@pytest.fixture(scope="module")
def room(tmp_path_factory):
    """One for all: the coach need not get ready again."""
    with Room(tmp_path_factory.mktemp("room") / "book.db") as room:
        yield room


@pytest.fixture
def seated(room):
    """Two people at a table of their own."""

    def sit(game, **terms):
        table = f"T{next(NUMBERS)}"
        room.staff(Role.SUPERVISOR).opens(table, game=game, decks=DECKS.get(game, 1), **terms)
        return [room.sits(table, seat, chips=CHIPS) for seat in (1, 2)]

    return sit


def deals(people, game):
    """All bet and are ready; the number of the round."""
    number = people[0].sees()["round"]
    for person in people:
        bets(person, game)
    for person in people:
        person.does("SayReady")
    return number


def advice(person, number):
    answers = []

    def is_told():
        answers.append(person.gets(f"/tables/{person.table}/rounds/{number}/coach"))
        return answers[-1].json().get("error", {}).get("code") != "counting"

    person.room.waits_until(is_told, seconds=240)
    assert answers[-1].status_code == 200, answers[-1].text
    return answers[-1].json()


def is_refused(person, number, status, code):
    answer = person.gets(f"/tables/{person.table}/rounds/{number}/coach")
    assert (answer.status_code, answer.json()["error"]["code"]) == (status, code)


@pytest.mark.timeout(300)
@pytest.mark.parametrize("game", telling((("match-em",),), ("match-em", "san-lo", "supreme-99")))
def test_what_the_coach_says_is_what_the_mathematics_says_of_every_option(seated, game):
    """In turn every option is chosen, and the best one found is the best of all."""
    ann, ben = seated(game)
    for nth in (0, 1, -1):
        number = deals([ann, ben], game)
        seen = ann.sees()
        packet = parse(" ".join(seen["current"]["spots"]["1"]["cards"]))
        worths = houseway.decide(game, packet, decks=DECKS.get(game, 1)).options
        chosen = worths[nth % len(worths)]
        option = chosen.option
        ann.does("Choose", word=option.word, layout=layout_of(packet, option.cut) if option.cut else "")
        chooses(ben)
        advised = advice(ann, number)
        [told] = advised["choices"]
        best = max(worth.expectation for worth in worths)
        assert Fraction(told["chosen"]["expectation"]) == chosen.expectation
        assert Fraction(told["best"]["expectation"]) == best
        assert Fraction(told["costs"]) == best - chosen.expectation
        assert told["is_best"] == (told["costs"] == "0/1")
        hands = [sorted(parse(hand["cards"])) for hand in told["chosen"]["hands"]]
        assert hands == [sorted(hand) for hand in option.cut or (packet,)]
        assert told["chosen"]["word"] is None or option.word.startswith(told["chosen"]["word"])
        assert (advised["round"], advised["seat"], advised["costs"]) == (number, 1, told["costs"])
        assert Fraction(told["costs_per_100"]) == pytest.approx(Fraction(told["costs"]) * 100, abs=0.005)


@pytest.mark.parametrize("game", ["three-card-poker", "mississippi-stud", "let-it-ride"])
def test_each_choice_of_a_round_is_judged_by_what_was_seen_then(seated, game):
    """The coach of a game says what `set` says, where the seat saw just so much and had said just so much."""
    ann, ben = seated(game)
    number = deals([ann, ben], game)
    saw = []
    while may := options(ann):
        view = ann.sees()["current"]
        board = [card for card in view["common"].get("board", {}).get("cards", ()) if card != "??"]
        saw.append((" ".join(view["spots"]["1"]["cards"]), " ".join(board), may[0]["word"]))
        ann.does("Choose", word=may[0]["word"])
        if options(ben):
            chooses(ben)
    advised = advice(ann, number)
    assert len(advised["choices"]) == len(saw) > (game != "three-card-poker")
    said = []
    for told, (cards, board, word) in zip(advised["choices"], saw, strict=True):
        found = options_of(GAMES[game], cards, lying={"board": board} if board else {}, said=said)
        worth = {each.option.word: each.expectation for each in found.options}
        assert (told["said"], told["chosen"]["word"], told["lying"].get("board", "")) == (said, word, board)
        assert Fraction(told["chosen"]["expectation"]) == worth[word]
        assert Fraction(told["best"]["expectation"]) == max(worth.values())
        said.append(word)
    assert Fraction(advised["costs"]) == sum(Fraction(told["costs"]) for told in advised["choices"])


def test_a_round_in_play_has_no_coach(seated):
    ann, ben = seated("supreme-99")
    in_play = 409, "round-not-over"
    is_refused(ann, 1, *in_play)
    number = deals([ann, ben], "supreme-99")
    is_refused(ann, number, *in_play)
    chooses(ann)
    is_refused(ann, number, *in_play)  # her own hand is set: the round is not over
    chooses(ben)
    advice(ann, number)
    is_refused(ann, number + 1, *in_play)
    is_refused(ann, number + 2, 404, "no-such-round")


def test_the_coach_speaks_to_the_player_of_the_seat_of_his_own_hand(room, seated):
    ann, ben = seated("supreme-99")
    idle = room.sits(ann.table, 4)
    number = plays_on([ann, ben], "supreme-99")
    path = f"/tables/{ann.table}/rounds/{number}/coach"
    receipt = room.guest.gets(f"/tables/{ann.table}/rounds/{number}").json()
    for person in (ann, ben):
        [told] = advice(person, number)["choices"]
        assert sorted(told["cards"].split()) == sorted(receipt["packets"][str(person.seat)].split())
    assert room.guest.gets(path).status_code == 401
    for stranger in (room.staff(Role.SUPERVISOR), room.staff(Role.SURVEILLANCE), *seated("match-em")):
        answer = stranger.gets(path)
        assert (answer.status_code, answer.json()["error"]["code"]) == (403, "not-your-seat")
    is_refused(idle, number, 404, "no-hand")


def test_a_stranger_who_takes_the_seat_is_told_nothing_of_the_hand_that_was_played_there(room, seated):
    ann, ben = seated("supreme-99")
    number = plays_on([ann, ben], "supreme-99")
    ann.does("LeaveSeat")
    eve = room.sits(ann.table, 1, "Eve", chips=CHIPS)
    is_refused(eve, number, 403, "not-your-seat")
    assert eve.sees()["seats"][0]["first_round"] == number + 1
    advice(ben, number)
    assert plays_on([eve, ben], "supreme-99") == number + 1
    advice(eve, number + 1)


def test_wagers_that_are_matched_too_are_judged_by_their_stakes(seated):
    """The best setting for Main Bet and Hat Trick together is not always the best for the Main Bet alone."""
    ann, ben = seated("san-lo")
    number = ann.sees()["round"]
    ann.does("PlaceWager", wager="Main Bet", cents=10_00)
    ann.does("PlaceWager", wager="Hat Trick", cents=5_00)
    ann.does("PlaceWager", wager="Fortune Bonus", cents=5_00)
    bets(ben, "san-lo")
    for person in (ann, ben):
        person.does("SayReady")
    packet = parse(" ".join(ann.sees()["current"]["spots"]["1"]["cards"]))
    for person in (ann, ben):
        chooses(person)
    advised = advice(ann, number)
    [told] = advised["choices"]
    assert advised["stakes_cents"] == {"Main Bet": 10_00, "Hat Trick": 5_00}
    game = GAMES["san-lo"]
    hat_trick = game.paytables_of(game.wager("Hat Trick"))[0]
    found, together = houseway.decide(game, packet), []
    for worth in found.options:
        lines = found.others(worth)["Hat Trick"].items()
        other = sum(hat_trick.net(line) * times for line, times in lines) / worth.ends.total
        together.append((10 * worth.expectation + 5 * other) / 15)
    assert Fraction(told["best"]["expectation"]) == max(together)
    assert Fraction(told["chosen"]["expectation"]) in together
    by_wager = {wager: Fraction(worth) for wager, worth in told["chosen"]["wagers"].items()}
    assert Fraction(told["chosen"]["expectation"]) == (10 * by_wager["Main Bet"] + 5 * by_wager["Hat Trick"]) / 15


def test_a_foul_loses_all_that_is_judged(seated):
    ann, ben = seated("san-lo")
    number = deals([ann, ben], "san-lo")
    packet = parse(" ".join(ann.sees()["current"]["spots"]["1"]["cards"]))
    [choice] = GAMES["san-lo"].choices
    seen = Seen(pack=GAMES["san-lo"].pack(), lying={"seat": packet})
    foul = next(option for option in choice.options(seen) if option.foul)
    ann.does("Choose", word="set", layout=layout_of(packet, foul.cut))
    chooses(ben)
    [told] = advice(ann, number)["choices"]
    assert (told["chosen"]["standing"], told["chosen"]["expectation"]) == ("foul", "-1/1")
    assert told["best"]["standing"] == "legal" and not told["is_best"]


def test_where_nobody_chooses_anything_there_is_no_coach(room):
    table = f"T{next(NUMBERS)}"
    room.staff(Role.SUPERVISOR).opens(table, game="ez-baccarat")
    ann, ben = (room.sits(table, seat, chips=CHIPS) for seat in (1, 2))
    number = plays_on([ann, ben], "ez-baccarat")
    is_refused(ann, number, 404, "no-coach")
    answer = ann.gets(f"/tables/{ann.table}/coach")
    assert (answer.status_code, answer.json()["error"]["code"]) == (404, "no-coach")


def test_the_coach_gets_ready_before_he_is_needed(room, seated):
    ann, _ = seated("match-em")
    room.waits_until(lambda: ann.gets(f"/tables/{ann.table}/coach").json() == {"ready": True}, seconds=60)
    assert room.guest.gets(f"/tables/{ann.table}/coach").status_code == 401
    answer = room.staff(Role.DEALER).gets(f"/tables/{ann.table}/coach")
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "not-your-seat")


def test_a_coach_who_broke_down_is_replaced(room, seated):
    ann, ben = seated("supreme-99")
    advice(ann, plays_on([ann, ben], "supreme-99"))
    reckoner = room.server.config.app.state.house.counting.quick
    first = reckoner._process
    first.kill()
    first.wait(10)
    advice(ann, plays_on([ann, ben], "supreme-99"))
    assert reckoner._process.pid != first.pid


def test_the_process_that_counts_ends_when_nobody_can_ask_any_more():
    lines = [json.dumps({"game": game, "decks": 1, "paytables": []}) for game in ("no-such-game", "supreme-99")]
    command = [sys.executable, "-m", "houseway.web.reckoner"]
    done = subprocess.run(command, input="\n".join(lines) + "\n", capture_output=True, text=True, timeout=60)
    fault, ready = map(json.loads, done.stdout.splitlines())
    assert done.returncode == 0 and "no-such-game" in fault["fault"] and ready == {}


def test_the_house_way_is_weighed_before_it_is_taken_for_its_player_and_no_other_setting_is(seated):
    ann, _ = people = seated("supreme-99")
    deals(people, "supreme-99")
    ann.room.waits_until(lambda: ann.gets(f"/tables/{ann.table}/hand").status_code == 200)
    hand = ann.gets(f"/tables/{ann.table}/hand").json()
    assert hand["house_way"] in {each["layout"] for each in hand["choices"] if each["standing"] == "legal"}
    path, answers = f"/tables/{ann.table}/hand/house-way", []
    assert ann.room.http.get(path).status_code == 401

    def is_weighed():
        answers.append(ann.gets(path))
        return answers[-1].status_code != 503

    ann.room.waits_until(is_weighed, seconds=240)
    told, cards = answers[-1].json(), ann.sees()["current"]["spots"]["1"]["cards"]
    places = [sorted(cards[int(place) - 1] for place in each) for each in hand["house_way"].split("|")]
    assert [sorted(each["cards"].split()) for each in told["hands"]] == places
    decided = houseway.decide("supreme-99", " ".join(cards))
    laid = {tuple(tuple(sorted(map(str, hand))) for hand in w.option.cut): w.expectation for w in decided.options}
    assert Fraction(told["expectation"]) == laid[tuple(map(tuple, places))]
    assert "options" not in told


@pytest.mark.deeper
def test_the_first_card_comes_at_once_and_the_coach_as_soon_as_the_first_round_is_over(tmp_path):
    """A player looks at his hand before he chooses, and meanwhile it is counted: within a second each, in a room that
    nobody has asked anything, on a machine that has nothing else to do."""
    with Room(tmp_path / "book.db") as room:
        room.staff(Role.SUPERVISOR).opens("T1", game="three-card-poker", dealer="automatic")
        ann = room.sits("T1", 1, chips=CHIPS)
        number = ann.sees()["round"]
        bets(ann, "three-card-poker")
        began = time.monotonic()
        ann.does("SayReady")
        room.waits_until(lambda: options(ann))
        assert time.monotonic() - began < more(10, 1)
        ann.gets("/tables/T1/hand")
        counting = room.server._house.counting
        room.waits_until(lambda: not counting.waiting and counting.quick._asked)
        assert len(counting.quick._asked) == 2  # the game, and the hand: nobody has asked the coach
        began = time.monotonic()
        ann.does("Choose", word="fold")
        room.waits_until(lambda: ann.sees()["round"] > number)
        advice(ann, number)
        assert time.monotonic() - began < more(10, 1)
