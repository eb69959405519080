"""House ways as files: what they may say, what they choose, and how an unsound one is refused."""

import random
import re
from pathlib import Path

import pytest

import houseway
from houseway.analysis.exact.sets import split_rules
from houseway.analysis.split.hands import class_of
from houseway.analysis.split.rankings import ordinals, rankings, strengths
from houseway.analysis.split.ways import follow
from houseway.analysis.way_check import check_way, split_policy
from houseway.cards import Pack, parse, show
from houseway.faults import FileFaults
from houseway.games.san_lo import GAME as SAN_LO
from houseway.games.san_lo import SPLIT
from houseway.games.supreme_99 import GAME as SUPREME_99
from houseway.games.supreme_99 import SPLIT as SPLIT_99
from houseway.ways import known_way, own_way
from houseway.ways.way import parse_bound, read_way

RULES = split_rules(SAN_LO)

GOOD = """
game = "san-lo"
name = "two rules"
version = "1"
[[rule]]
High = "straight+"
Mid = "pair 9+"
then = ["Mid", "Low", "High"]
[[rule]]
then = ["High", "Mid", "Low"]
"""


def read(text: str, game=SAN_LO):
    return read_way("ours.toml", text, own_way(game).split)


# ---- reading --------------------------------------------------------------------------------------


def test_a_bound_is_a_hand_or_better_or_less_or_just_it():
    split = SPLIT
    nines_with_ace, tens, kings_high = (split.parse(text) for text in ("pair 9 A", "pair T 2", "K Q 2"))
    assert parse_bound("pair 9+", split).meets(nines_with_ace)
    assert parse_bound("pair 9-", split).meets(nines_with_ace)
    assert parse_bound("pair 9", split).meets(nines_with_ace)
    assert not parse_bound("pair 9", split).meets(tens)
    assert not parse_bound("pair 9-", split).meets(tens)
    assert parse_bound("pair 9-", split).meets(kings_high)
    assert parse_bound("flush-", split).meets(tens)


def test_the_first_rule_that_can_be_met_decides():
    way = read(GOOD)
    rule, hands = way.decide(parse("9s 9d 8h 7c 6d 2s"))
    assert (rule, show(hands[1])) == (0, "9s 9d")
    rule, hands = way.decide(parse("As Ad 8h 7c 3d 2s"))
    assert (rule, show(hands[0])) == (1, "As 3d 2s")


def test_a_points_card_plays_the_greatest_sum_and_its_most_particular_entry_counts():
    way = known_way("san-lo-points", SPLIT)
    assert way.points_of("Mid", SPLIT.parse("pair A")) == 99
    assert way.points_of("High", SPLIT.parse("J 9 2")) == 0, "the kind"
    assert way.points_of("High", SPLIT.parse("A 9 2")) == 6, "the hand, which is more particular"
    with_pair = way.total_points(tuple(map(SPLIT.parse, ("straight K", "pair 9", "8"))))
    without = way.total_points(tuple(map(SPLIT.parse, ("straight K", "A K", "8"))))
    assert with_pair == 42 + 94 + 15 + 9 - 4
    assert without == 42 + 76 + 15


@pytest.mark.parametrize(
    ("change", "named"),
    [
        (('name = "two rules"', "name = 7"), "7"),
        (('High = "straight+"', 'High = "strait+"'), "'strait'"),
        (('Mid = "pair 9+"', 'Mid = "pair 1+"'), "'pair 1'"),
        (('Mid = "pair 9+"', "Mid = 9"), "9"),
        (('then = ["Mid", "Low", "High"]', 'then = ["Middle"]'), "['Middle']"),
        (("[[rule]]", "[[rules]]"), "'rules'"),
        (('version = "1"', 'version = "1"\nwithout_fouling = "yes"\n[points.High]\n"pair" = 3'), "both"),
        (('Mid = "pair 9+"', 'Middle = "pair 9+"'), "'Middle'"),
        (('High = "straight+"', 'High = "straight A"'), "'straight A'"),
        (('version = "1"', 'version = "1"\nties = ["High"]'), "'ties'"),
    ],
)
def test_a_fault_in_a_way_is_told_with_the_offending_text(change, named):
    with pytest.raises(FileFaults, match=re.escape(named)):
        read(GOOD.replace(*change))


CARD = """
game = "san-lo"
name = "card"
version = "1"
[points.Mid]
"pair" = 20
"A K" = 9
"""


@pytest.mark.parametrize(
    ("change", "named"),
    [
        (('"pair" = 20', '"pair" = 2.5'), "2.5"),
        (('"pair" = 20', '"pair" = 4611686018427387904'), "4611686018427387904"),
        (('"pair" = 20', '"pair 9+" = 20'), "'pair 9+'"),
        (('"pair" = 20', '"pair T" = 20\n"pair 10" = 21'), "'pair 10'"),
        (("[points.Mid]", "[points.Middle]"), "'Middle'"),
        (("[points.Mid]", '[[bonus]]\npoints = "many"\n[points.Mid]'), "'many'"),
        (("[points.Mid]", "[points.Mid]" + "\n[a" * 3000), "TOML"),
    ],
)
def test_a_fault_in_a_points_card_is_told_with_the_offending_text(change, named):
    with pytest.raises(FileFaults, match=re.escape(named)):
        read(CARD.replace(*change))


