"""Tables that fit a terminal. Colour only on one."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import TYPE_CHECKING, Any, Literal

from rich import box
from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.table import Table
from rich.text import Text

from houseway.analysis.figures import Figures, decimal, money, one_in, percent
from houseway.analysis.progressive import Progressive
from houseway.analysis.strategy import DEAR
from houseway.analysis.verify import Finding
from houseway.cards import show
from houseway.game import Game
from houseway.odds import as_printed
from houseway.paytable import Pay, Paytable
from houseway.reports.shapes import fraction

if TYPE_CHECKING:
    from houseway.analysis.split.solution import Solution
    from houseway.analysis.strategy import Strategy
    from houseway.analysis.way_check import Price, WayCheck
    from houseway.letters.listed import Listed

NOTICE = "A simulator, trainer and reference: not a certificate, and approved by nobody."
NARROWEST = 80
BAR = 18  # characters
CHART_COLOURS = ("cyan", "green", "magenta", "red", "yellow")
LONG_WORD = 14  # a longer one may be broken, so that a table stays narrow
MARKS = {
    "follows": Text("✓", "green"),
    "follows under a reading": Text("≈", "yellow"),
    "not derivable": Text("–", "dim"),
    "is wrong": Text("✗", "yellow"),
    "does not follow": Text("✗", "red"),
}


class Uncropped(Console):
    """A console that never cuts a line off: what is wider than the terminal goes on in its next line."""

    def print(self, *objects: Any, **how: Any) -> None:
        super().print(*objects, **{"crop": False} | how)


def console() -> Console:
    """As wide as the terminal, but never so narrow that a figure would be cut. What a file says is printed
    as it is: nothing in it is taken for markup."""
    out = Uncropped(highlight=False, markup=False)
    out.width = max(out.width, NARROWEST)
    return out


class FigureTable(Table):
    """A table that keeps every figure whole. Columns to the left fold where there is no room; those to the right, which
    are figures, never do. Where the figures alone are wider than the terminal, so is the table."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        texts = [[str(cell) for cell in (column.header, *column.cells)] for column in self.columns]
        widths = [max(cell_len(line) for text in each for line in text.splitlines() or [""]) for each in texts]
        words = [[cell_len(word) for text in each for word in text.split()] for each in texts]
        least = [
            width
            if column.no_wrap
            else max((word for word in found if word <= LONG_WORD), default=min(LONG_WORD, width))
            for column, width, found in zip(self.columns, widths, words, strict=True)
        ]
        between = 2 * len(widths) if self.box else len(widths) - 1
        widths = narrowed(widths, least, options.max_width - between)
        for column, width in zip(self.columns, widths, strict=True):
            column.width = width
        yield from super().__rich_console__(console, options.update(width=sum(widths) + between))


def narrowed(widths: Sequence[int], least: Sequence[int], room: int) -> list[int]:
    """The widths of columns that have so much room: the widest of those that can gives way first."""
    narrow = list(widths)
    while sum(narrow) > room and (can := [place for place, width in enumerate(narrow) if width > least[place]]):
        narrow[max(can, key=lambda place: narrow[place])] -= 1
    return narrow


def figure_table(*columns: str, rows: Iterable[Iterable[str | Text]] = (), head: bool = True) -> Table:
    """A name that begins with > is of a column of figures, to the right."""
    table = FigureTable(box=box.SIMPLE_HEAD if head else None, pad_edge=False, padding=(0, 1, 0, 0), show_header=head)
    for name in columns:
        is_figures = name.startswith(">")
        justify: Literal["left", "right"] = "right" if is_figures else "left"
        table.add_column(name.removeprefix(">"), justify=justify, overflow="fold", no_wrap=is_figures)
    for row in rows:
        table.add_row(*row)
    return table


def print_titled(out: Console, title: str, table: Table, more: str = "") -> None:
    out.print(Text.assemble((title, "bold"), more))
    out.print(table)


