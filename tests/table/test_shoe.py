"""The shoe: a pack that outlives rounds, proved card by card, of which nobody learns what is left.

A receipt is checked here a second time, by a page of code that shares nothing with the table's.
"""

import hashlib
import json
from collections import Counter
from contextlib import suppress
from copy import deepcopy
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from houseway.cards import Pack, parse, show
from houseway.deciding.refusal import Refusal
from houseway.games import GAMES
from houseway.role import AUTOMATIC_DEALER, Actor, Role
from houseway.table import commands as do
from houseway.table import events as was
from houseway.table.cut_card import BY_FIRST_CARD, ONE_CARD, CutCard, least_behind
from houseway.table.notation import canonical, read, write
from houseway.table.receipt import check, check_together
from houseway.table.refusal import Reason
from houseway.table.shoe import commitment_to
from houseway.table.terms import Terms, faults, filled
from houseway.table.tree import opened_card, root_above, root_of
from houseway.table.view import view
from tests.soak import more
from tests.table.sitting import (
    NOON,
    STAFF,
    Sitting,
    check_that_views_leak_nothing,
    equipped,
    player_at,
    viewers,
    with_another_rest,
    without_hashes,
)

GAME = "ez-baccarat"
USUAL = CutCard(behind=14, burn=BY_FIRST_CARD)
SHOES = [slug for slug, game in GAMES.items() if game.shoe]


def at_a_shoe(shoe=USUAL, seats=(2, 4), **terms):
    return Sitting(terms.pop("game", GAME), seats=seats, shoe=shoe, **terms)


def play(sitting, cuts=()):
    """A round, and its receipt."""
    sitting.is_sealed()
    for seat, cut in cuts:
        sitting.player(seat).cuts(cut)
    sitting.bets()
    sitting.dealer.closes_betting()
    sitting.dealer.deals()
    sitting.ends()
    return sitting.receipt()


def holds(page):
    wrong = check(page)[1]
    assert not wrong, wrong
    return page


# ---- a second opinion ------------------------------------------------------------------------------


def sha(text):
    return hashlib.sha256(text.encode()).hexdigest()


def climbs_to(opened, cards):
    """The root above an opened card: level by level, as docs/shuffle-seal.md says."""
    at, size, beside = opened["place"], cards, list(opened["path"])
    found = sha(f"card {at} {opened['card']} {opened['salt']}")
    while size > 1:
        if at % 2:
            found = sha(f"pair {beside.pop(0)} {found}")
        elif at + 1 < size:
            found = sha(f"pair {found} {beside.pop(0)}")
        at, size = at // 2, size // 2 + size % 2
    return found if not beside else None


