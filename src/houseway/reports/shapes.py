"""The JSON of every command and page: one encoder, and one table of shapes.

The shapes are documented in docs/json-shapes.md and do not change without notice. Exact figures are fraction strings
(`12732/270725`); beside some of them stands a decimal for people.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields
from datetime import UTC, date, datetime
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from math import isfinite
from typing import TYPE_CHECKING, Any, Final

from houseway.analysis.figures import Figures, decimal
from houseway.analysis.verify import Finding
from houseway.cards import Card, show
from houseway.deciding.command import Json
from houseway.game import SEAT, Game, Option

if TYPE_CHECKING:
    import pandas

    from houseway.analysis.way_check import Price, WayCheck

PLACES: Final = 10  # of a decimal that stands beside a fraction


# ---- the encoder -----------------------------------------------------------------------------------


def shape(value: Any) -> Any:  # noqa: PLR0911 - one `case` a kind of value
    """A value as JSON: fractions as `1/10`, cards as `As Kd`, times in UTC with a Z, an object by the table below or
    else by its fields."""
    match value:
        case Card() | Decimal():
            return str(value)
        case (Card(), *_):
            return show(value)
        case Enum():
            return shape(value.value)
        case None | str() | int() | float():
            return value
        case Fraction():
            return fraction(value)
        case datetime():
            return aware(value).astimezone(UTC).isoformat().replace("+00:00", "Z")
        case date():
            return value.isoformat()
        case Mapping():
            return {shape(key): shape(each) for key, each in value.items()}
        case list() | tuple() | range():
            return [shape(each) for each in value]
        case _:
            return {key: shape(part) for key, part in parts(value).items()}


def parts(value: Any) -> Json:
    """An object's parts by the names they have in JSON, not yet JSON themselves."""
    kind = type(value)
    keys = SHAPES.get(f"{kind.__module__.removeprefix('houseway.')}.{kind.__name__}")
    if keys is None:
        return {field.name: getattr(value, field.name) for field in fields(value)}
    named: Json = {}
    for key, part in keys.items():
        named |= parts(part(value)) if key.startswith("*") else {key: part(value)}
    return named


def aware(at: datetime) -> datetime:
    """The time, if it is one moment wherever it is read."""
    if at.tzinfo is None:
        raise ValueError(f"{at} has no time zone: a time on paper is one moment")
    return at


def fraction(value: Fraction | None) -> str | None:
    return None if value is None else f"{value.numerator}/{value.denominator}"


# ---- the table of shapes ---------------------------------------------------------------------------

Part = Callable[[Any], Any]


def _middle(bounds: Any) -> float:
    return float(bounds.middle)


def _error(bounds: Any) -> float:
    return float(bounds.error)


def declared(names: str, **computed: Part) -> Mapping[str, Part]:
    """The parts of an object, in order: `key` is its attribute, `key=path` another one, or null where the path ends in
    nothing, `key_decimal` the decimal of `key`, and `*key` stands for all parts of the object there. A key for which a
    function is given is computed by it."""
    ordered: dict[str, Part] = {}
    for name in names.split():
        key, _, path = name.partition("=")
        plain, suffix, _ = key.partition("_decimal")
        if key in computed:
            ordered[key] = computed[key]
        else:
            ordered[key] = _decimal(plain) if suffix and not path else _at(path or key.removeprefix("*"))
    assert computed.keys() <= ordered.keys(), f"{computed.keys() - ordered.keys()} has no place"
    return ordered


def _at(path: str) -> Part:
    def part(value: Any) -> Any:
        for name in path.split("."):
            value = None if value is None else getattr(value, name)
        return value

    return part


def _decimal(name: str) -> Part:
    def part(value: Any) -> str | None:
        exact = getattr(value, name)
        return None if exact is None else decimal(exact, PLACES)

    return part


def _option(at: Any, option: Option, options: Sequence[Option]) -> Json:
    """An option of the game and the cards that are seen there."""
    from houseway.analysis.exact.options import spelled

    game, hands = at.game, option.cut or (at.seen[SEAT],)
    named: list[Json] = [
        {"cards": hand, "name": game.hand_name(hand) if game.hand_name else show(hand)} for hand in hands
    ]
    if len(hands) == len(game.hands):
        named = [{"hand": name, **hand} for name, hand in zip(game.hands, named, strict=True)]
    word, adds = spelled(option, options)
    choice = " | ".join(map(show, option.cut)) if option.cut else " + ".join((word, *adds))
    return {"choice": choice, "word": None if option.cut else word, "adds": adds, "hands": named}


