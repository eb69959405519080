"""Variants of games: a few lines in a file beside the game, counted exactly, and each of its figures reached by other
means too."""

import inspect
from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations
from pathlib import Path
from random import Random

import pytest
from phevaluator import evaluate_cards

import houseway
from houseway.analysis.exact.facts import method_for
from houseway.analysis.exact.figures import main_figures
from houseway.analysis.exact.question import question
from houseway.analysis.figures import percent
from houseway.cards import JOKER, parse, rank_of, show, suit_of
from houseway.conformance import checked
from houseway.games import FILES as FILES_OF_GAMES
from houseway.games import GAMES, HASHES, OWN, UNUSABLE, add, add_folder, edition_of
from houseway.games.own import load_game
from houseway.games.variant import variant_of
from houseway.money import Cents
from houseway.role import Seat
from houseway.table.commands import Stage
from houseway.table.receipt import receipt
from houseway.table.terms import Terms
from houseway.work.ends import ends_key
from tests.command_line import is_refused, run, run_json
from tests.oracle import match_em, supreme_99
from tests.oracle import san_lo as san_lo_lists

FOLDER = Path(__file__).parents[2] / "docs/variants"
FILES = sorted(FOLDER.glob("*.py"))
FEW = parse("As Ad Kc 9h 9s 8d 4c 4h 2s")


@pytest.fixture(autouse=True)
def _nothing_is_left(monkeypatch):
    monkeypatch.setattr("houseway.trial.dealing.RARE_DEALS", 200)
    monkeypatch.setenv("HOUSEWAY_GAMES", "")
    registries = [GAMES, FILES_OF_GAMES, HASHES, OWN, UNUSABLE]
    before = [dict(registry) for registry in registries]
    yield
    for registry, was in zip(registries, before, strict=True):
        registry.clear()
        registry.update(was)


def variant(name):
    return load_game(FOLDER / f"{name}.py")


def edge_of_few(game, cards):
    """By the method that counts the game, of a few cards."""
    asked = question(game, cards=cards)
    return main_figures(asked, solve=lambda asked: method_for(asked)(asked).ends).house_edge


# ---- what it is ------------------------------------------------------------------------------------


QUICK = ("copies_push",)


@pytest.mark.parametrize(
    "file", [pytest.param(file, marks=() if file.stem in QUICK else pytest.mark.soak, id=file.stem) for file in FILES]
)
def test_every_variant_of_the_docs_is_a_game_that_nobody_approved_and_holds_together(file):
    game, faults = checked(file)
    assert faults == []
    assert game.origin and game.origin.says in game.title
    assert "unapproved" in game.label
    assert not any(table.approved for table in game.paytables.values())


def test_the_game_itself_is_left_as_it_is():
    before = (GAMES["three-card-poker"].wager("Ante"), GAMES["supreme-99"].paytables)
    game = variant("king_high")
    assert game.wager("Ante").settle is not before[0].settle
    assert (GAMES["three-card-poker"].wager("Ante"), GAMES["supreme-99"].paytables) == before
    assert GAMES["supreme-99"].paytable("S99").approved


def test_what_a_variant_leaves_as_it_is_was_counted_with_the_game():
    asked = [question(game, wagers=("Pair Plus",)) for game in (GAMES["three-card-poker"], variant("king_high"))]
    plain = [question(game) for game in (GAMES["san-lo"], variant("hat_trick_half"))]
    assert ends_key(asked[0]) != ends_key(asked[1])
    assert ends_key(plain[0]) == ends_key(plain[1])


def test_a_clause_that_reads_otherwise_now_stands_in_its_letter():
    shown = run_json("show", "three-card-poker"), run_json("--games", str(FOLDER), "show", "king-high")
    assert ["a king or better" in each["clauses"]["TCP 4"] for each in shown] == [False, True]
    assert shown[0]["clauses"]["TCP 5"] == shown[1]["clauses"]["TCP 5"]
    assert "a king or better" in run("--games", str(FOLDER), "show", "king-high").stdout