def dealt_places(cards, commitment, cuts):
    """Where each dealt card lay: SHA-256 in counter mode, and the places drawn one by one."""
    if not cuts:
        return list(range(cards))
    told = json.dumps(
        [[each["seat"], each["cut"]] for each in sorted(cuts, key=lambda c: c["seat"])], separators=(",", ":")
    )
    seed = hashlib.sha256(f"{commitment}\n{told}".encode()).digest()
    stream = b"".join(hashlib.sha256(seed + n.to_bytes(8, "big")).digest() for n in range(cards))
    words = iter(int.from_bytes(stream[at : at + 8], "big") for at in range(0, len(stream), 8))
    left = list(range(cards))
    drawn = []
    for size in range(cards, 1, -1):
        nth = next(word for word in words if word < 2**64 // size * size) % size
        drawn.append(left[nth])
        left[nth] = left[-1]
        left.pop()
    return [*left, *reversed(drawn)]


def second_opinion(page):
    shoe = page["shoe"]
    told = json.dumps({"cards": shoe["cards"], "root": shoe["root"], "terms": shoe["terms"]}, separators=(",", ":"))
    assert sha(told) == page["commitment"]
    places = dealt_places(shoe["cards"], page["commitment"], page["cuts"])
    for nth, opened in enumerate(shoe["opened"]):
        assert opened["place"] == places[shoe["began"] + nth]
        assert climbs_to(opened, shoe["cards"]) == shoe["root"]
    assert page["order"].split() == [opened["card"] for opened in shoe["opened"]]


# ---- the tree ------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [1, 2, 3, 5, 7, 8, 52, 53, 416])
def test_every_card_of_a_tree_leads_to_its_root_and_no_other_card_does(size):
    order, nonce = (Pack(8).cards() + Pack(8).cards())[:size], "ab" * 32
    root = root_of(order, nonce)
    for place in range(0, size, max(1, size // 20)):
        opened = opened_card(order, nonce, place)
        assert root_above(opened, size) == root
        assert climbs_to({**opened._asdict(), "card": show([opened.card])}, size) == root
        other = parse("2c")[0] if opened.card != parse("2c")[0] else parse("As")[0]
        assert root_above(opened._replace(card=other), size) != root
        assert root_above(opened._replace(salt="0" * 64), size) != root
        assert root_above(opened._replace(place=(place + 1) % size), size) != root or size == 1
        assert root_above(opened._replace(path=(*opened.path, "0" * 64)), size) is None
        assert root_above(opened._replace(path=opened.path[1:]), size) in (None, *([root] if size == 1 else []))


def test_the_salts_of_opened_cards_do_not_tell_those_of_others():
    """A card whose salt is not known could be any: what is opened around it is the same."""
    order, nonce = Pack(1).cards(), "cd" * 32
    seen = [opened_card(order, nonce, place) for place in range(52) if place not in (6, 7)]
    assert len({each.salt for each in seen}) == 50
    assert all(len(each.salt) == 64 and each.salt != nonce for each in seen)


# ---- the procedure -------------------------------------------------------------------------------


def test_a_shoe_is_dealt_on_until_the_cut_card_is_out_and_then_shuffled():
    sitting = at_a_shoe()
    commitment, ends = None, []
    for number in range(1, 90):
        page = play(sitting)
        assert page["round"] == number
        if commitment is None:
            commitment = page["commitment"]
        shoe = page["shoe"]
        is_last = shoe["cards"] - shoe["gone"] <= 14
        assert (sitting.round.sealed is None) == is_last
        assert bool(page["sealed"]) == is_last
        ends.append((shoe["began"], shoe["gone"]))
        if is_last:
            break
        assert page["commitment"] == commitment
        sitting.dealer.refused(Reason.ALREADY_SHUFFLED).gives(equipped(do.Shuffle(), sitting.table, sitting.chance))
    assert 70 < number < 90, "a shoe of eight decks has about eighty rounds"
    assert all(before[1] == after[0] for before, after in pairwise(ends))
    assert play(sitting)["commitment"] != commitment


def test_a_shoe_is_shuffled_after_so_many_rounds_at_the_latest():
    sitting = at_a_shoe(CutCard(behind=14, rounds=3))
    assert [play(sitting)["shoe"]["since"] for _ in range(7)] == [1, 1, 1, 4, 4, 4, 7]


BURNT = [
    *(("nothing", "9c", 0), (ONE_CARD, "9c", 1)),
    *((BY_FIRST_CARD, "As", 2), (BY_FIRST_CARD, "9c", 10), (BY_FIRST_CARD, "Kd", 11)),
]


@pytest.mark.parametrize(("burn", "first", "burnt"), BURNT)
def test_what_is_burnt_of_a_new_shoe(burn, first, burnt):
    sitting = at_a_shoe(CutCard(behind=14, burn=burn)).is_sealed()
    order = sorted(sitting.round.sealed.order, key=lambda card: show([card]) != first)
    sitting = at_a_shoe(CutCard(behind=14, burn=burn))
    sitting.dealing.gives(replace(equipped(do.Shuffle(), sitting.table, sitting.chance), order=tuple(order)))
    page = holds(play(sitting))
    assert page["shoe"]["began"] == page["shoe"]["burnt"] == burnt
    assert (page["shoe"]["burn"] or {}).get("card") == (first if burn == BY_FIRST_CARD else None)


def test_a_shoe_is_cut_before_its_first_card_and_not_later():
    sitting = at_a_shoe()
    page = holds(play(sitting, cuts=[(4, "17"), (2, "mine")]))
    assert [each["cut"] for each in page["cuts"]] == ["17", "mine"]
    sitting.player(2).refused(Reason.SHOE_IS_CUT).cuts("again")
    later = holds(play(sitting))
    assert later["cuts"] == page["cuts"] and later["records"]["sealed"] == page["records"]["sealed"]
    second_opinion(page)
    second_opinion(later)


def test_the_cards_of_a_void_round_are_gone_and_those_of_one_that_was_not_dealt_are_not():
    sitting = at_a_shoe()
    gone = play(sitting)["shoe"]["gone"]
    sitting.bets().supervisor.voids()
    assert holds(sitting.receipt())["shoe"]["opened"] == [] and sitting.round.top == gone
    sitting.bets().dealer.closes_betting()
    sitting.dealer.deals()
    sitting.supervisor.voids()
    page = holds(sitting.receipt())
    assert page["shoe"]["began"] == gone and len(page["shoe"]["opened"]) == sitting.round.top - gone == 4
    assert holds(play(sitting))["shoe"]["began"] == gone + 4


def test_a_shoe_that_was_never_dealt_from_is_opened_whole_when_its_round_is_void():
    sitting = at_a_shoe().is_sealed()
    sitting.supervisor.voids()
    assert holds(sitting.receipt())["sealed"]["order"] and sitting.round.sealed is None


@pytest.mark.parametrize(
    ("shoe", "terms", "says"),
    [
        (CutCard(behind=5), {}, "6 to 415"),
        (CutCard(behind=405, burn=BY_FIRST_CARD), {}, "6 to 404"),
        (CutCard(behind=14, burn="two"), {}, "shoe burn 'two'"),
        (CutCard(behind=14, rounds=-1), {}, "shoe rounds -1"),
        (USUAL, {"game": "supreme-99"}, "supreme-99 is shuffled for every round"),
        (USUAL, {"shuffled": "continuously"}, "cards that are shuffled continuously have none"),
    ],
)
def test_what_a_shoe_may_be(shoe, terms, says):
    wrong = faults(filled(Terms(**({"game": GAME} | terms), shoe=shoe)), NOON.date())
    assert any(says in fault for fault in wrong), wrong


@pytest.mark.parametrize("slug", SHOES)
def test_a_game_that_says_so_is_dealt_from_a_shoe(slug):
    sitting = at_a_shoe(CutCard(behind=least_behind(GAMES[slug]) + 26), game=slug)
    pages = [holds(play(sitting, cuts=[(2, "x")] if nth == 0 else ())) for nth in range(4)]
    assert len({page["commitment"] for page in pages}) == 1
    assert not GAMES[slug].number_by, "no rotation is sealed with a shoe"


def test_a_table_without_a_shoe_has_the_terms_and_the_seal_that_it_had():
    sitting = Sitting(GAME, seats=(2,)).is_sealed()
    assert "shoe" not in write(sitting.events[0][0])[0]["terms"]
    assert write(sitting.round.sealed)[0]["is"] == "Shuffled"
    sitting.bets().dealer.closes_betting()
    assert write(sitting.last[0])[0] == {"is": "BettingClosed"}


# ---- every round is proved when it is over ---------------------------------------------------------


def quickly(rounds, seed, each=lambda page: None):
    """Rounds of one seat, with nothing checked but what `each` looks at."""
    sitting = at_a_shoe(seats=(2,), chips=5_000_00)
    sitting.chance.seed(seed)
    sitting.check = lambda: None
    pages = 0
    while pages < rounds:
        if sitting.round.sealed is None:  # records of the shoes before are asked for no more
            sitting.events, sitting.first_round = [], sitting.round.number
        if sitting.chips(2) < 50_00:
            sitting.sells_chips(2, 5_000_00)
        sitting.is_sealed()
        if sitting.round.shoe is None:
            sitting.player(2).cuts(f"cut {pages}")
        each(play(sitting))
        pages += 1


def opened_alone(page):
    """All that `check-deal` says of the deal, and what a second reader finds."""
    second_opinion(holds(page))
    opened_alone.rounds += 1


def test_a_whole_shoe_is_proved_round_by_round():
    sitting = at_a_shoe()
    pages = [holds(play(sitting, cuts=[(2, "mine")]))]
    while not pages[-1]["sealed"]:
        pages.append(holds(play(sitting)))
        second_opinion(pages[-1])
    assert check_together(pages)[1] == []
    dealt = sum((parse(page["order"]) for page in pages), ())
    whole = parse(pages[-1]["sealed"]["order"])
    assert not Counter(dealt) - Counter(whole) and len(whole) == 416
    for page in pages[3:9]:
        assert check_together([*pages[:2], page])[1], "a round is left out"


@pytest.mark.soak
def test_ten_thousand_rounds_are_opened_card_by_card_and_checked():
    opened_alone.rounds = 0
    quickly(10_000, seed=5, each=opened_alone)
    assert opened_alone.rounds == 10_000


# ---- a house that cheats ---------------------------------------------------------------------------


def with_cards(sitting, changes):
    """The house has other cards in the shoe than it sealed: by the place at which they are dealt. It shows the
    commitment that it published."""
    shoe = sitting.round.shoe
    order = list(shoe.sealed.order)
    for place, card in changes.items():
        order[shoe.places[place]] = parse(card)[0]
    other = replace(shoe, sealed=replace(shoe.sealed, order=tuple(order)))
    for name in ("table", "from_the_book"):
        table = getattr(sitting, name)
        now, before = (replace(rnd, shoe=other, sealed=other.sealed) for rnd in (table.round, table.previous))
        setattr(sitting, name, replace(table, round=now, previous=before))
    sitting.check = lambda: None


def with_true_paths(page, shoe):
    """The same receipt, but each card beside the salt and the path of the one that was sealed there."""
    page = deepcopy(page)
    for opened in (*page["shoe"]["opened"], page["shoe"]["burn"]):
        true = opened_card(shoe.sealed.order, shoe.sealed.nonce, opened["place"])
        opened |= {"salt": true.salt, "path": list(true.path)}
    page["shoe"]["root"] = root_of(shoe.sealed.order, shoe.sealed.nonce)
    return page


@pytest.mark.deeper
@pytest.mark.parametrize("at", more([200], range(21, 390, 9)))  # the first round and the burnt cards are gone by then
def test_a_card_that_is_changed_before_it_is_dealt_is_found_by_the_first_round_that_deals_it(at):
    sitting = at_a_shoe()
    play(sitting, cuts=[(2, "mine")])
    sealed = sitting.round.shoe
    changed = "9h" if sealed.order[at] != parse("9h")[0] else "2c"
    with_cards(sitting, {at: changed})
    while True:
        page = play(sitting)
        shoe, honest = page["shoe"], with_true_paths(page, sealed)
        if shoe["began"] <= at < shoe["gone"]:
            break
        assert check(honest)[1] == [], "nothing that was dealt is another card yet"
    wrong = check(honest)[1]
    assert wrong == ["every card that was dealt is the one that was sealed in its place"]
    assert "the commitment is the hash of the shoe's tree and terms" in check(page)[1], "nor can it show another tree"


def sealed_by_cheat(sitting, changes):
    """A shoe that was no whole pack when it was sealed: no engine of ours does it, a house of its own could."""
    shuffle = equipped(do.Shuffle(), sitting.table, sitting.chance)
    order = list(shuffle.order)
    for place, card in changes.items():
        order[place] = parse(card)[0]
    commitment = commitment_to(tuple(order), shuffle.nonce, shuffle.terms)
    event = was.ShoeShuffled(order=tuple(order), nonce=shuffle.nonce, terms=shuffle.terms, commitment=commitment)
    sitting.events.append((event, sitting.at))
    for name in ("table", "from_the_book"):
        table = getattr(sitting, name)
        setattr(sitting, name, replace(table, round=replace(table.round, sealed=event)))
    sitting.check = lambda: None


def test_a_shoe_that_was_no_whole_pack_is_found_when_it_is_over_and_before_by_several_receipts():
    sitting = at_a_shoe()
    sealed_by_cheat(sitting, dict.fromkeys(range(100, 110), "9h"))
    pages = [play(sitting)]
    while not pages[-1]["sealed"]:
        assert check(pages[-1])[1] == []
        pages.append(play(sitting))
    assert check(pages[-1])[1] == ["the shoe held a whole pack: a shoe of 8 decks"]
    dealt, first = Counter(), None
    for nth, page in enumerate(pages):
        dealt.update(parse(page["order"]))
        if first is None and dealt[parse("9h")[0]] > 8:
            first = nth
    assert first is not None and first < len(pages) - 1
    assert check_together(pages[: first + 1])[1] == ["no card was dealt more often than the pack has it"]
    assert check_together(pages[:first])[1] == []


def test_no_engine_seals_a_shoe_that_is_no_whole_pack():
    sitting = at_a_shoe()
    shuffle = equipped(do.Shuffle(), sitting.table, sitting.chance)
    sitting.dealing.gives(replace(shuffle, order=(*shuffle.order[:-1], shuffle.order[0])))
    assert isinstance(sitting.last[-1], was.RoundVoided)


def test_a_card_that_is_passed_over_is_found():
    """Of two rounds that follow each other; and within one, where the next card was bad for the house."""
    sitting = at_a_shoe()
    play(sitting)
    with_cards(sitting, {})
    for name in ("table", "from_the_book"):
        table = getattr(sitting, name)
        setattr(sitting, name, replace(table, round=replace(table.round, top=table.round.top + 1)))
    before, after = sitting.receipt(), play(sitting)
    assert check_together([before, after])[1] == ["every round began where the one before it ended"]
    longer = deepcopy(before)
    shoe = sitting.table.previous.shoe
    [more_than_dealt] = shoe.opened(before["shoe"]["gone"], before["shoe"]["gone"] + 1)
    written = {**more_than_dealt._asdict(), "card": show([more_than_dealt.card]), "path": list(more_than_dealt.path)}
    longer["shoe"]["opened"].append(written)
    longer["shoe"]["gone"] += 1
    longer["order"] += " " + written["card"]
    assert check(longer)[1] == ["no card of the shoe was passed over"]


SPOILT = {
    "another commitment": lambda page: page.update(commitment="0" * 64),
    "another root": lambda page: page["shoe"].update(root="0" * 64),
    "other terms": lambda page: page["terms"].update(shoe={"behind": 200, "burn": BY_FIRST_CARD, "rounds": 0}),
    "no terms of a shoe": lambda page: page["terms"].pop("shoe"),
    "fewer cards": lambda page: page["shoe"].update(cards=415),
    "another beginning": lambda page: page["shoe"].update(began=page["shoe"]["began"] + 1),
    "another card": lambda page: page["shoe"]["opened"][0].update(card="2c"),
    "another place": lambda page: page["shoe"]["opened"][1].update(place=3),
    "no card": lambda page: page["shoe"]["opened"].pop(),
    "another order": lambda page: page.update(order=" ".join(reversed(page["order"].split()))),
    "another burn": lambda page: page["shoe"].update(burnt=page["shoe"]["burnt"] + 1),
    "another burnt card": lambda page: page["shoe"]["burn"].update(card="Ah", place=9),
    "another shoe": lambda page: page["shoe"].update(since=2),
    "a shoe of a later round": lambda page: page["shoe"].update(since=9),
    "a shoe of no round": lambda page: page["shoe"].update(since=0),
    "another cut card": lambda page: page["shoe"].update(behind=15),
    "no shoe": lambda page: page.pop("shoe"),
    "a number that is none": lambda page: page["shoe"].update(cards=416.0),
    "a number without an end": lambda page: page["shoe"].update(began=float("inf")),
    "a card in other letters": lambda page: page["shoe"]["opened"][0].update(
        card=page["shoe"]["opened"][0]["card"].swapcase()
    ),
    "nobody who bet": lambda page: page.update(spots={}),
    "no record of the seal": lambda page: page["records"].pop("sealed"),
    "a cut that nobody made": lambda page: page["cuts"].append({"seat": 4, "cut": "8"}),
}


@pytest.mark.parametrize("spoilt", SPOILT)
def test_a_receipt_of_a_shoe_that_was_changed_does_not_pass(spoilt):
    sitting = at_a_shoe()
    play(sitting, cuts=[(2, "mine")])
    page = holds(play(sitting))
    SPOILT[spoilt](page)
    wrong = ["this is not a round's receipt"]
    with suppress(ValueError):
        wrong = check(page)[1]
    assert wrong


def test_a_shoe_is_not_dealt_on_after_its_cut_card_or_its_last_round():
    """Also where the house seals terms and cards as it should, and only goes on for longer."""
    for terms, says in (({"behind": 410}, "cut card"), ({"rounds": 1}, "rounds")):
        sitting = at_a_shoe()
        play(sitting)
        page = holds(play(sitting))
        page["terms"]["shoe"].update(terms)
        page["shoe"].update({name: value for name, value in terms.items() if name == "behind"})
        assert "the shoe was not to be shuffled before the round" in check(page)[1], says


CONTRADICTIONS = {
    "another cut": (lambda page: page["cuts"][0].update(cut="other"), "all tell the same of the shoe"),
    "another table": (lambda page: page.update(table="T9"), "all tell the same of the shoe"),
    "another burn": (lambda page: page["shoe"].update(burnt=3), "all tell the same of the shoe"),
    "another seal": (lambda page: page["records"]["sealed"].update(hash="0" * 64), "every record that several name"),
    "records of before": (
        lambda page: page["records"].update({"first bet": {**page["records"]["first bet"], "record": 1}}),
        "the records of every round",
    ),
    "a place again": (
        lambda page: page["shoe"]["opened"][0].update(place=page["first"]),
        "no place of the shoe was dealt from twice",
    ),
}


@pytest.mark.parametrize("contradiction", CONTRADICTIONS)
def test_receipts_of_one_shoe_do_not_contradict_each_other(contradiction):
    spoil, says = CONTRADICTIONS[contradiction]
    sitting = at_a_shoe()
    pages = [play(sitting, cuts=[(2, "mine")]), play(sitting), play(sitting)]
    assert check_together(pages)[1] == []
    last = deepcopy(pages[-1]) | {"first": pages[0]["shoe"]["opened"][0]["place"]}
    spoil(last)
    assert any(what.startswith(says) for what in check_together([*pages[:2], last])[1])


def test_cards_are_not_burnt_by_a_void_round():
    """Neither after its deal, nor in one of which no card was dealt."""
    sitting = at_a_shoe()
    play(sitting)
    sitting.is_sealed()
    sitting.bets()
    sitting.dealer.closes_betting()
    sitting.dealer.deals()
    sitting.supervisor.voids("a card fell")
    page = holds(sitting.receipt())
    shoe = sitting.table.previous.shoe
    gone = page["shoe"]["gone"]
    more = shoe.opened(gone, gone + 2)
    page["shoe"]["opened"] += [{**c._asdict(), "card": show([c.card]), "path": list(c.path)} for c in more]
    page["shoe"]["gone"] += 2
    page["order"] = " ".join([*page["order"].split(), *(show([card.card]) for card in more)])
    assert check(page)[1] == ["no card of the shoe was passed over"]
    page |= {"places": [], "packets": {}}
    assert "no card left the shoe that was not dealt" in check(page)[1]


# ---- nobody learns what is left ----------------------------------------------------------------------


def twins(sitting, chance):
    """The same table twice: what is left in the shoe of the second is another order of it."""
    other = sitting.copy()
    other.check = sitting.check = lambda: None
    other.table = other.from_the_book = with_another_rest(sitting.table, chance)
    return sitting, other


def seen_alike(one, other, actor):
    told = []
    for sitting in (one, other):
        seen = view(sitting.table, actor)
        for part in filter(None, (seen["current"], seen["previous"])):
            without_hashes(part)
        told.append(canonical(seen))
    return told[0] == told[1]


def refusals(sitting):
    """What everybody is told who asks for something that he may not do now, or that leads nowhere."""
    everybody = [*STAFF, AUTOMATIC_DEALER, player_at(2), Actor(Role.PLAYER, "Pat")]
    asked = [do.Shuffle(), do.CloseBetting(), do.DealCards(), do.DrawCard(), do.TurnOver(), do.Peek(), do.EndGame()]
    asked += [do.CutCards(seat=2, cut="x"), do.Choose(seat=2, word="hit"), do.ReconcileSeat(seat=2)]
    asked += [do.ProposeCards(packets={"player": "As Ad"}, note="misread"), do.PlaceWager(seat=2, wager="Tie", cents=1)]
    answers = []
    for actor in everybody:
        for command in asked:
            answer = sitting.copy().answer(actor, command)
            told = answer if isinstance(answer, Refusal) else [write(event)[0] for event in answer]
            answers.append(canonical(told) if isinstance(told, list) else (told.reason, told.says))
    return answers


@pytest.mark.deeper
@pytest.mark.parametrize("seed", range(more(2, 30)))
def test_two_tables_that_differ_in_the_rest_of_the_shoe_look_alike_until_it_is_dealt(seed):
    """To everybody, at every step: in views, in what is refused, in the receipts of rounds that are over, and in the
    records that the table writes."""
    chance = Random(seed)
    sitting = at_a_shoe()
    sitting.chance.seed(seed)
    for _ in range(chance.randint(1, 6)):
        play(sitting)
    one, other = twins(sitting, chance)
    assert one.round.shoe.order != other.round.shoe.order
    receipts = [without_hashes(each.receipt()) for each in (one, other)]
    for page in receipts:
        del page["records"]
    assert receipts[0] == receipts[1]
    steps = [lambda each: each.bets(), lambda each: each.dealer.closes_betting()]
    for nth in range(len(steps) + 1):
        assert all(seen_alike(one, other, actor) for actor in viewers(one.table))
        assert refusals(one) == refusals(other)
        check_that_views_leak_nothing(one.table, chance)
        if nth < len(steps):
            for each in (one, other):
                steps[nth](each)
    written = [[write(event)[0] for event, _ in each.events[len(sitting.events) :]] for each in (one, other)]
    assert written[0] == written[1]
    for each in (one, other):
        each.dealer.deals()
    top = one.round.top
    assert one.round.order[top - 4 : top] != other.round.order[top - 4 : top] or seed


def test_what_is_not_dealt_stands_in_no_view_and_no_receipt():
    """Of a shoe in which every card that is left is a two: not one is seen in what anybody is told."""
    sitting = at_a_shoe(seats=(2,))
    play(sitting)
    with_cards(sitting, dict.fromkeys(range(sitting.round.top, 416), "2c"))
    told = canonical([view(sitting.table, actor) for actor in viewers(sitting.table)]) + canonical(sitting.receipt())
    open_cards = sitting.table.previous.order[: sitting.round.top]
    assert parse("2c")[0] in open_cards or '"2c"' not in told
    assert sitting.round.shoe.sealed.nonce not in told
    assert show(sitting.round.shoe.sealed.order) not in told


def test_what_the_book_says_of_a_shoe_is_its_commitment_alone():
    sitting = at_a_shoe().is_sealed()
    event = sitting.last[-1]
    written, secrets = write(event)
    assert written.keys() == {"is", "commitment", "seal"}
    assert read(written, secrets) == event
