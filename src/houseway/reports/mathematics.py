"""The mathematics report of a game: all that a regulator's mathematician asks for, from the analysis alone.

Every number in it is formatted here from a figure of the analysis or from the game's own definition; none is typed.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from itertools import groupby, zip_longest
from math import ceil
from typing import Any, Final

from houseway.analysis.figures import Figures, decimal, percent, short_percent
from houseway.analysis.meter_life import Between, MeterLife
from houseway.analysis.plays import Play
from houseway.analysis.simulation.result import Measured, Simulation
from houseway.analysis.split.solution import Difference
from houseway.analysis.strategy import Strategy
from houseway.analysis.verify import Finding
from houseway.cards import show
from houseway.game import Game, Wager
from houseway.letters.letter import Letter
from houseway.reports import paper
from houseway.reports.document import (
    Block,
    Caution,
    Column,
    Document,
    Facts,
    Items,
    Ledger,
    Picture,
    Pictures,
    Section,
    Text,
)
from houseway.reports.meter_life import QUANTILES, life_pictures
from houseway.reports.provenance import code_digest, libraries
from houseway.reports.terminal import money
from houseway.ways.way import Way

TITLE: Final = "Mathematics report"
NOTICE: Final = "Of a simulator, trainer and reference: not a certificate, and approved by nobody."
CAUTION: Final = (
    "It is a calculation by an open program from rules as that program states them.",
    "No regulator and no test laboratory has approved it.",
    "Equipment, rules and paytables may be used only as their own approvals say.",
)
ABREAST: Final = 3  # columns of a points card
CONFIDENT: Final = 2.576  # standard errors either side of a mean that hold it with 99 % confidence


@dataclass(frozen=True, kw_only=True)
class Mathematics:
    """All that is known of a game, before it is put on paper."""

    game: Game
    version: str  # of the program
    letters: tuple[Letter, ...]
    decks: int
    figures: tuple[Figures, ...]
    by_decks: tuple[tuple[Figures, ...], ...]  # the same at every number of decks, where there are several
    strategy: Strategy
    plays: tuple[Play, ...]
    differences: tuple[Difference, ...]  # hands on which copying the house way gives up most, where they are known
    lives: tuple[MeterLife, ...]
    findings: tuple[Finding, ...]
    simulation: Simulation | None = None


def document(known: Mathematics, *, on: date | None = None) -> Document:
    return Document(
        title=TITLE,
        about=known.game.title,
        source=f"houseway {known.version}",
        on=on,
        notice=NOTICE,
        front=tuple(_front(known)),
        sections=tuple(_sections(known)),
    )


def _sections(known: Mathematics) -> Iterator[Section]:
    yield _rules(known)
    yield _house_way(known.game)
    yield _wagers(known)
    if len(known.by_decks) > 1:
        yield _by_decks(known)
    yield _strategy(known)
    if known.lives:
        yield progressive_section(known.lives)
    yield _simulation(known)
    yield _letter(known)
    yield _exactly(known)
    yield _provenance(known)


# ---- the first page --------------------------------------------------------------------------------


def _front(known: Mathematics) -> Iterator[Block]:
    yield Text(known.game.summary)
    yield Facts(
        (
            *(("Letter", f"{each.title}. {each.agency}, {paper.long_day(each.date)}") for each in known.letters),
            ("Dealt from", str(known.game.deal.pack(known.decks))),
            ("Program", f"houseway {known.version}"),
            ("Hash of the program", code_digest()),
        )
    )
    yield Caution("This is not a certificate", CAUTION)
    yield Ledger(
        caption="Every wager and paytable at a glance",
        columns=(
            Column("Wager", wide=True),
            Column("Paytable"),
            Column("House edge", right=True),
            Column("Element of risk", right=True),
            Column("Hit frequency", right=True),
            Column("Standard deviation", right=True),
        ),
        rows=tuple(
            (
                f"{f.wager}, {f.play}" if f.play else f.wager,
                _table_name(f),
                percent(f.house_edge),
                percent(f.element_of_risk),
                percent(f.hit_frequency),
                f"{f.standard_deviation:.4f}",
            )
            for f in known.figures
        ),
        tight=len(known.figures) > 9,
    )


def _table_name(figures: Figures) -> str:
    return figures.paytable if figures.approved else f"{figures.paytable} (unapproved)"


# ---- the rules -------------------------------------------------------------------------------------


def _rules(known: Mathematics) -> Section:
    game, deal = known.game, known.game.deal
    to_seat, to_dealer = _cards(deal.packet, deal.later), _cards(deal.dealer_packet, deal.dealer_later)
    facts = (
        ("Seats", str(deal.seats)),
        ("Dealt to a seat", to_seat),
        ("Dealt to the dealer", to_dealer + (f", {deal.dealer_shows} of them face up" if deal.dealer_shows else "")),
        ("Packs", f"{deal.accepted_decks} decks" if len(deal.decks) > 1 else str(deal.pack())),
        ("Order of the deal", deal.rotation.value),
    )
    wagers = Ledger(
        columns=(Column("Wager"), Column("Clause"), Column("Terms", wide=True), Column("Paytables", wide=True)),
        rows=tuple(
            (w.name, w.clause, _terms(w), ", ".join(p.label for p in game.paytables_of(w))) for w in game.wagers
        ),
    )
    parts = tuple(
        Section(
            title=f"{letter.title}, {paper.long_day(letter.date)}",
            blocks=(
                Text(f"{letter.about} The clauses are told in our words; the letter's own are the rule."),
                Ledger(
                    columns=(Column("Clause"), Column("Rule", wide=True)),
                    rows=tuple(clauses.items()),
                ),
            ),
        )
        for letter in known.letters
        if (clauses := clauses_of(game, letter))
    )
    return Section(title="The rules", blocks=(Facts(facts), wagers), parts=parts)


def _cards(packet: int, later: int) -> str:
    return f"{packet} cards" + (f", and {later} after the choice" if later else "")


def _terms(wager: Wager) -> str:
    terms = [f"needs {wager.requires}"] * bool(wager.requires)
    terms += [f"at most {wager.at_most}"] * bool(wager.at_most)
    terms += [f"equals {wager.equals}, added with a choice"] * bool(wager.equals)
    return "; ".join(terms) or "stands alone"


def clauses_of(game: Game, letter: Letter) -> dict[str, str]:
    """The clauses of a letter that speak of this game: a tag names the list it is from, as the wagers' clauses do."""
    if all(entry.game == game.slug for entry in letter.entries):
        return dict(letter.clauses)
    lists = {wager.clause.split()[0] for wager in game.wagers}
    return {tag: text for tag, text in letter.clauses.items() if lists & set(tag.split())}