def test_a_variant_is_bound_by_the_hash_of_its_file_and_of_the_file_of_its_game(tmp_path):
    assert run("new", "red-dog", "--to", str(tmp_path)).returncode == 0
    text = 'from houseway import variant_of\nGAME = variant_of("red-dog", __file__, says="as it is")\n'
    (tmp_path / "a_dog.py").write_text(text)
    first = edition_of(load_game(tmp_path / "a_dog.py"), tmp_path / "a_dog.py")
    game = tmp_path / "red_dog.py"
    game.write_text(game.read_text() + "# other\n")
    assert edition_of(load_game(tmp_path / "a_dog.py"), tmp_path / "a_dog.py") != first
    (tmp_path / "a_dog.py").write_text(text + "# other\n")
    assert edition_of(load_game(tmp_path / "a_dog.py"), tmp_path / "a_dog.py") != first
    add_folder(tmp_path)
    assert not UNUSABLE and GAMES["a-dog"].origin.game == "red-dog"


def test_a_variant_is_dealt_at_a_table_by_its_own_rules():
    """The dealer's queen does not play."""
    game = variant("king_high")
    add(game, FOLDER / "king_high.py")
    table = houseway.LiveTable.open(Terms(game="king-high"), seed=5)
    seat = Seat(1)
    table.sit("somebody", seat=seat, cents=Cents(1_000_000))
    met = Counter()
    for _ in range(60):
        table.bet(seat, "Ante", table.state.open_terms.limits(game.wager("Ante"))[0])
        table.deal()
        number = table.state.round.number
        while table.state.round.number == number:
            if table.state.stage is Stage.CHOOSING:
                table.choose(seat, table.options(seat)[-1])
            else:
                table.step()
        paper = receipt(table.state, table.state.previous)
        dealers = parse(paper["packets"]["0"])
        if 12 * 225 <= _three(dealers) < 13 * 225:
            met[next(each["line"] for each in paper["spots"]["1"]["results"] if each["wager"] == "Play")] += 1
    assert met.keys() == {"dealer does not play"} and met.total() > 3


# ---- what it comes to, by other means --------------------------------------------------------------


def test_copies_that_push_are_those_of_every_deal_of_a_few_cards():
    def push(mine, his):
        won = (mine[0] > his[0]) + (mine[1] > his[1])
        lost = (mine[0] < his[0]) + (mine[1] < his[1])
        return (won > lost) - (lost > won)

    assert edge_of_few(variant("copies_push"), FEW) == supreme_99.edges(FEW, push)[0]
    assert edge_of_few(GAMES["supreme-99"], FEW) == supreme_99.edges(FEW)[0] != supreme_99.edges(FEW, push)[0]


def test_ties_to_the_player_are_those_of_every_deal_of_a_few_cards():
    def his_copies(mine, his):
        return (mine[0] >= his[0]) + (mine[1] >= his[1]) - 1

    assert edge_of_few(variant("ties_to_the_player"), FEW) == supreme_99.edges(FEW, his_copies)[0]


def test_ties_to_the_house_are_those_of_every_deal_of_a_few_cards():
    def wins(mine, word, dealers):
        if word == "HI":
            return sum(map(match_em.hi_points, mine)) > dealers[0]
        return sum(map(match_em.lo_points, mine)) < dealers[1]

    few = parse("As Ad Kc 9h 9s 8d 4c 4h 2s Js 7c")
    assert edge_of_few(variant("ties_to_the_house"), few) == match_em.edge(few, wins) != match_em.edge(few)


def test_a_joker_that_is_an_ace_ranks_every_hand_of_three_two_and_one_as_an_ace_of_no_suit():
    strength = variant("joker_is_an_ace").wagers[0].mine.worth

    def place(cards):
        naturals = [card for card in cards if card != JOKER]
        suits = [suit_of(card) for card in naturals] + [None] * (len(cards) - len(naturals))
        ranks = [rank_of(card) for card in naturals] + [14] * (len(cards) - len(naturals))
        return san_lo_lists.PLACE[len(cards)][san_lo_lists._natural(ranks, suits)]

    random = Random(1)
    for size in (3, 2, 1):
        hands = [(*cards, JOKER) for cards in combinations(range(52), size - 1)]
        hands += [tuple(random.sample(range(52), size)) for _ in range(500)]
        worths = {(place(hand), strength(hand)[0]) for hand in hands}
        by_place = sorted(worths)
        assert len({where for where, _ in worths}) == len(worths), "one strength a place"
        assert [worth for _, worth in by_place] == sorted((worth for _, worth in by_place), reverse=True)


