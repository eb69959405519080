"""The dealer's card of a house way, and the player's of a short strategy: one page, to be read across a table.

A list of rules is printed as it is, a long one in two columns. A points card becomes a table for each hand; entries of
two ranks (Mid without a pair) become a grid, because a grid is found by eye and a list is not.
"""

from pathlib import Path
from typing import TYPE_CHECKING, Literal, cast

from houseway.analysis.figures import percent
from houseway.cards import RANKS
from houseway.game import Game
from houseway.reports.output import CARD, write_output
from houseway.reports.paper import minus
from houseway.reports.terminal import NOTICE
from houseway.ways.way import Way

if TYPE_CHECKING:
    from houseway.analysis.strategy import Strategy

DESCENDING = RANKS[::-1]
MOST_IN_A_COLUMN = 20  # rules, in the largest type

PAGE = """
#set page(width: 297mm, height: 210mm, margin: 10mm)
#set text(font: ("Libertinus Serif", "DejaVu Serif"), size: 11pt)
#set table(stroke: 0.4pt + luma(150), inset: (x: 5pt, y: 3.7pt), align: center + horizon)
#let felt = rgb("#0b5d3b")
#let head(body) = block(fill: felt, inset: (x: 6pt, y: 3pt), radius: 2pt, text(fill: white, weight: "bold", body))
#let shade(n) = felt.lighten(100% - calc.max(0, calc.min(n, 99)) * 0.55%)
#let cell(n) = table.cell(fill: shade(n), str(n))
"""


def write_card(game: Game, way: Way, output: Path) -> None:
    _write(way.name, card_source(game, way), output)


def write_player_card(title: str, strategy: "Strategy", output: Path) -> None:
    """A short strategy on one page, with what it costs and what a line less or more would."""
    _write(f"the strategy of {title}", player_card_source(title, strategy), output)


def _write(name: str, page: str, output: Path) -> None:
    kind = CARD.check(output)
    import typst

    source = page.encode()
    pages = typst.compile(source, format="svg")
    if not isinstance(pages, bytes):
        raise ValueError(f"{name} does not fit one card: it takes {len(pages)} pages")
    write_output(output, typst.compile(source, format=cast(Literal["pdf", "png", "svg"], kind), ppi=110.0))


def card_source(game: Game, way: Way) -> str:
    own = game.way if game.way and game.way.source is way else None
    source = f"From the letter {own.letter}." if own and own.letter else "Unapproved: from no letter."
    return _page(
        title=f"{game.title}: {way.name}, version {way.version}",
        says=way.about,
        body="#v(1mm)\n" + (_points(way) if way.points else _rules(way)),
        foot=f"{source} {NOTICE} Hash {way.digest[:16]}.",
    )


def player_card_source(title: str, strategy: "Strategy") -> str:
    decks = f", {strategy.decks} decks" if strategy.decks > 1 else ""
    lines = "".join(f"strong({_text(row.when)}), {_text(row.choose)},\n" for row in strategy.rows)
    costs = ", ".join(f"[{each.lines}], [{percent(strategy.cost_of(each))}]" for each in strategy.curve)
    return _page(
        title=f"{title}: how to play{decks}",
        says=f"By {strategy.basis}. It costs {percent(strategy.cost)} of a bet.",
        body="#v(2mm)\n#grid(columns: (1fr, auto), column-gutter: 8mm,\n"
        f"  [#text(size: 12pt, table(columns: (auto, 1fr), align: left + horizon, inset: 5pt,\n{lines}))],\n"
        f"  [#head[Lines, and what the best found costs]\n#table(columns: 2, align: right, {costs})],\n)\n",
        foot=f"{strategy.game}, for the main wager alone; a strategy of ours, from no letter. {NOTICE}",
    )


def _page(*, title: str, says: str, body: str, foot: str) -> str:
    return (
        f'{PAGE}#text(size: 18pt, weight: "bold", fill: felt, {_text(title)})\n#v(-3mm)\n'
        f"#text(size: 11.5pt, {_text(says)})\n{body}"
        f"#place(bottom, text(size: 7.5pt, fill: luma(90), {_text(foot)}))\n"
    )


