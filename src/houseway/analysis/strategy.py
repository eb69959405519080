"""Best play, put so that a person can use it, with the exact cost of what was left out.

A game that says what its players glance at gets a table by that glance. Any other gets the house way and
the exceptions to it that are worth most.
"""

from dataclasses import dataclass, field
from fractions import Fraction

from houseway.analysis.contest import Decision, Option, Pays, Policy, decisions, house_way_policy, main_figures
from houseway.game import Game, Setting


@dataclass(frozen=True, slots=True)
class Advice:
    """One row: when, what to do, for how many hands, and (for an exception) what it is worth a hand dealt."""

    when: str
    choose: str
    hands: int
    worth: Fraction | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Strategy:
    game: str
    decks: int
    basis: str
    rows: tuple[Advice, ...]
    house_edge: Fraction  # of a player who follows it
    best_edge: Fraction  # of a player who never errs
    follow: Policy | None = field(default=None, compare=False, repr=False)  # where choices are made class by class

    @property
    def cost(self) -> Fraction:
        return self.house_edge - self.best_edge


def strategy(game: Game, decks: int | None = None, rows: int = 12) -> Strategy:
    """A short strategy; `rows` caps the exceptions where there is no table."""
    if game.glance:
        return _by_glance(game, decks)
    if not game.house_way.for_players:
        raise ValueError(f"{game.slug} has no glance, and no house way for players: nothing to put a short strategy by")
    return _exceptions(game, decks, rows)


def _by_glance(game: Game, decks: int | None) -> Strategy:
    assert game.glance is not None
    glance = game.glance
    pays = Pays.of(game)
    worth: dict[tuple[str, int], dict[str, Fraction]] = {}
    hands: dict[tuple[str, int], int] = {}
    for decision in decisions(game, decks):
        if len(decision.options) == 1:
            continue
        seen = glance(decision.cards, decision.shown)
        hands[seen] = hands.get(seen, 0) + decision.ways
        sums = worth.setdefault(seen, {})
        for option in decision.options:
            words = str(option.setting)
            sums[words] = sums.get(words, Fraction(0)) + decision.ways * pays.expectation(option)
    best = {seen: max(sums, key=lambda words: sums[words]) for seen, sums in worth.items()}

    def follow(decision: Decision) -> Option:
        if len(decision.options) == 1:
            return decision.options[0]
        words = best[glance(decision.cards, decision.shown)]
        return next(o for o in decision.options if str(o.setting) == words)

    rows: list[tuple[str, list[int], str]] = []
    order = {row: i for i, row in enumerate(dict.fromkeys(row for row, _ in sorted(best, key=lambda s: -hands[s])))}
    for row, number in sorted(best, key=lambda seen: (order[seen[0]], seen[1])):
        choose = best[row, number]
        if rows and rows[-1][0] == row and rows[-1][2] == choose:
            rows[-1][1].append(number)
        else:
            rows.append((row, [number], choose))
    return Strategy(
        game=game.slug,
        decks=game.deal.pack(decks).decks,
        basis=game.glance_at,
        rows=tuple(
            Advice(f"{row}, {_range(numbers)}", choose, sum(hands[row, n] for n in numbers))
            for row, numbers, choose in rows
        ),
        house_edge=main_figures(game, decks, policy=follow).house_edge,
        best_edge=main_figures(game, decks).house_edge,
        follow=follow,
    )


def _range(numbers: list[int]) -> str:
    return f"{numbers[0]}" if len(numbers) == 1 else f"{numbers[0]} to {numbers[-1]}"


def _exceptions(game: Game, decks: int | None, rows: int) -> Strategy:
    """The house way, but where it would set such hands, others are set if they can be; the first that applies."""
    pays = Pays.of(game)
    as_house = house_way_policy(game.house_way)
    alone: dict[tuple[str, str], Fraction] = {}
    for decision in decisions(game, decks):
        house = as_house(decision)
        for better, option in _by_name(game, decision).items():
            case = _named(game, house.setting), better
            gain = (pays.expectation(option) - pays.expectation(house)) * decision.ways
            alone[case] = alone.get(case, Fraction(0)) + gain
    useful = sorted((case for case, gain in alone.items() if gain > 0), key=lambda case: -alone[case])
    chosen = useful[:rows]

    def exception(decision: Decision) -> tuple[tuple[str, str], Option] | None:
        """The first that applies: it speaks of these hands, and the better ones can be set."""
        options = _by_name(game, decision)
        when = _named(game, as_house(decision).setting)
        return next((((w, b), options[b]) for w, b in chosen if w == when and b in options), None)

    def follow(decision: Decision) -> Option:
        found = exception(decision)
        return found[1] if found else as_house(decision)

    worth, hands, total = dict.fromkeys(chosen, Fraction(0)), dict.fromkeys(chosen, 0), 0
    for decision in decisions(game, decks):
        total += decision.ways
        found = exception(decision)
        if found:
            case, option = found
            worth[case] += (pays.expectation(option) - pays.expectation(as_house(decision))) * decision.ways
            hands[case] += decision.ways
    return Strategy(
        game=game.slug,
        decks=game.deal.pack(decks).decks,
        basis=f"the house way, with the {len(chosen)} exceptions of {len(useful)} that are worth most",
        rows=tuple(Advice(*case, hands[case], worth[case] / total) for case in chosen),
        house_edge=main_figures(game, decks, policy=follow).house_edge,
        best_edge=main_figures(game, decks).house_edge,
        follow=follow,
    )


def _by_name(game: Game, decision: Decision) -> dict[str, Option]:
    """One option for each way the hands can be called; those called alike are worth the same."""
    return {_named(game, option.setting): option for option in reversed(decision.options)}


def _named(game: Game, setting: Setting) -> str:
    return " / ".join(map(game.hand_name, setting.hands))