def test_a_joker_that_is_an_ace_makes_the_line_of_the_best_five_cards():
    wager = variant("joker_is_an_ace").wager("Fortune Bonus")
    random, met = Random(2), Counter()
    for _ in range(1_500):
        cards = (JOKER, *random.sample(range(52), 5))
        line = wager.line((wager.hand.worth(cards),), ())
        assert line == _best_line(cards), show(cards)
        met[line] += 1
    assert len(met) >= 6
    [figures] = houseway.analyze(variant("joker_is_an_ace"), wager="Fortune Bonus", paytable="FSLP-01")
    counted = {line.name: line.combinations for line in figures.lines}
    assert (counted["Five Aces"], counted["Royal Flush"]) == (48, 4 * 48), "one card beside them, perhaps the joker"


def _best_line(cards):
    """All fives, the joker standing for an ace of a fifth suit; a hand of it and four aces is five aces."""
    lines = ["lose", *reversed(_LINES)]
    return max((_line(five) for five in combinations(cards, 5)), key=lines.index)


_LINES = (
    *("Five Aces", "Royal Flush", "Straight Flush", "Four of a Kind", "Full House"),
    *("Flush", "Straight", "Three of a Kind", "Two Pair"),
)


def _line(five):
    ranks = sorted(14 if card == JOKER else rank_of(card) for card in five)
    flush = JOKER not in five and len({suit_of(card) for card in five}) == 1
    run = len(set(ranks)) == 5 and (ranks[4] - ranks[0] == 4 or ranks == [2, 3, 4, 5, 14])
    alike = sorted(Counter(ranks).values(), reverse=True)
    if flush and run:
        return "Royal Flush" if ranks[0] == 10 else "Straight Flush"
    kinds = {(5,): "Five Aces", (4, 1): "Four of a Kind", (3, 2): "Full House"}
    late = {(3, 1, 1): "Three of a Kind", (2, 2, 1): "Two Pair"}
    plain = late.get(tuple(alike), "lose")
    return kinds.get(tuple(alike)) or ("Flush" if flush else "Straight" if run else plain)