def _house_way(game: Game) -> Section:
    way, source = game.house_way, game.house_way.source
    stands = f"It stands in {way.letter}." if way.letter else "No letter prints it: it is ours, and approved by nobody."
    players = "A player may ask for it." if way.for_players else "It is the dealer's alone."
    blocks: list[Block] = [Text(f"{way.label}. {stands} {players}"), Items(tuple(way.rules))]
    if isinstance(source, Way):
        blocks += _points_card(source)
    return Section(title="The house way", blocks=tuple(blocks))


def _points_card(way: Way) -> Iterator[Block]:
    """Points by hand, entries of the same points on one row, in columns abreast."""
    for hand, entries in way.points.items():
        alike: dict[int, list[str]] = {}
        for bound, points in entries:
            alike.setdefault(points, []).append(bound.text)
        rows = [(str(points), ", ".join(alike[points])) for points in sorted(alike, reverse=True)]
        length = -(-len(rows) // ABREAST)
        parts = [rows[start : start + length] for start in range(0, len(rows), length)]
        yield Ledger(
            caption=f"Points of {hand}",
            columns=(Column("Points", right=True), Column("Hands", wide=True)) * len(parts),
            rows=tuple(sum(abreast, ()) for abreast in zip_longest(*parts, fillvalue=("", ""))),
            tight=True,
        )
    if way.bonuses:
        goals = [" and ".join(f"{hand} {bound}" for hand, bound in bonus.goals.items()) for bonus in way.bonuses]
        yield Ledger(
            caption="Then every line that holds is added",
            columns=(Column("Points", right=True), Column("Setting", wide=True)),
            rows=tuple((f"{b.points:+d}".replace("-", "−"), g) for b, g in zip(way.bonuses, goals, strict=True)),
            tight=True,
        )


# ---- the wagers ------------------------------------------------------------------------------------


def _wagers(known: Mathematics) -> Section:
    says = (
        "Each line with the deals that end in it. A contribution is the probability times what a stake of 1 wins, net; "
        "their sum, with its sign turned, is the house edge. The element of risk is the edge over the average total "
        "staked. Decimals are rounded from exact fractions."
    )
    meters = {life.terms.paytable.name: life for life in known.lives}
    parts = tuple(
        Section(title=_titled(f), blocks=(*_figures(f), *_paid_at(meters.get(f.paytable)))) for f in known.figures
    )
    return Section(title="Wagers and paytables", blocks=(Text(says),), parts=parts)


def _paid_at(life: MeterLife | None) -> Iterator[Block]:
    if life is not None:
        yield Text(
            f"Shares of the meter are paid at the mean top award, {money(life.mean)}. Every line carries the mean "
            f"envy, ${decimal(life.terms.envy, 6)} with {life.terms.others + 1} seats betting; its spread is not in "
            "the variance."
        )


def _titled(figures: Figures) -> str:
    decks = f"{figures.decks} decks" if figures.decks > 1 else ""
    return " · ".join(filter(None, (figures.wager, _table_name(figures), figures.play, decks)))


def _figures(figures: Figures) -> Iterator[Block]:
    yield Ledger(
        columns=(
            Column("Line", wide=True),
            Column("Combinations", right=True),
            Column("Probability", right=True),
            Column("Pays", right=True),
            Column("Net of 1", right=True),
            Column("Contribution", right=True),
        ),
        rows=tuple(
            (
                line.name,
                f"{line.combinations:,}",
                decimal(line.probability, 10),
                line.pay,
                _plain_or_decimal(line.net),
                _minus(decimal(line.contribution, 10)),
            )
            for line in figures.lines
        ),
        total=(
            "Together",
            f"{figures.combinations:,}",
            decimal(sum((line.probability for line in figures.lines), Fraction(0)), 10),
            "",
            "",
            _minus(decimal(-figures.house_edge, 10)),
        ),
    )
    yield Facts(
        (
            ("House edge", _exact(figures.house_edge)),
            ("Hit frequency", _exact(figures.hit_frequency)),
            ("Variance", f"{decimal(figures.variance, 8)} = {_fraction(figures.variance)}"),
            ("Standard deviation", f"{figures.standard_deviation:.10f}"),
            ("Average total staked", f"{decimal(figures.action, 8)} = {_fraction(figures.action)}"),
            ("Element of risk", _exact(figures.element_of_risk)),
            ("Hash of the paytable", figures.digest),
        )
    )


def _exact(value: Fraction) -> str:
    return f"{_minus(percent(value, 6))} = {_fraction(value)}"


def _fraction(value: Fraction) -> str:
    return f"{'−' if value < 0 else ''}{abs(value.numerator)}/{value.denominator}"


def _plain_or_decimal(value: Fraction) -> str:
    whole, point, rest = decimal(value, 0 if value.denominator == 1 else 6).partition(".")
    return _minus(("-" if value < 0 else "") + f"{abs(int(whole)):,}{point}{rest}")


def _minus(text: str) -> str:
    return text.replace("-", "−")


def _by_decks(known: Mathematics) -> Section:
    shoes = [figures[0].decks for figures in known.by_decks]
    rows = tuple((_short_title(column[0]), *(percent(f.house_edge, 3) for f in column)) for column in _across(known))
    return Section(
        title="House edge by number of decks",
        blocks=(
            Text("The same rules and paytables, dealt from each pack that the letter allows."),
            Ledger(
                columns=(Column("Wager", wide=True), *(Column(f"{n}", right=True) for n in shoes)),
                rows=rows,
                tight=True,
            ),
        ),
    )


def _across(known: Mathematics) -> list[tuple[Figures, ...]]:
    return list(zip(*known.by_decks, strict=True))


def _short_title(figures: Figures) -> str:
    return " · ".join(filter(None, (figures.wager, _table_name(figures), figures.play)))


# ---- strategy --------------------------------------------------------------------------------------


def _strategy(known: Mathematics) -> Section:
    short = known.strategy
    worth = any(row.worth is not None for row in short.rows)
    columns = (
        Column("When"),
        Column("Do", wide=True),
        Column("Hands", right=True),
        *([Column("Worth a hand dealt", right=True)] * worth),
    )
    rows = tuple(
        (row.when, row.choose, f"{row.hands:,}", *([percent(row.worth or Fraction(0))] * worth)) for row in short.rows
    )
    blocks: list[Block] = [
        Text(
            f"By {short.basis}. Followed to the letter it leaves an edge of {percent(short.house_edge, 6)} against "
            f"{percent(short.best_edge, 6)} for a player who never errs: it costs {percent(short.cost, 6)} of a bet."
        ),
        Ledger(columns=columns, rows=rows),
        Ledger(
            caption="What departures cost",
            columns=(
                Column("Play", wide=True),
                Column("House edge", right=True),
                Column("Costs", right=True),
                Column("Cost exactly", right=True, fixed=True),
            ),
            rows=tuple(
                (play.name, percent(play.house_edge, 6), percent(play.cost, 6), _fraction(play.cost))
                for play in known.plays
            ),
        ),
    ]
    if known.differences:
        blocks.append(
            Ledger(
                caption="Hands on which copying the house way gives up most, by all hands of the same ranks together",
                columns=(
                    Column("Cards"),
                    Column("Hands", right=True),
                    Column("The house way sets", wide=True),
                    Column("Better", wide=True),
                    Column("Costs a hand", right=True),
                ),
                rows=tuple(
                    (show(d.cards), f"{d.hands:,}", _hands(d.played.hands), _hands(d.best.hands), percent(d.cost))
                    for d in known.differences
                ),
                tight=True,
            )
        )
    return Section(title="Strategy, and what it costs", blocks=tuple(blocks))


def _hands(hands: Sequence[Any]) -> str:
    return " | ".join(map(show, hands))


# ---- the progressive -------------------------------------------------------------------------------


def progressive_section(lives: Sequence[MeterLife]) -> Section:
    says = (
        "A wager adds the increment to the meter; the top award takes all of it and a partial award its share; the "
        "house then puts down a new seed. What goes onto the meter comes off it, and so the averages are exact. "
        "Figures after “about” are no fractions: they lie between computed bounds."
    )
    parts = tuple(Section(title=life.terms.paytable.label, blocks=tuple(_life(life))) for life in lives)
    return Section(title="The progressive", blocks=(Text(says),), parts=parts)


def _life(life: MeterLife) -> Iterator[Block]:
    terms = life.terms
    derived = terms.terms.derived and terms.increment == terms.terms.increment
    yield Facts(
        (
            ("Stake, seed", f"{money(terms.stake)}, {money(terms.seed)}"),
            ("Increment", short_percent(terms.increment) + (", derived: the letter prints none" if derived else "")),
            ("Seats that bet", str(terms.others + 1)),
            ("Top award", f"{terms.top}, one in {_number(terms.one_in)} wagers"),
            ("Mean top award", f"{money(life.mean)} = {_fraction(life.mean)}"),
            ("Its standard deviation", money(Fraction(life.standard_deviation))),
            *((f"{name.capitalize()}", _between(life.award.quantile(chance))) for name, chance in QUANTILES.items()),
            ("Long-run house edge", _exact(terms.house_edge)),
            ("Reseed cost a wager", f"${decimal(terms.reseed_cost, 8)} = {_fraction(terms.reseed_cost)}"),
            ("Paid from the tray", f"${decimal(terms.fixed, 8)} a wager = {_fraction(terms.fixed)}"),
            ("Envy", f"${decimal(terms.envy, 8)} a wager = {_fraction(terms.envy)}"),
            ("Share of the meter", f"{decimal(terms.drain, 10)} a wager = {_fraction(terms.drain)}"),
            ("Break-even meter", f"{money(terms.break_even)} = {_fraction(terms.break_even)}"),
        )
    )
    at_seed, at_mean = life.edge_by_seats(terms.seed), life.edge_by_seats(life.mean)
    yield Ledger(
        caption="By the seats that bet: each brings its envy",
        columns=(
            Column("Seats", wide=True),
            Column("Edge at the seed", right=True),
            Column("Edge at the mean top award", right=True),
            Column("Break-even meter", right=True),
        ),
        rows=tuple(
            (str(seats), _minus(percent(at_seed[seats])), _minus(percent(at_mean[seats])), money(meter))
            for seats, meter in life.break_even_by_seats().items()
        ),
    )
    yield Pictures(tuple(Picture(says, svg) for says, svg in life_pictures(life)))


def _between(value: Between) -> str:
    return f"about ${value.middle:,.0f} ± {ceil(value.error + 0.5)}"


def _number(value: Fraction) -> str:
    return f"{int(decimal(value, 0)):,}"


# ---- simulation ------------------------------------------------------------------------------------


def _simulation(known: Mathematics) -> Section:
    title = "Simulation beside theory"
    made = known.simulation
    if made is None:
        return Section(title=title, blocks=(Text("No rounds were simulated for this report."),))
    return Section(
        title=title,
        blocks=(
            Text(
                f"{made.rounds:,} rounds of {made.seats} seats from seed {made.seed}, dealt and settled by the rules "
                f"themselves; the player plays {made.player}, the dealer {made.house}. Measured at the first seat, "
                "whose rounds are independent. The interval holds the true edge with 99 % confidence; z is the "
                f"distance to theory in standard errors. Repeat it: houseway simulate {made.game} --rounds "
                f"{made.rounds} --seed {made.seed} --seats {made.seats} --decks {made.decks}."
            ),
            Ledger(
                columns=(
                    Column("Wager", wide=True),
                    Column("Paytable"),
                    Column("Edge by theory", right=True),
                    Column("Simulated", right=True),
                    Column("Interval", right=True),
                    Column("z", right=True),
                ),
                rows=tuple(map(_simulated, made.measured)),
                tight=True,
            ),
        ),
    )


def _simulated(each: Measured) -> tuple[str, ...]:
    low, high = (float(each.house_edge) + sign * CONFIDENT * each.standard_error for sign in (-1, 1))
    return (
        each.wager,
        each.paytable.name,
        percent(each.exact.house_edge, 4),
        percent(each.house_edge, 4),
        _minus(f"{100 * low:.4f} to {100 * high:.4f} %"),
        _minus(f"{each.z:+.2f}"),
    )


# ---- the letter's figures --------------------------------------------------------------------------


def _letter(known: Mathematics) -> Section:
    title = "The letter’s figures, derived again"
    findings = known.findings
    if not findings:
        return Section(title=title, blocks=(Text("The letter publishes no figures of this game."),))
    readings = list(dict.fromkeys(f.reading for f in findings if f.reading))
    count = Counter(f.verdict for f in findings)
    said = {f.reading: f.reading_says for f in findings if f.reading}
    tables = [
        Ledger(
            caption=letter,
            columns=(
                Column("Paytable"),
                Column("Figure", wide=True),
                Column("Published", right=True),
                Column("As written", right=True),
                Column("Differs", right=True),
                Column("Under reading", right=True),
                Column("Verdict"),
            ),
            rows=tuple(_finding(f, readings) for f in group),
            tight=True,
        )
        for letter, group in groupby(findings, key=lambda f: f.letter)
    ]
    summary = Text(
        f"Of {len(findings)} published figures {count['follows']} follow from the rules as written, "
        f"{count['follows under a reading']} under a reading named below, {count['not derivable']} cannot be derived "
        f"because the letter does not define them, and {count['does not follow']} remain unexplained."
    )
    blocks: list[Block] = [summary, *tables]
    if readings:
        blocks.append(Text("The readings, and what each takes for granted where the letter is silent:"))
        blocks.append(Items(tuple(r + (f": {said[r]}" if said[r] else "") for r in readings if r)))
    return Section(title=title, blocks=tuple(blocks))


def _finding(finding: Finding, readings: Sequence[str | None]) -> tuple[str, ...]:
    under, difference = finding.exact_under_reading, finding.difference
    return (
        finding.paytable if finding.approved else f"{finding.paytable} (unapproved)",
        finding.figure,
        finding.published.text,
        "" if finding.exact is None else finding.show(finding.exact),
        "" if finding.follows or not difference else _minus(finding.show(difference)),
        "" if under is None else f"{finding.show(under)} ({readings.index(finding.reading) + 1})",
        finding.note or finding.verdict,
    )


# ---- exact fractions, hashes -----------------------------------------------------------------------


def _exactly(known: Mathematics) -> Section:
    return Section(
        title="Every line as fractions",
        blocks=(Text("In lowest terms, for whoever checks the decimals above."),),
        parts=tuple(
            Section(
                title=_titled(figures),
                blocks=(
                    Ledger(
                        columns=(
                            Column("Line", wide=True),
                            Column("Probability", right=True, fixed=True),
                            Column("Contribution", right=True, fixed=True),
                        ),
                        rows=tuple(
                            (line.name, _fraction(line.probability), _fraction(line.contribution))
                            for line in figures.lines
                        ),
                        total=("Together", "", _fraction(-figures.house_edge)),
                        tight=True,
                    ),
                ),
            )
            for figures in known.figures
        ),
    )


def _provenance(known: Mathematics) -> Section:
    game = known.game
    hashes = [("Program, all files", code_digest())]
    hashes += [(f"Letter {letter.id}", letter.digest) for letter in known.letters]
    hashes += [(f"Paytable {p.label}", p.digest) for w in game.wagers for p in game.paytables_of(w)]
    ways = ((game.house_way.label, game.house_way.source), ("Rules for players", game.advice))
    hashes += [(name, way.digest) for name, way in ways if isinstance(way, Way)]
    return Section(
        title="Versions and hashes",
        blocks=(
            Text(
                "The same program with the same inputs makes the same report, byte for byte. Hashes are SHA-256: of a "
                "letter over its file, of a paytable over what it pays, of a house way over what it does."
            ),
            Facts((("houseway", known.version), *libraries())),
            Ledger(
                columns=(Column("What", wide=True), Column("SHA-256", right=True, fixed=True)),
                rows=tuple(hashes),
            ),
            Text(NOTICE),
        ),
    )