def bar(part: Fraction, width: int = BAR) -> str:
    """A part of the widest bar; what the player wins is drawn lighter."""
    eighths = round(abs(part) * width * 8)
    if part < 0:
        return "░" * -(-eighths // 8)
    return "█" * (eighths // 8) + ("", "▏", "▎", "▍", "▌", "▋", "▊", "▉")[eighths % 8]


def print_notice(out: Console) -> None:
    out.print(NOTICE, style="dim")


def print_findings(out: Console, findings: list[Finding]) -> None:
    """One table a letter; the readings and the letter's remarks stand below, so that the tables stay narrow."""
    readings = dict.fromkeys(f.reading for f in findings if f.reading)
    tags = {reading: "abcdefghijklmnopqrstuvwxyz"[i : i + 1] or f"{i + 1}" for i, reading in enumerate(readings)}
    for letter, group in groupby(findings, key=lambda f: f.letter):
        rows = (
            (
                MARKS[f.verdict],
                f.label,
                f.title,
                f.published.text,
                "–" if f.exact is None else f.show(f.exact),
                "" if f.follows or not f.difference else f.show(f.difference),
                "" if f.exact_under_reading is None else f"{tags[str(f.reading)]} {f.show(f.exact_under_reading)}",
            )
            for f in group
        )
        columns = ("", "paytable", "figure", ">published", ">as written", ">differs", ">reading")
        print_titled(out, letter, figure_table(*columns, rows=rows))
    for reading, tag in tags.items():
        rule = next(f for f in findings if f.reading == reading)
        says = f": {rule.reading_says}" if rule.reading_says and ", " not in str(reading) else ""
        note = f"; {rule.note}" if rule.note else ""
        out.print(f"  {tag}  {reading}{says}{note}")
    for f in findings:
        if f.remark and not f.follows:
            out.print(f"  {f.paytable}, {f.title} {f.published.text} {f.verdict}: {f.remark} ({f.source})")
    if not findings:
        out.print("No figure is published.")
        return
    count = Counter(f.verdict for f in findings)
    wrong = f"{count['is wrong']} are wrong, as the letter says why, " if count["is wrong"] else ""
    remarked = sum(f.verdict == "does not follow" and f.explained for f in findings)
    differ = f"{remarked} differ, as the letter says why, " if remarked else ""
    out.print(
        f"\n{len(findings)} published figures: ✓ {count['follows']} follow from the rules as written, "
        f"≈ {count['follows under a reading']} under the reading named, – {count['not derivable']} are not derivable "
        f"(the letter does not define them), ✗ {wrong}{differ}{count['does not follow'] - remarked} remain unexplained."
    )
    sources = dict.fromkeys(f.source for f in findings if not f.approved and f.source)
    if sources:
        out.print(f"Published by {'; '.join(sources)}.")
    print_notice(out)


def print_games(out: Console, games: list[Game]) -> None:
    """What a game is stands in `show`: the list stays short."""
    rows = ((game.slug, game.label, game.family) for game in games)
    print_titled(out, "Games", figure_table("game", "title", "family", rows=rows))
    out.print("Try: houseway show GAME, houseway analyze GAME, houseway strategy GAME, houseway set GAME CARDS")


def print_listed(out: Console, games: "Sequence[Listed]") -> None:
    """The games of the letter's list; what is known and missing stands below, so that the table stays narrow."""
    rows = ((str(g.number), g.title, g.family, g.rules.value, ", ".join(g.games)) for g in games)
    print_titled(out, "The list of 2023", figure_table(">", "title", "family", "rules known", "here", rows=rows))
    for each in games:
        missing = f"Missing: {each.missing}" if each.missing else ""
        words = (f"{each.number:>3}", each.known, missing, f"Looked for: {', '.join(each.looked)}.")
        out.print(" ".join(filter(None, words)))
    here, known = sum(bool(each.games) for each in games), sum(each.rules == "all" for each in games)
    out.print(f"\n{len(games)} games: {here} can be played here; the rules of {known} are public in full.")


def print_game(out: Console, game: Game) -> None:
    from houseway.games.procedure import procedure
    from houseway.letters import letters_of

    out.print(Text.assemble((game.title, "bold"), f"  {game.summary}"))
    decks = f"{game.accepted_decks} decks" if len(game.decks) > 1 else str(game.pack())
    out.print(f"{game.seats} seats; {decks}; {game.order}.")
    out.print("\nThe round", style="bold")
    for number, step in enumerate(procedure(game), 1):
        out.print(f"  {number}. {step}")
    if game.way:
        out.print(f"\n{game.way.label}", style="bold")
        for number, rule in enumerate(game.way.rules, 1):
            out.print(f"  {number}. {rule}")
        if game.way.source:
            out.print(f"  The card: houseway way card {game.slug} -o card.pdf")
    for wager in game.wagers:
        facts = ((f"times the {wager.of}", wager.of and not wager.free), (f"free with the {wager.of}", wager.free))
        more = (*facts, ("outlives a fold", wager.outlives), (f"at most {wager.cap}", wager.cap))
        terms = (wager.clause, *(says for says, holds in more if holds))
        print_titled(out, wager.name, _paytable(game.paytables_of(wager)), f"  {', '.join(terms)}")
    for letter in letters_of(game.letters):
        clauses = figure_table("clause", "in our words", rows=letter.clauses.items())
        print_titled(out, f"{letter.agency}, {letter.date}: {letter.title}", clauses)
        if letter.about:
            out.print(f"  {letter.about}")


def _paytable(tables: tuple[Paytable, ...]) -> Table:
    lines = dict.fromkeys(line for t in tables for line in t.lines)
    rows = ((line, *(_pay(t.lines.get(line)) for t in tables)) for line in lines)
    table = figure_table("line", *(f">{t.label}" for t in tables), rows=rows)
    table.add_row("hash", *(t.digest[:12] for t in tables), style="dim")
    return table


def _pay(pay: Pay | None) -> str:
    if pay is None:
        return ""
    envy = f"  envy ${pay.envy_cents // 100}" if pay.envy_cents else ""
    return as_printed(str(pay)) + envy


def print_figures(out: Console, figures: Figures) -> None:
    title = f"{figures.wager} · {figures.label}"
    title += f" · {figures.play}" if figures.play else ""
    title += f" · {figures.decks} decks" if figures.decks > 1 else ""
    rows = (
        (
            each.name,
            f"{each.combinations:,}",
            percent(each.probability, 5),
            as_printed(each.pay),
            decimal(each.contribution, 6),
        )
        for each in figures.lines
    )
    table = figure_table("line", ">combinations", ">probability", ">pays", ">contribution", rows=rows)
    if figures.envy:
        table.add_row(figures.envy_name, "", "", "", decimal(figures.envy, 6))
    table.add_section()
    table.add_row("total", f"{figures.combinations:,}", "", "", decimal(-figures.house_edge, 6))
    print_titled(out, title, table)
    edge = figures.house_edge
    out.print(f"  house edge {percent(edge, 4)} = {fraction(edge)}", soft_wrap=True)
    risk = f" · element of risk {percent(figures.element_of_risk, 4)}" if figures.action != 1 else ""
    deviation = decimal(Fraction(figures.standard_deviation), 4)
    out.print(f"  hit frequency {percent(figures.hit_frequency, 4)} · standard deviation {deviation}{risk}\n")


def print_analysis(
    out: Console, all_figures: list[Figures], meters: Sequence[Progressive], shown: Mapping[str, Fraction]
) -> None:
    """Figures, each with the meters that it is paid from; `shown` is what was asked for of meters by their names."""
    for figures in all_figures:
        print_figures(out, figures)
        for meter in (meter for meter in meters if meter.paytable.name == figures.paytable):
            print_meter(out, meter, shown.get(meter.meter))
    print_notice(out)


def print_solution(out: Console, all_figures: list[Figures], solution: "Solution") -> None:
    for figures in all_figures:
        print_figures(out, figures)
    if solution.responses.choice_of(solution.house) is not None:
        _print_differences(out, solution)
    print_notice(out)


def print_meter(out: Console, meter: Progressive, at: Fraction | None) -> None:
    derived = " (derived; the letter prints none)" if meter.terms.derived else " (our own)" if meter.terms.own else ""
    out.print(
        f"  {meter.label}: seed {money(meter.seed)}, increment {percent(meter.increment, 3)}{derived}, "
        f"{meter.bettors} seats betting {money(meter.stake)} each"
    )
    out.print(
        f"  top award {one_in(meter.probability(meter.top))}, {money(meter.mean_top)} on average; "
        f"long-run edge {percent(meter.house_edge)}; no edge at a meter of {money(meter.break_even)}"
    )
    if at is not None:
        out.print(f"  at a meter of {money(at)} the edge is {percent(meter.edge_at(at))}")
    out.print()


def _chart(strategy: "Strategy") -> Table:
    """A chart, each word in a colour of its own."""
    rows = [(row.when, row.choose.split()) for row in strategy.rows]
    letters = sorted({cell[0] for _, cells in rows for cell in cells})
    styles = {letter: CHART_COLOURS[number % len(CHART_COLOURS)] for number, letter in enumerate(letters)}
    table = figure_table("", *strategy.columns)
    for when, cells in rows:
        table.add_row(when, *(Text(cell, style=styles[cell[0]]) for cell in cells))
    return table


def print_strategy(out: Console, game: Game, strategy: "Strategy") -> None:
    if strategy.columns:
        table = _chart(strategy)
    else:
        rows = ((row.when, row.choose, f"{row.hands:,}") for row in strategy.rows)
        table = figure_table("when", "do", ">hands", rows=rows)
    print_titled(out, f"{game.label}: {strategy.basis}", table)
    out.print(
        f"  edge {percent(strategy.house_edge)} against {percent(strategy.best_edge)} for perfect play: "
        f"it costs {percent(strategy.cost, 6)} of a bet" + (DEAR if strategy.is_dear else "")
    )
    curve = figure_table(">lines", ">costs", "")
    dearest = strategy.cost_of(strategy.curve[0])
    for length in strategy.curve:
        cost = strategy.cost_of(length)
        mark = " this card" if length.house_edge == strategy.house_edge else ""
        curve.add_row(str(length.lines), percent(cost), "█" * round(30 * cost / dearest if dearest else 0) + mark)
    print_titled(out, "What the best card found of each length costs", curve)


def _print_differences(out: Console, solution: "Solution") -> None:
    """Where copying the house way costs a player most."""
    rows = (
        (
            show(hand.cards),
            *(" | ".join(map(show, cut)) for cut in (hand.played, hand.best)),
            percent(hand.cost, 2),
        )
        for hand in solution.differences(solution.house, 8)
    )
    table = figure_table("such as", "house way", "best", ">costs", rows=rows)
    print_titled(out, "Hands on which copying the house way gives up most", table)


def print_way_check(out: Console, check: "WayCheck", price: "Price | None") -> None:
    way = check.way
    out.print(Text.assemble((f"{way.name} {way.version}", "bold"), f" for {way.game}, hash {way.digest[:12]}"))
    decided = enumerate(zip(way.rules, check.decided_by, strict=True), 1)
    rows = ((str(number), rule.says, f"{hands:,}") for number, (rule, hands) in decided)
    out.print(figure_table(">", "rule", ">hands", rows=rows))
    if check.first_undecided:
        hand = show(check.first_undecided)
        out.print(f"✗ {check.undecided:,} of {check.hands:,} hands are undecided, such as {hand}")
    if check.first_fouled:
        out.print(f"✗ {check.fouled:,} of {check.hands:,} hands are fouled, such as {show(check.first_fouled)}")
    if price:
        out.print(f"✓ decides all {check.hands:,} hands and fouls none")
        edge, copied = price.best_play, price.copied
        out.print(f"  edge {percent(edge)} against best play = {fraction(edge)}", soft_wrap=True)
        out.print(f"  edge {percent(copied)} against a player who copies it")