def _ranked(found: Any, worth: Any) -> Json:
    """An option, what it is worth, and how the wagers end that depend on it."""
    return _option(found, worth.option, found.words) | {
        "expectation": worth.expectation,
        "expectation_decimal": decimal(worth.expectation, PLACES),
        "deals": worth.ends.total,
        "others": found.others(worth),
        "outcomes": [{"lines": lines, "deals": deals, "net": net} for lines, deals, net in found.outcomes(worth)],
    }


_COST: Final[dict[str, Part]] = {
    "is_best": lambda each: each.cost == 0,
    "costs_per_100": lambda each: decimal(each.cost * 100, 2),
}


def _asked_for(target: Any) -> Any:
    """The figure, or both ends of a range."""
    if target is None:
        return None
    return list(target.ends) if target.is_range else target.value


def _compared(row: Any) -> list[Json]:
    """Figures, each with how far it is from the first variant's."""
    pairs = zip(row.figures, row.differs, strict=True)
    return [parts(figures) | {"differs": parts(differs)} for figures, differs in pairs]


def _wagers(game: Game) -> list[Json]:
    own = declared("wager=name clause of at_most free outlives side")
    return [{key: at(w) for key, at in own.items()} | {"paytables": game.own_paytables(w)} for w in game.wagers]


def _clauses(game: Game) -> dict[str, str]:
    from houseway.letters import letters_of

    return {tag: text for letter in letters_of(game.letters) for tag, text in letter.clauses.items()}


def _procedure(game: Game) -> list[str]:
    from houseway.games.procedure import procedure

    return procedure(game)


def _top_award(life: Any) -> Json:
    award = life.award
    return {
        "mean": life.mean,
        "mean_from_meter": life.mean_from(life.at),
        "variance": life.terms.top_variance,
        "standard_deviation": life.standard_deviation,
        "quantiles": {str(chance): _bounds(amount) for chance, amount in life.quantiles.items()},
        "chance_above_meter": _bounds(award.chance_above(life.at)),
        "chance_above_break_even": _bounds(award.chance_above(life.terms.break_even)),
    }


def _hit_within(life: Any, wagers: Fraction | int | None) -> float | None:
    return None if wagers is None else life.hit_within(wagers)


def _bounds(figure: Any) -> tuple[float, float]:
    return figure.low, figure.high


def _by_seats(life: Any) -> list[Json]:
    return [
        {
            "seats": seats,
            "long_run_edge": table.house_edge,
            "edge_at_meter": table.edge_at(life.at),
            "break_even_meter": table.break_even,
        }
        for seats, table in life.by_seats.items()
    ]


def _block(kind: str, names: str) -> Mapping[str, Part]:
    return {"kind": lambda block: kind, **declared(names)}


def _spread(spread: Any, rounds: int) -> Json | None:
    return None if spread is None else {"rounds": rounds} | parts(spread)


