"""The judge against every deal of a few cards, one after the other."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations

from houseway.analysis.exact.ends import End, SettledLine
from houseway.analysis.exact.question import question
from houseway.analysis.exact.tree import Tree
from houseway.cards import card, rank_of
from houseway.games import GAMES
from houseway.ranking import three_card

TWO_RANKS = tuple(card(rank, suit) for rank in (12, 3) for suit in range(4))


def test_three_card_poker_is_what_all_pairs_of_hands_make_of_it():
    asked = question(GAMES["three-card-poker"], wagers=["Pair Plus"], cards=TWO_RANKS)
    chances: Counter[End] = Counter()
    for mine in combinations(TWO_RANKS, 3):
        played: Counter[End] = Counter()
        won = 0
        kind = three_card.KINDS[three_card.strength(mine)[0]]
        bonus = {"straight": 1, "three of a kind": 4, "straight flush": 5}.get(kind, 0)
        for his in combinations([c for c in TWO_RANKS if c not in mine], 3):
            my, other = three_card.strength(mine), three_card.strength(his)
            if other < (0, 12):
                ante, play, net = "win", "dealer does not play", 1
            else:
                ante = play = "win" if my > other else "tie" if my == other else "lose"
                net = {"win": 2, "tie": 0, "lose": -2}[ante]
            won += net + bonus
            lines = (("Ante", 1, ante), ("Ante Bonus", 1, kind), ("Pair Plus", 1, kind), ("Play", 1, play))
            played[End(("play",), tuple(SettledLine(*line) for line in lines))] += 1
        if won <= -10:  # to fold is the first option and loses one of each of the ten deals
            played = Counter(
                {End(("fold",), (SettledLine("Ante", 1, "folded"), SettledLine("Pair Plus", 1, kind))): 10}
            )
        chances += played
    ends = Tree(asked).ends
    assert ends.chances == {end: Fraction(times, chances.total()) for end, times in chances.items()}


def test_casino_war_is_what_all_orders_of_four_cards_make_of_it():
    """Surrender loses half. War can win one or lose two."""
    cards = tuple(card(rank, suit) for rank in (14, 9, 2) for suit in range(3))
    asked = question(GAMES["casino-war"], wagers=["Tie"], cards=cards)
    at_war: dict[int, list[int]] = {}
    chances: Counter[tuple[str, ...]] = Counter()
    for deal in permutations(cards, 4):
        mine, his, my_next, his_next = map(rank_of, deal)
        if mine != his:
            chances["win" if mine > his else "lose", ""] += 2
        else:
            at_war.setdefault(mine, []).append(my_next - his_next)
    for after in at_war.values():
        goes = sum(1 if difference >= 0 else -2 for difference in after) > Fraction(-1, 2) * len(after)
        for difference in after if goes else [None] * len(after):
            war = "win" if (difference or 0) > 0 else "lose" if (difference or 0) < 0 else "second tie"
            chances[("war", war) if goes else ("surrender", "")] += 2
    ends = Tree(asked).ends
    found: Counter[tuple[str, ...]] = Counter()
    for end, weight in ends.weights.items():
        lines = {line.wager: line.line for line in end.lines}
        assert (lines["Tie"] == "tie") == bool(end.said)
        found[end.said[0] if end.said else lines["Ante"], lines.get("War", "")] += weight
    whole = chances.total()
    assert {key: Fraction(times, ends.total) for key, times in found.items()} == {
        key: Fraction(times, whole) for key, times in chances.items()
    }


def test_casino_war_has_the_published_edge_for_every_number_of_decks():
    """[CATALOGUE]: without and with a bonus for a second tie."""
    published = {1: ("2.4154", "2.0648"), 2: ("2.7034", "2.2403"), 4: ("2.8351", "2.3096"), 6: ("2.8771", "2.3301")}
    published |= {8: ("2.8978", "2.3398")}
    edges = {}
    for decks in published:
        asked = [question(GAMES["casino-war"], decks=decks, paytables=names) for names in ((), ("War with a bonus",))]
        edges[decks] = tuple(-Tree(each).ends.mean(each.net) for each in asked)
    assert {n: tuple(f"{float(100 * each):.4f}" for each in pair) for n, pair in edges.items()} == published
    assert edges[6] == (Fraction(142853, 4965115), Fraction(23138, 993023))


def test_suits_that_hold_other_ranks_are_told_apart():
    """Of a pack that lacks some cards of a suit the judge makes what it makes if no suit is renamed."""
    cards = tuple(card(rank, suit) for rank in (14, 12, 3) for suit in range(4))[2:]
    asked = question(GAMES["three-card-poker"], cards=cards)
    unrenamed = Tree(asked)
    vars(unrenamed)["_alike_suits"] = [[0], [1], [2], [3]]
    assert Tree(asked).ends.chances == unrenamed.ends.chances