@pytest.mark.parametrize("key", ["rule", "bonus"])
@pytest.mark.parametrize("value", ["7", "[7]"])
def test_rules_and_bonuses_are_lists_of_tables(key, value):
    with pytest.raises(FileFaults, match=re.escape(f"{key} must be a list of tables: [[{key}]]")):
        read(CARD.replace('name = "card"', f'name = "card"\n{key} = {value}'))


def test_an_entry_or_goal_that_no_hand_can_meet_is_refused():
    for text in (CARD.replace("A K", "9 K"), GOOD.replace("pair 9+", "flush")):
        with pytest.raises(FileFaults, match="no Mid is"):
            check_way(SAN_LO, read(text))
        with pytest.raises(FileFaults, match="no Mid is"):
            split_policy(SAN_LO, read(text))


def test_the_hash_is_of_what_a_way_does():
    assert read(GOOD).digest == read(GOOD.replace("two rules", "another name")).digest
    assert read(GOOD).digest != read(GOOD.replace("pair 9+", "pair 8+")).digest


# ---- following ------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", [GOOD, GOOD.replace("[[rule]]\nthen", "[[rule]]\nwithout_fouling = false\nthen")])
def test_the_kernel_follows_a_way_as_its_words_do(text):
    way = read(text)
    _same_on_a_sample(way, 400)


@pytest.mark.parametrize("name", ["san-lo-points", "san-lo-rules"])
def test_the_kernel_follows_our_ways_as_their_words_do(name):
    _same_on_a_sample(known_way(name, SPLIT), 300)


def _same_on_a_sample(way, hands):
    followed, ladders = follow(RULES, way), strengths(RULES)
    draw = random.Random(6)
    for _ in range(hands):
        cards = tuple(draw.sample(RULES.pack, 6))
        number = class_of(RULES, cards)
        hands = way.choose(cards)
        if hands is None:
            assert followed.undecided[number], show(cards)
            continue
        made = ordinals(rankings(RULES), followed.cells[number : number + 1])[0]
        assert tuple(ladder[i] for ladder, i in zip(ladders, made, strict=True)) == SPLIT.strengths(*hands)
        assert followed.fouls[number] == (not SPLIT.may_be_set(hands))


# ---- sound and unsound ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["san-lo-points", "san-lo-rules"])
def test_our_ways_decide_all_hands_and_foul_none(name):
    check = check_way(SAN_LO, known_way(name, SPLIT))
    assert check.is_sound
    assert sum(check.decided_by) == check.hands == 22_957_480


def test_a_way_that_leaves_a_hand_undecided_is_refused_with_that_hand():
    way = read(GOOD.replace('[[rule]]\nthen = ["High", "Mid", "Low"]\n', ""))
    check = check_way(SAN_LO, way)
    assert way.choose(check.first_undecided) is None
    with pytest.raises(ValueError, match=re.escape(show(check.first_undecided))):
        split_policy(SAN_LO, way)


def test_a_way_whose_order_cannot_tell_two_settings_apart_leaves_the_hand_undecided():
    check = check_way(SAN_LO, read(GOOD.replace('then = ["High", "Mid", "Low"]', 'then = ["Low"]')))
    assert check.undecided > 0


def test_a_way_that_fouls_is_refused_with_that_hand():
    way = read(GOOD.replace('then = ["High", "Mid", "Low"]', 'then = ["Low", "Mid", "High"]\nwithout_fouling = false'))
    check = check_way(SAN_LO, way)
    assert not SPLIT.may_be_set(way.choose(check.first_fouled))
    with pytest.raises(ValueError, match=re.escape(show(check.first_fouled))):
        split_policy(SAN_LO, way)


def test_a_way_of_supreme_99_is_checked_and_priced_too(tmp_path: Path):
    path = tmp_path / "low-first.toml"
    path.write_text('game = "supreme-99"\nname = "low first"\nversion = "1"\n[[rule]]\nthen = ["Low", "High"]\n')
    check, price = houseway.check_way(path)
    assert (check.is_sound, check.hands) == (True, 270_725)
    assert price.best_play < houseway.analyze("supreme-99")[0].house_edge, "the letter's way holds more"
    path.write_text(path.read_text() + "without_fouling = false\n")
    check, price = houseway.check_way(path)
    assert (check.is_sound, price) == (False, None)
    assert not SPLIT_99.may_be_set(check.way.choose(check.first_fouled))


def test_the_house_way_of_the_game_is_the_points_card():
    assert own_way(SAN_LO).name == "houseway points card"
    assert "(ours)" in SAN_LO.way.label


def test_a_hand_looked_up_by_its_ranks_is_set_as_if_it_had_been_thought_about():
    way, chance = own_way(SUPREME_99), random.Random(99)
    for _ in range(3_000):
        packet = tuple(chance.sample(Pack().cards(), 4))
        assert SUPREME_99.way.set(packet) == way.choose(packet)