# By the module and the name of a class, so that nothing is imported to write something else. A class that is not here
# is written by its own fields.
SHAPES: Final[Mapping[str, Mapping[str, Part]]] = {
    # the rules
    "game.Game": declared(
        "game=slug title summary letters clauses seats rotation=order procedure decks joker house_way=way wagers "
        "readings",
        clauses=_clauses,
        procedure=_procedure,
        wagers=_wagers,
    ),
    "ways.house_way.HouseWay": declared("name=label approved rules", approved=lambda way: way.letter is not None),
    "letters.reading.Reading": declared("reading=name says wagers", wagers=lambda reading: list(reading.wagers)),
    "paytable.Paytable": declared(
        "paytable=name approved letter hash=digest pays envy_cents",
        pays=lambda table: {line: str(pay) for line, pay in table.lines.items()},
        envy_cents=lambda table: {line: pay.envy_cents for line, pay in table.lines.items() if pay.envy_cents},
    ),
    # figures of wagers
    "analysis.figures.Figures": declared(
        "game wager paytable approved hash=digest decks play combinations house_edge house_edge_decimal hit_frequency "
        "variance standard_deviation average_action=action element_of_risk choices "
        "fold_frequency=folds envy envied_hands=envied lines"
    ),
    "analysis.gain.Gain": declared(
        "game decks dead=knowledge.dead place=knowledge.place shown=knowledge.shown house_edge house_edge_decimal "
        "seats gain gain_decimal edge edge_decimal exact=is_exact samples standard_error"
    ),
    "analysis.mispaid.Mispaid": declared("wager paytable play line paid_as frequency difference costs costs_decimal"),
    "analysis.misset.Misset": declared(
        "game player hands exact=is_exact rules second_best second_best_decimal worst worst_decimal"
    ),
    "analysis.misset.SkippedRule": declared(
        "number says frequency frequency_decimal costs costs_decimal per_error per_error_decimal standard_error"
    ),
    "analysis.card_effects.Effect": declared("cards house_edge effect", cards=lambda row: show(row.cards)),
    "analysis.linear_count.LinearCount": declared("name tags betting_correlation true_count_worth trigger"),
    "analysis.linear_count.Tag": declared("cards tag", cards=lambda row: show(row.cards)),
    "analysis.penetration.Counted": declared(
        "game wager paytable decks counter behind penetration shoes rounds bets bet_frequency edge_on_bets "
        "units_a_shoe standard_error edge_of_every_round error_of_every_round"
    ),
    "analysis.figures.Line": declared("line=name combinations probability pay net contribution"),
    "analysis.verify.Finding": declared(
        "letter game wager paytable approved figure published=published.text published_value=published.value exact "
        "exact_decimal difference assumes follows verdict reading reading_says exact_under_reading explained note "
        "decks source remark"
    ),
    "analysis.whatif.Compared": declared(
        "game=variant.game.slug variant wagers", variant=lambda row: dict(row.variant.values), wagers=_compared
    ),
    "analysis.design.designing.Design": declared(
        "game=game.slug wager=wager.name like=like.name edge hit_frequency variance top looked_at found met=is_met "
        "unreachable tables=candidates",
        edge=lambda made: _asked_for(made.wanted.edge),
        hit_frequency=lambda made: _asked_for(made.wanted.hit),
        variance=lambda made: _asked_for(made.wanted.variance),
        top=lambda made: (
            [made.wanted.top.least, made.wanted.top.most] if hasattr(made.wanted.top, "least") else made.wanted.top
        ),
    ),
    "analysis.design.designing.Candidate": declared(
        "*figures pays changed met=is_met misses",
        pays=lambda each: {line: str(pay) for line, pay in each.paytable.lines.items()},
    ),
    # meters
    "analysis.progressive.Progressive": declared(
        "meter seats=dealt bettors envy_for=reading stake seed increment increment_derived=terms.derived "
        "own=terms.own top_award=top "
        "top_award_one_in=one_in mean_top_award=mean_top reseed_cost fixed_pays=fixed envy "
        "other_meters_pay=beside meter_share_per_wager=drain "
        "long_run_edge=house_edge break_even_meter=break_even"
    ),
    "analysis.meter_life.MeterLife": declared(
        "game=terms.game.slug paytable=terms.paytable.name named=terms.meter approved "
        "progressive=terms meter=at edge_at_meter top_award wagers_to_top_award=terms.one_in take "
        "wagers_until_take_is_seed=seed_back chance_of_hit_before "
        "new_seeds_from_bank=seeds_from_bank house_keeps=kept hidden_increment=hidden "
        "even_hidden_increment=even_hidden reserve_grows=reserve_growth wagers_until_hidden_is_seed "
        "chance_of_hit_before_hidden seats edge_by_bettors two_royals_in_a_round first_royal_over_second "
        "paid_first_over_last",
        approved=lambda life: life.terms.paytable.approved and life.terms.has_letters_increment,
        edge_at_meter=lambda life: life.terms.edge_at(life.at),
        top_award=_top_award,
        chance_of_hit_before=lambda life: _hit_within(life, life.seed_back),
        wagers_until_hidden_is_seed=lambda life: life.seed_filled(life.hidden),
        chance_of_hit_before_hidden=lambda life: _hit_within(life, life.seed_filled(life.hidden)),
        seats=_by_seats,
        edge_by_bettors=lambda life: [{"bettors": n} | edges for n, edges in life.edge_by_bettors().items()],
        two_royals_in_a_round=lambda life: life.two_royals() if life.counts_royals else None,
        first_royal_over_second=lambda life: life.first_over_second(life.at) if life.counts_royals else None,
        paid_first_over_last=lambda life: life.order_worth(life.at) if life.counts_royals else None,
    ),
    # how to play
    "analysis.exact.options.Options": declared(
        "game=game.slug title=game.title cards lying said=seen.said dead options"
    ),
    "analysis.exact.options.Worth": declared("option=option.word expectation expectation_decimal"),
    "analysis.exact.options.Ranking": declared(
        "game=game.slug cards shown dead ways house_way options",
        house_way=lambda found: found.house_way and _option(found, Option("set", cut=found.house_way), found.words),
        options=lambda found: [_ranked(found, each) for each in found.options],
    ),
    "analysis.advice.Advice": declared(
        "game=game.slug stakes_cents=stakes choices is_best costs=cost costs_per_100", **_COST
    ),
    "analysis.advice.Judged": declared(
        "hand cards lying said=seen.said chosen best is_best costs=cost costs_per_100",
        cards=lambda judged: judged.seen[SEAT],
        lying=lambda judged: {name: cards for name, cards in judged.seen.lying.items() if cards and name != SEAT.place},
        chosen=lambda judged: _option(judged, judged.chosen.option, judged.options) | parts(judged.chosen),
        best=lambda judged: _option(judged, judged.best.option, judged.options) | parts(judged.best),
        **_COST,
    ),
    "analysis.advice.Prospect": declared(
        "standing expectation expectation_decimal per_100 wagers",
        standing=lambda worth: "foul" if worth.option.foul else "legal",
        per_100=lambda worth: decimal(worth.expectation * 100, 2),
    ),
    "analysis.strategy.Strategy": declared(
        "game decks basis asks_house_way=asks house_edge best_edge cost rows columns curve",
        curve=lambda card: [parts(each) | {"cost": card.cost_of(each)} for each in card.curve],
    ),
    "analysis.way_check.WayCheck": declared(
        "game=way.game name=way.name version=way.version hash=way.digest sound=is_sound hands undecided "
        "first_undecided fouled first_fouled rules",
        rules=lambda check: [
            {"says": rule.says, "hands": hands} for rule, hands in zip(check.way.rules, check.decided_by, strict=True)
        ],
    ),
    # a table's risk
    "analysis.risk.Risk": declared(
        "game=game.slug seats decks play stakes mean variance variance_bound independent_variance correlation "
        "distribution=exact simulated worst exposures progressives=trays"
    ),
    "analysis.risk.Exposure": declared("wager paytable stake top odds at_most worst least_aggregate_limit=aggregate"),
    "analysis.risk.Tray": declared(
        "paytable=meter.paytable.name seed=meter.seed reseed_cost=meter.reseed_cost hidden_increment "
        "tray_at_most=at_most worst"
    ),
    "analysis.costliest.Worst": declared("cost bound exact=is_exact dealer seats"),
    # hours and money
    "analysis.hours.Hours": declared(
        "game=risk.game.slug seats=risk.seats decks=risk.decks play=risk.play stakes=risk.stakes "
        "rounds_an_hour=pace.rounds tables=pace.tables hours_a_shift=pace.shift hours_a_day=pace.day rounds_a_shift "
        "staked_a_shift win_an_hour win_a_shift win_a_month hold variance_a_shift exact=is_exact dealt_shifts=dealt "
        "win_between hold_between chance_of_loss loss chance_of_more broken bank steps top_awards=awards meters"
    ),
    "analysis.hours.TopAward": declared(
        "wager paytable line chance wagers_an_hour mean_wagers median_wagers mean_hours median_hours mean_days "
        "within_a_day within_a_month"
    ),
    "analysis.sums.Bounds": declared("exact middle error", middle=_middle, error=_error),
    "analysis.session.PlayerSession": declared(
        "game=figures.game wager=figures.wager paytable=figures.paytable decks=figures.decks play=figures.play stake "
        "bankroll=session.bankroll target=session.target rounds=session.rounds most_lost=session.most_lost "
        "ruin=session.course.ruin at_target=session.course.target all_rounds=session.course.time "
        "mean_rounds=session.course.rounds mean_left=session.course.left mean_without_limit=session.mean risk "
        "bankroll_for_risk rebate"
    ),
    # simulations
    "analysis.machine.result.Simulation": declared(
        "game decks seats player player_hash house house_hash seed asked_rounds rounds broken_off stakes staked_on "
        "wagers=measured counts session shift_win shift_hold meters",
        session=lambda run: _spread(run.sessions, run.session_rounds),
        shift_win=lambda run: _spread(run.shift_wins, run.shift_rounds),
        shift_hold=lambda run: _spread(run.holds, run.shift_rounds),
    ),
    "analysis.machine.result.Measured": declared(
        "wager paytable=paytable.name approved=paytable.approved hash=paytable.digest rounds house_edge "
        "house_edge_decimal variance standard_error confidence interval exact_paytable=exact.paytable "
        "exact_hash=exact.digest exact_house_edge=exact.house_edge exact_variance=exact.variance z verdict lines=ended"
    ),
    "analysis.machine.result.Spread": declared(
        "number mean exact_mean standard_deviation=deviation quantiles histogram",
        quantiles=lambda spread: {str(float(share)): value for share, value in spread.quantiles.items()},
        histogram=lambda spread: spread.histogram(),
    ),
    "analysis.machine.result.Bin": declared("from=low to=high share"),
    "analysis.machine.meters.MeterRun": declared(
        "paytable meter rounds awards award_cents top_awards mean_top_award=mean_top "
        "exact_mean_top_award=terms.mean_top z opening_micros in_micros seeds bank_micros final_micros",
        top_awards=lambda run: len(run.top_cents),
    ),
    "analysis.randomness.outcome.Evidence": declared(
        "passes samples",
        passes=lambda evidence: {f"{level:.0%}": evidence.passes(level) for level in evidence.confidences},
        samples=lambda evidence: [
            parts(s) | {"tests": [parts(o) | {"p_for_all": p} for o, p in zip(s.outcomes, answers, strict=True)]}
            for s, answers in evidence.answers
        ],
    ),
    "analysis.randomness.outcome.Sample": declared("sample=name source count unit sha256"),
    "analysis.randomness.outcome.ChanceTest": declared(
        "test of count statistic freedom p",
        statistic=lambda outcome: outcome.statistic if isfinite(outcome.statistic) else None,
    ),
    # documents
    "reports.document.Document": declared(
        "title about source notice date=on front sections",
        sections=lambda document: [
            {"number": number, "title": section.title, "blocks": section.blocks}
            for number, _, section in document.numbered()
        ],
    ),
    "reports.document.Text": _block("text", "says"),
    "reports.document.Items": _block("items", "says"),
    "reports.document.Caution": _block("caution", "title says"),
    "reports.document.CommandLine": _block("command", "parts"),
    "reports.document.FactList": _block("facts", "pairs"),
    "reports.document.Ledger": _block("ledger", "caption columns rows total tight"),
    "reports.document.Pictures": _block("pictures", "pictures"),
    "reports.document.Signatures": _block("signatures", "people"),
    # the books of tables
    "reports.winnings.Day": declared(
        "day game table drop_cents cashed_out_cents fills_cents win_cents commission_cents corrected_cents "
        "to_meters_micros hold"
    ),
    "reports.winnings.Drift": declared(
        "table game wager day rounds stake_cents theory_cents actual_cents variance variance_is_bound=is_bound "
        "band_cents deviations verdict drop_cents hold theoretical_hold hold_band readings",
        band_cents=lambda row: [float(bound) for bound in row.band_cents],
    ),
}