@pytest.mark.soak
def test_another_qualifier_is_that_of_every_deal_of_the_whole_pack():
    """A hand of every suit pattern against all 18,424 hands of the dealer."""
    np = pytest.importorskip("numpy")
    hands = np.array(list(combinations(range(52), 3)))
    strengths = np.array([_three(tuple(hand)) for hand in hands])
    king_high = 13 * 225
    won = weight = 0
    for mine, ways in _patterns().items():
        against = strengths[~np.isin(hands, mine).any(axis=1)]
        plays = against >= king_high
        worth = _three(mine)
        beaten, lost = int((plays & (against < worth)).sum()), int((plays & (against > worth)).sum())
        played = int((~plays).sum()) + 2 * beaten - 2 * lost
        bonus = {5: 5, 4: 4, 3: 1}.get(worth // 15**4, 0) * len(against)
        won += ways * (max(played, -len(against)) + bonus)
        weight += ways * len(against)
    game = variant("king_high")
    assert houseway.analyze(game, wager="Ante")[0].house_edge == Fraction(-won, weight)


def test_another_qualifier_is_that_of_every_deal_of_a_few_cards():
    few, won, deals = parse("As Ad Kc Qh Js 9h 8d 4c 3h 2s"), 0, 0
    for mine in combinations(few, 3):
        dealers = list(combinations([card for card in few if card not in mine], 3))
        worth, played = _three(mine), 0
        for his in map(_three, dealers):
            played += 1 if his < 13 * 225 else 2 * ((worth > his) - (worth < his))
        won += max(played, -len(dealers)) + {5: 5, 4: 4, 3: 1}.get(worth // 15**4, 0) * len(dealers)
        deals += len(dealers)
    assert edge_of_few(variant("king_high"), few) == Fraction(-won, deals)


def _patterns():
    """Hands whose suits are named in the order in which they come, and how many hands each stands for."""
    counts = Counter()
    for hand in combinations(range(52), 3):
        names = {}
        ordered = sorted(hand, key=rank_of)
        counts[tuple((rank_of(card), names.setdefault(suit_of(card), len(names))) for card in ordered)] += 1
    merged = {}
    cards = {(rank_of(card), suit_of(card)): card for card in range(52)}
    for pattern, ways in counts.items():
        merged[tuple(cards[each] for each in pattern)] = ways
    return merged


def _three(hand):
    """The kind, then its ranks, as one number: high card, pair, flush, straight, three of a kind, straight flush."""
    ranks = sorted(map(rank_of, hand), reverse=True)
    flush = len({suit_of(card) for card in hand}) == 1
    run = ranks == [14, 3, 2] or (len(set(ranks)) == 3 and ranks[0] - ranks[2] == 2)
    if run:
        return (5 if flush else 3) * 15**4 + (3 if ranks == [14, 3, 2] else ranks[0]) * 225
    if len(set(ranks)) == 1:
        return 4 * 15**4 + ranks[0] * 225
    kind = 2 if flush else 1 if len(set(ranks)) == 2 else 0
    ranks.sort(key=lambda rank: (ranks.count(rank), rank), reverse=True) if kind == 1 else None
    ordered = sorted(ranks, key=lambda rank: (ranks.count(rank), rank), reverse=True)
    return kind * 15**4 + ordered[0] * 225 + ordered[1] * 15 + ordered[2]


def test_another_qualifier_of_five_cards_is_that_of_every_deal_of_a_few_cards():
    few = parse("As Qd Kc Qh Js 8d 4c 4h 2s 3d 7h")
    game = variant("ace_queen")
    asked = question(game, cards=few)
    assert edge_of_few(game, few) == _caribbean(few, asked.pays["Raise"], parse("As Qd 4c 3h 2s"))


def _caribbean(few, pays, least):
    """Every deal, ranked by phevaluator: less is better."""
    rank = {hand: evaluate_cards(*show(hand).split()) for hand in map(tuple, combinations(few, 5))}
    qualifies = evaluate_cards(*show(least).split())
    won = deals = 0
    for mine in combinations(few, 5):
        others = [card for card in few if card not in mine]
        for shown in others:
            raised = number = 0
            for rest in combinations([card for card in others if card != shown], 4):
                his = rank[tuple(sorted((shown, *rest), key=few.index))]
                number += 1
                if his > qualifies:
                    raised += 1
                elif rank[mine] < his:
                    raised += 1 + 2 * int(pays.net(_kind(rank[mine])))
                elif rank[mine] > his:
                    raised -= 3
            won += max(raised, -number)
            deals += number
    return Fraction(-won, deals)


def _kind(rank):
    """The lines of the raise by phevaluator's ranks, of which 1 is a royal flush."""
    limits = {1: "royal flush", 10: "straight flush", 166: "four of a kind", 322: "full house", 1599: "flush"}
    limits |= {1609: "straight", 2467: "three of a kind", 3325: "two pair"}
    return next((name for limit, name in limits.items() if rank <= limit), "pair or less")


def test_commissions_and_odds_are_those_of_every_order_of_a_few_cards():
    few = parse("9s 8d 7c 6h 5s 4d Kc Ah")
    paid = Counter()
    for cards in permutations(few, 6):
        paid[_baccarat(cards)] += 1
    for name, pays in {"four_per_cent": Fraction(96, 100), "nineteen_to_twenty": Fraction(19, 20)}.items():
        game = variant(name)
        asked = question(game, wagers=("Banker",), cards=few)
        ends = method_for(asked)(asked).ends
        won = sum(
            weight * asked.pays["Banker"].net(line.line)
            for end, weight in ends.weights.items()
            for line in end.lines
            if line.wager == "Banker"
        )
        assert Fraction(won, ends.total) == Fraction(paid["banker"] * pays - paid["player"], paid.total())


def _baccarat(cards):
    """Who wins with these cards in their order: the Player's first two, the Banker's, and thirds."""
    points = [rank if (rank := rank_of(card)) < 10 else 1 if rank == 14 else 0 for card in cards]
    player, banker, more = points[:2], points[2:4], points[4:]
    if max(sum(player) % 10, sum(banker) % 10) < 8:
        third = None
        if sum(player) % 10 <= 5:
            third = more.pop(0)
            player.append(third)
        mine = sum(banker) % 10
        if third is None:
            draws = mine <= 5
        else:
            draws = mine <= 2 or third in {3: {0, 1, 2, 3, 4, 5, 6, 7, 9}, 4: {2, 3, 4, 5, 6, 7}, 5: {4, 5, 6, 7}}.get(
                mine, {6, 7} if mine == 6 else set()
            )
        if draws:
            banker.append(more.pop(0))
    one, other = sum(player) % 10, sum(banker) % 10
    return "player" if one > other else "banker" if other > one else "tie"


@pytest.mark.soak
def test_a_commission_of_four_per_cent_has_the_edge_that_is_published():
    """0.60 % with eight decks, in wizardofodds.com/games/baccarat/."""
    _, four, nineteen = houseway.compare(
        "baccarat", [FOLDER / "four_per_cent.py", FOLDER / "nineteen_to_twenty.py"], wager="Banker", decks=8
    )
    assert percent(four.figures[0].house_edge, 2) == "0.60%"
    assert nineteen.differs[0].house_edge == 0, "five per cent of what is won is what 19 to 20 leaves"


@pytest.mark.soak
def test_the_cap_of_hat_trick_is_what_both_come_to_by_the_solver_of_split_games():
    half, whole = Fraction(1, 2), Fraction(1)
    rows = houseway.compare("san-lo", [FOLDER / "hat_trick_half.py"], wager="Hat Trick")
    solution = houseway.solve("san-lo")
    assert [row.figures[-1].house_edge for row in rows] == [solution.both(each).house_edge for each in (whole, half)]
    assert [row.figures[-1].variance for row in rows] == [solution.both(each).variance for each in (whole, half)]


@pytest.mark.soak
def test_doubling_on_ten_and_eleven_only_costs_what_is_published():
    """0.18 %, in wizardofodds.com/games/blackjack/rule-variations/."""
    _, reno = houseway.compare("blackjack", [FOLDER / "doubles_on_10_and_11.py"], wager="Bet", decks=8)
    assert abs(reno.differs[0].house_edge - Fraction(18, 10_000)) < Fraction(2, 10_000)


def test_doubling_is_offered_on_ten_and_eleven_only():
    options = inspect.unwrap(variant("doubles_on_10_and_11").choices[1].options)
    from tests.games.clauses import seen_so

    game = variant("doubles_on_10_and_11")
    words = [[o.word for o in options(seen_so(game, seat=seat, dealer="7h"))] for seat in ("6s 5c", "6s 3c")]
    assert ["double" in each for each in words] == [True, False]


def test_a_cap_holds_at_the_table():
    game = variant("hat_trick_half")
    add(game, FOLDER / "hat_trick_half.py")
    table = houseway.LiveTable.open(Terms(game="hat-trick-half"), seed=1)
    table.sit("somebody", seat=Seat(1), cents=Cents(1_000_000))
    table.bet(Seat(1), "Main Bet", Cents(2_000))
    with pytest.raises(ValueError, match=r"\$15 on Hat Trick: 1/2 of the Main Bet is \$10"):
        table.bet(Seat(1), "Hat Trick", Cents(1_500))
    table.bet(Seat(1), "Hat Trick", Cents(1_000))


# ---- by command ------------------------------------------------------------------------------------


def test_compare_puts_the_game_first_and_says_how_far_the_others_are():
    asked = ("compare", "match-em", str(FOLDER / "ties_to_the_house.py"), "--wager", "Ante")
    rows = run_json(*asked)
    assert [row["variant"]["rules"] for row in rows] == ["as written", "the house wins ties"]
    assert [row["game"] for row in rows] == ["match-em", "ties-to-the-house"]
    [[first], [other]] = (row["wagers"] for row in rows)
    assert (first["approved"], other["approved"]) == (True, False)
    for figure in ("house_edge", "hit_frequency"):
        assert Fraction(other["differs"][figure]) == Fraction(other[figure]) - Fraction(first[figure]) != 0
    said = run(*asked).stdout
    assert said.count("(unapproved)") == 1 and "the house wins" in said


def test_a_variant_is_varied_as_a_game_is():
    vary = [f"rules=own,{FOLDER}/ties_to_the_house.py", "decks=1,2"]
    rows = houseway.whatif("match-em", vary, wager="Ante")
    assert [row.variant.name for row in rows] == [
        *("as written, decks 1", "as written, decks 2"),
        *("the house wins ties, decks 1", "the house wins ties, decks 2"),
    ]
    assert len({row.figures[0].house_edge for row in rows}) == 4


REFUSED = {
    "a rule that the game does not have": (
        {"rules": {"qualifes": lambda his: True}},
        "'qualifes' is not a rule of three-card-poker: fold_or_play, glance, spoken, qualifies, ante",
    ),
    "a rule that is asked otherwise": (
        {"rules": {"qualifies": lambda mine, his: True}},
        "qualifies is asked as qualifies(his): another takes as many",
    ),
    "a wager that is not there": (
        {"pays": {"Banker": {"win": "1 to 1"}}},
        "'Banker' is neither a wager of three-card-poker with a paytable nor one: Ante, Play",
    ),
    "a pay that is none": ({"pays": {"Ante": {"win": "19 zu 20"}}}, "'19 zu 20' is not a pay: '5 to 1', '3 to 2'"),
    "a line that is not there and loses": (
        {"pays": {"Ante": {"loss": "lose"}}},
        "'loss' is not a line of Ante, and cannot lose: win, tie",
    ),
    "a clause that is not there": ({"clauses": {"TCP 99": "…"}}, "the clause 'TCP 99' is not in the letter"),
    "a cap that is no number": (
        {"at_most": {"Pair Plus": "half"}},
        "Pair Plus: 'half' is not how many times the Ante it may be: 2, '1/2'",
    ),
    "a cap of what has none": (
        {"at_most": {"Play": 2}},
        "'Play' is not placed beside others, and has no cap: Pair Plus",
    ),
    "nothing said": ({"says": " "}, "says: a variant tells in a few words what is other in it"),
}


@pytest.mark.parametrize(("given", "says"), REFUSED.values(), ids=REFUSED)
def test_what_a_variant_cannot_be_is_refused_in_one_line(given, says):
    with pytest.raises(ValueError, match=r"\w") as refused:
        variant_of("three-card-poker", "a-variant", **{"says": "something", **given})
    assert says in str(refused.value) and "\n" not in str(refused.value)


def test_a_file_of_a_variant_that_is_wrong_is_refused_by_the_line(tmp_path):
    file = tmp_path / "wrong.py"
    file.write_text('from houseway import variant_of\n\nGAME = variant_of("three-card-pokr", __file__, says="so")\n')
    is_refused(
        "wrong.py:3: 'three-card-pokr' is not a game that has variants", "compare", "three-card-poker", str(file)
    )
    other = "king-high has no Main Bet to be compared with that of san-lo: Ante, Play"
    is_refused(other, "compare", "san-lo", str(FOLDER / "king_high.py"))


def test_a_rule_that_raises_is_refused_before_it_is_counted(tmp_path):
    file = tmp_path / "odd.py"
    file.write_text(
        "from houseway import variant_of\n"
        'GAME = variant_of("three-card-poker", __file__, says="odd", rules={"qualifies": lambda his: 1 // 0})\n'
    )
    is_refused("odd.py:2: ZeroDivisionError", "compare", "three-card-poker", str(file))


def test_new_writes_a_variant_that_is_other_in_nothing_yet(tmp_path):
    assert run("new", "my-poker", "--of", "three-card-poker", "--to", str(tmp_path)).returncode == 0
    text = (tmp_path / "my_poker.py").read_text()
    assert "    qualifies(his)\n" in text
    game, faults = checked(tmp_path / "my_poker.py")
    assert faults == [] and game.slug == "my-poker"
    file = tmp_path / "my_poker.py"
    file.write_text(text.replace('# pays={"Ante": {"win": "1 to 1"}},', 'pays={"Ante": {"win": "6 to 5"}},'))
    pays = [table.lines["win"].amount for table in load_game(file).own_paytables(game.wager("Ante"))]
    assert pays == [Fraction(6, 5)]