def _rules(way: Way) -> str:
    says = [rule.says for rule in way.rules]
    if len(says) <= MOST_IN_A_COLUMN:
        return f"#v(4mm)\n#text(size: 15pt, {_enum(says, 1, 4.5)})\n"
    half = -(-len(says) // 2)
    size, spacing = (14, 4.5) if half <= MOST_IN_A_COLUMN - 6 else (11, 2.6)
    columns = f"{_enum(says[:half], 1, spacing)}, {_enum(says[half:], half + 1, spacing)}"
    return f"#v(2mm)\n#text(size: {size}pt, grid(columns: (1fr, 1fr), column-gutter: 8mm, {columns}))\n"


def _enum(says: list[str], first: int, spacing: float) -> str:
    items = "".join(f"  [#{_text(each)}],\n" for each in says)
    return f"enum(start: {first}, spacing: {spacing}mm,\n{items})"


def _points(way: Way) -> str:
    columns = []
    for hand in way.split.hands:
        entries = {bound.text: number for bound, number in way.points.get(hand, ())}
        paired = {text: n for text, n in entries.items() if _is_two_ranks(text)}
        single = {text: n for text, n in entries.items() if text not in paired}
        on_diagonal = {f"pair {rank}" for rank in RANKS} if paired else ()
        beside = {text: n for text, n in single.items() if text not in on_diagonal}
        grid = _grid(paired, single) if paired else ""
        columns.append(f"#head[{hand}]\n" + grid + (_list(beside) if beside else ""))
    ties = ", then ".join(f"the stronger {hand}" for hand in way.rules[0].order[1:])
    steps = [f"Equal sums: {ties}."] if ties else []
    steps += ["Never a setting that fouls."] if way.rules[0].without_fouling else []
    bonuses = _bonuses(way) if way.bonuses else ""
    columns[-1] += f"#v(3mm)\n{bonuses}#v(2mm)\n" + "".join(f"#text(size: 10pt, {_text(step)})\n\n" for step in steps)
    widths = "1.25fr, 2.5fr, 1fr" if len(columns) == 3 else ", ".join(["1fr"] * len(columns))
    cells = ",\n".join(f"[\n{column}]" for column in columns)
    return f"#grid(columns: ({widths}), column-gutter: 6mm,\n{cells})\n"


def _list(entries: dict[str, int]) -> str:
    """The entries in two columns, best first."""
    rows = sorted(entries.items(), key=lambda entry: -entry[1])
    half = -(-len(rows) // 2) if len(rows) > 14 else len(rows)
    tables = "".join(f"{_table(part)},\n" for part in (rows[:half], rows[half:]) if part)
    return f"#grid(columns: 2, column-gutter: 3mm,\n{tables})\n"


def _table(rows: list[tuple[str, int]]) -> str:
    cells = ", ".join(f"table.cell(align: left, {_text(_label(text))}), cell({n})" for text, n in rows)
    return f"table(columns: 2, {cells})"


def _grid(paired: dict[str, int], single: dict[str, int]) -> str:
    """A row for the higher card, a column for the other; pairs stand on the diagonal."""
    header = ", ".join(["[]", *(f"[*{rank}*]" for rank in DESCENDING)])
    rows = []
    for i, high in enumerate(DESCENDING):
        cells = [f"[*{high}*]"]
        for j, other in enumerate(DESCENDING):
            number = single.get(f"pair {high}") if i == j else paired.get(f"{high} {other}")
            cells.append("[]" if j < i or number is None else f"cell({number})")
        rows.append(", ".join(cells))
    body = ",\n".join([header, *rows])
    return f"#table(columns: (auto, ..(1fr,) * 13), inset: (x: 2pt, y: 7.9pt), {body})\n"


def _bonuses(way: Way) -> str:
    """What the hands of a setting change for each other."""
    cells = [minus(f"table.cell(align: left, {_text(bonus.says)}), [*{bonus.points:+d}*]") for bonus in way.bonuses]
    return f"#head[Then add every line that holds]\n#text(size: 10pt, table(columns: 2, {', '.join(cells)}))\n"


def _is_two_ranks(text: str) -> bool:
    words = text.split()
    return len(words) == 2 and all(len(word) == 1 and word in RANKS for word in words)


def _label(text: str) -> str:
    """`straight K` is named by its highest card."""
    *kind, last = text.split()
    named = len(last) == 1 and last in RANKS and kind in (["straight"], ["flush"])
    return f"{text} high" if named else text


def _text(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