def way_shape(check: "WayCheck", price: "Price | None") -> Json:
    """A way's check and its price, which only a sound one has."""
    edges = (price.best_play, price.copied) if price else (None, None)
    return parts(check) | dict(zip(("edge_best_play", "edge_copied"), edges, strict=True))


# ---- frames for notebooks: figures stay exact, a column of Fractions ---------------------------------

OF_A_WAGER: Final = ("game", "wager", "paytable", "approved", "decks", "play", "house_edge")
OF_A_FINDING: Final = (
    *("letter", "game", "wager", "paytable", "approved", "figure", "published", "exact", "difference", "follows"),
    *("reading", "exact_under_reading"),
)


def frame(results: Iterable[Figures | Finding]) -> "pandas.DataFrame":
    """Results as a DataFrame: one row a line of a wager, or a published figure.

    >>> houseway.frame(houseway.verify("supreme-99"))[["figure", "published", "follows"]]
           figure published  follows
    0  house edge   47/1000    False
    """
    import pandas

    return pandas.DataFrame([row for result in results for row in _rows(result)])


def _rows(result: Figures | Finding) -> Sequence[Json]:
    named = parts(result)
    if isinstance(result, Figures):
        wager = {key: named[key] for key in OF_A_WAGER}
        return [wager | parts(line) for line in result.lines]
    named["published"] = result.published.value
    return [{key: named[key] for key in OF_A_FINDING}]
