"""The JSON of every command. The shapes are documented in docs/json-shapes.md and do not change without notice.

Exact figures are fraction strings (`12732/270725`); beside them a decimal for people.
"""

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from houseway.analysis.figures import Figures, decimal
from houseway.analysis.progressive import Progressive
from houseway.analysis.verify import Finding
from houseway.cards import show
from houseway.game import Game, Setting, Wager
from houseway.letters.letter import Letter

if TYPE_CHECKING:
    from houseway.analysis.advice import Advice, Worth
    from houseway.analysis.contest import Decision, Pays
    from houseway.analysis.strategy import Strategy
    from houseway.analysis.way_check import Price, WayCheck

Json = dict[str, Any]


def fraction(value: Fraction | None) -> str | None:
    return None if value is None else f"{value.numerator}/{value.denominator}"


def finding_shape(finding: Finding) -> Json:
    exact = finding.exact
    return {
        "letter": finding.letter,
        "game": finding.game,
        "wager": finding.wager,
        "paytable": finding.paytable,
        "approved": finding.approved,
        "figure": finding.figure,
        "published": finding.published.text,
        "published_value": fraction(finding.published.value),
        "exact": fraction(exact),
        "exact_decimal": None if exact is None else decimal(exact, 10),
        "difference": fraction(finding.difference),
        "assumes": list(finding.assumes),
        "follows": finding.follows,
        "verdict": finding.verdict,
        "reading": finding.reading,
        "reading_says": finding.reading_says,
        "exact_under_reading": fraction(finding.exact_under_reading),
        "explained": finding.explained,
        "note": finding.note,
    }


def figures_shape(figures: Figures) -> Json:
    return {
        "game": figures.game,
        "wager": figures.wager,
        "paytable": figures.paytable,
        "approved": figures.approved,
        "hash": figures.digest,
        "decks": figures.decks,
        "play": figures.play,
        "combinations": figures.combinations,
        "house_edge": fraction(figures.house_edge),
        "house_edge_decimal": decimal(figures.house_edge, 10),
        "hit_frequency": fraction(figures.hit_frequency),
        "variance": fraction(figures.variance),
        "standard_deviation": str(figures.standard_deviation),
        "average_action": fraction(figures.action),
        "element_of_risk": fraction(figures.element_of_risk),
        "envy": fraction(figures.envy),
        "envied_hands": figures.envied,
        "lines": [
            {
                "line": line.name,
                "combinations": line.combinations,
                "probability": fraction(line.probability),
                "pay": line.pay,
                "net": fraction(line.net),
                "contribution": fraction(line.contribution),
            }
            for line in figures.lines
        ],
    }


def meter_shape(meter: Progressive) -> Json:
    return {
        "seats": meter.dealt,
        "bettors": meter.bettors,
        "envy_for": meter.reading,
        "stake": fraction(meter.stake),
        "seed": fraction(meter.seed),
        "increment": fraction(meter.increment),
        "increment_derived": meter.terms.derived,
        "top_award": meter.top,
        "top_award_one_in": fraction(meter.one_in),
        "mean_top_award": fraction(meter.mean_top),
        "reseed_cost": fraction(meter.reseed_cost),
        "fixed_pays": fraction(meter.fixed),
        "envy": fraction(meter.envy),
        "meter_share_per_wager": fraction(meter.drain),
        "long_run_edge": fraction(meter.house_edge),
        "break_even_meter": fraction(meter.break_even),
    }


def setting_shape(game: Game, setting: Setting) -> Json:
    hands = [{"cards": show(hand), "name": game.hand_name(hand)} for hand in setting.hands]
    if len(hands) == len(game.hands):
        hands = [{"hand": name, **hand} for name, hand in zip(game.hands, hands, strict=True)]
    return {"choice": str(setting), "word": setting.word or None, "adds": list(setting.adds), "hands": hands}


def wager_shape(game: Game, wager: Wager) -> Json:
    return {
        "wager": wager.name,
        "clause": wager.clause,
        "requires": wager.requires,
        "at_most": wager.at_most,
        "equals": wager.equals,
        "paytables": [
            {
                "paytable": table.name,
                "approved": table.approved,
                "letter": table.letter,
                "hash": table.digest,
                "pays": {line: str(pay) for line, pay in table.lines.items()},
                "envy_cents": {line: pay.envy_cents for line, pay in table.lines.items() if pay.envy_cents},
            }
            for table in game.paytables_of(wager)
        ],
    }


def game_shape(game: Game, known: dict[str, Letter]) -> Json:
    deal = game.deal
    return {
        "game": game.slug,
        "title": game.title,
        "summary": game.summary,
        "letters": list(game.letters),
        "clauses": {tag: text for name in game.letters for tag, text in known[name].clauses.items()},
        "seats": deal.seats,
        "packet": deal.packet,
        "dealer_packet": deal.dealer_packet,
        "rotation": deal.order,
        "decks": list(deal.decks),
        "joker": deal.joker,
        "house_way": {
            "name": game.house_way.label,
            "approved": game.house_way.letter is not None,
            "rules": list(game.house_way.rules),
        },
        "wagers": [wager_shape(game, wager) for wager in game.wagers],
        "readings": [{"reading": r.name, "says": r.says, "wagers": list(r.wagers)} for r in game.readings],
    }


def decision_shape(game: Game, decision: "Decision", pays: "Pays") -> Json:
    """A hand and its options, best first."""
    own = game.house_way.set(decision.cards) if game.house_way.for_players else None
    ranked = sorted(decision.options, key=pays.expectation, reverse=True)
    return {
        "game": game.slug,
        "cards": show(decision.cards),
        "shown": show(decision.shown) or None,
        "ways": decision.ways,
        "house_way": setting_shape(game, own) if own else None,
        "options": [
            setting_shape(game, option.setting)
            | {
                "expectation": fraction(pays.expectation(option)),
                "expectation_decimal": decimal(pays.expectation(option), 10),
                "deals": option.deals,
                "others": {wager: dict(lines) for wager, lines in option.others.items()},
                "outcomes": [
                    {"lines": list(lines), "deals": times, "net": fraction(pays.net(option.setting, lines))}
                    for lines, times in option.outcomes.items()
                ],
            }
            for option in ranked
        ],
    }


def advice_shape(game: Game, advice: "Advice") -> Json:
    """A hand as it was played, and as it is played best."""
    return {
        "game": game.slug,
        "cards": show(advice.decision.cards),
        "shown": show(advice.decision.shown) or None,
        "stakes_cents": dict(advice.stakes),
        "chosen": _worth_shape(game, advice.chosen),
        "best": _worth_shape(game, advice.best),
        "is_best": advice.cost == 0,
        "costs": fraction(advice.cost),
        "costs_per_100": decimal(advice.cost * 100, 2),
    }


def _worth_shape(game: Game, worth: "Worth") -> Json:
    return setting_shape(game, worth.setting) | {
        "standing": worth.standing.value,
        "expectation": fraction(worth.expectation),
        "expectation_decimal": decimal(worth.expectation, 10),
        "per_100": decimal(worth.expectation * 100, 2),
        "wagers": {wager: fraction(expectation) for wager, expectation in worth.wagers.items()},
    }


def strategy_shape(strategy: "Strategy") -> Json:
    return {
        "game": strategy.game,
        "decks": strategy.decks,
        "basis": strategy.basis,
        "asks_house_way": strategy.asks,
        "house_edge": fraction(strategy.house_edge),
        "best_edge": fraction(strategy.best_edge),
        "cost": fraction(strategy.cost),
        "rows": [{"when": row.when, "choose": row.choose, "hands": row.hands} for row in strategy.rows],
        "curve": [
            {"lines": each.lines, "house_edge": fraction(each.house_edge), "cost": fraction(strategy.cost_of(each))}
            for each in strategy.curve
        ],
    }


def way_shape(check: "WayCheck", price: "Price | None") -> Json:
    way = check.way
    return {
        "game": way.game,
        "name": way.name,
        "version": way.version,
        "hash": way.digest,
        "sound": check.is_sound,
        "hands": check.hands,
        "undecided": check.undecided,
        "first_undecided": show(check.first_undecided) if check.first_undecided else None,
        "fouled": check.fouled,
        "first_fouled": show(check.first_fouled) if check.first_fouled else None,
        "rules": [{"says": rule.says, "hands": hands} for rule, hands in zip(way.rules, check.decided_by, strict=True)],
        "edge_best_play": fraction(price.best_play) if price else None,
        "edge_copied": fraction(price.copied) if price else None,
    }
