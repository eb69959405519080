"""The page of the catalogue: every game with its wagers' exact figures, and what others publish of them.

It is written from the workings that are kept (`web/worked_out`), so that nothing is solved for it. The tests hold
them against the analysis: some in `make test`, all in `make soak`.
"""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

from houseway.analysis.figures import Figures, decimal, percent
from houseway.analysis.verify import Finding
from houseway.game import FAMILIES, Game
from houseway.games import GAMES
from houseway.letters import letters_of
from houseway.letters.listed import listed_games
from houseway.web.workings import Workings, kept_workings

RARE = Fraction(1, 1000)  # what is said less often is not told one by one
VERDICTS = ("follows", "follows under a reading", "is wrong", "does not follow", "not derivable")


def catalogue_page(generated: str) -> str:
    kept = {slug: each for slug in GAMES if (each := kept_workings(slug))}
    return "".join((_opening(generated, kept), *(_game(GAMES[slug], each) for slug, each in kept.items())))


def _opening(generated: str, kept: dict[str, Workings]) -> str:
    findings = [finding for each in kept.values() for finding in each.findings]
    count = Counter(finding.verdict for finding in findings)
    told = ", ".join(f"{count[verdict]} *{verdict}*" for verdict in VERDICTS if count[verdict])
    text = f"# The catalogue\n\n{generated}"
    text += (
        "Every game with its wagers, exactly, and the figures that others publish, each with its source and a verdict. "
        "A figure *follows* when the exact one rounds to it; one that was cut off or rounded up follows under that "
        "reading. One that *is wrong by* so much is wrong by the exact figure less the published one. "
        "A simulator, trainer and reference; not a certificate. "
        "What stands in no letter of an agency is marked unapproved; the names of games belong to their owners.\n\n"
        f"{len(kept)} games, {sum(1 for _ in _rows(kept))} paytables, {len(findings)} published figures: {told}.\n\n"
        "| game | family | of the list of 2023 | first wager | house edge | element of risk |\n"
        "|---|---|--:|---|--:|--:|\n"
    )
    for game, first in sorted(_firsts(kept), key=lambda row: (FAMILIES.index(row[0].family), row[1].house_edge)):
        numbers = ", ".join(str(each.number) for each in listed_games() if game.slug in each.games)
        link = f"[{game.title}](#{_anchor(game)})"
        edges = f"{percent(first.house_edge, 4)} | {percent(first.element_of_risk, 4)}"
        text += f"| {link} | {game.family} | {numbers} | {first.wager} | {edges} |\n"
    return text


def _firsts(kept: dict[str, Workings]) -> Iterator[tuple[Game, Figures]]:
    for slug, workings in kept.items():
        first = next(_figures(GAMES[slug], workings), None)
        if first:
            yield GAMES[slug], first


def _rows(kept: dict[str, Workings]) -> Iterator[str]:
    for slug in kept:
        yield from GAMES[slug].paytables


def _figures(game: Game, workings: Workings) -> Iterator[Figures]:
    """In the order of the paytables; figures of wagers that are played together stand once."""
    shoes = {shoe.decks: shoe.figures for shoe in workings.shoes}
    met: list[Figures] = []
    for name in game.paytables:
        for figures in shoes[_decks(game, workings, name)].get(name, ()) if shoes else ():
            if figures not in met:
                met.append(figures)
                yield figures


def _decks(game: Game, workings: Workings, table: str) -> int:
    """The usual shoe, or the one that figures of the table are published for if they are for no other that is worked
    out."""
    worked_out = {shoe.decks for shoe in workings.shoes}
    named = [finding.decks or game.default_decks for finding in workings.findings if finding.paytable == table]
    published = [decks for decks in named if decks in worked_out]
    return published[0] if published and game.default_decks not in published else game.default_decks


def _game(game: Game, workings: Workings) -> str:
    text = f"\n## {game.title}\n\n{game.summary}"
    if not all(table.approved for table in game.paytables.values()):
        text += " **Unapproved.** " + " ".join(letter.about for letter in letters_of(game.letters))
    text += "\n\n| wager | paytable | decks | house edge | exactly | element of risk | average bet | folds | hits | "
    text += "deviation |\n|---|---|--:|--:|--:|--:|--:|--:|--:|--:|\n"
    found = list(_figures(game, workings))
    text += "".join(map(row_of, found))
    if found and found[0].choices:
        text += (
            f"\nPer unit of the first wager, with all that best play adds to it. A seat then says: {_said(found[0])}.\n"
        )
    if workings.findings:
        text += "\n| paytable | figure | published | exact | verdict | source |\n|---|---|--:|--:|---|--:|\n"
        sources = list(dict.fromkeys(each.source for each in workings.findings))
        text += "".join(_finding(each, sources.index(each.source) + 1) for each in workings.findings)
        text += "\n" + "".join(f"{number}. {source}\n" for number, source in enumerate(sources, 1))
    return text


def _said(figures: Figures) -> str:
    """What a seat says over the round, the most frequent first; what is rare only by its number."""
    often = sorted(figures.choices.items(), key=lambda each: -each[1])
    shown = [f"{words} {percent(chance, 4)}" for words, chance in often if chance >= RARE]
    rest = len(often) - len(shown)
    return "; ".join(shown) + (f"; {rest} others, each in less than {percent(RARE, 2)}" if rest else "")


def row_of(each: Figures) -> str:
    """The figures of a wager on a paytable."""
    play = f", {each.play}" if each.play else ""
    cells = (
        f"{each.wager}{play}",
        each.paytable,
        str(each.decks),
        f"**{percent(each.house_edge, 4)}**",
        f"`{each.house_edge}`",
        percent(each.element_of_risk, 4),
        decimal(each.action, 4),
        percent(each.folds, 4) if each.folds else "",
        percent(each.hit_frequency, 4),
        f"{each.standard_deviation:.4f}",
    )
    return f"| {' | '.join(cells)} |\n"


def _finding(each: Finding, source: int) -> str:
    exact = "" if each.exact is None else each.show(each.exact)
    under = f": {each.reading}" if each.reading else ""
    wrong = f" by {each.show(each.difference)}" if each.verdict == "is wrong" and each.difference else ""
    remark = f": {each.remark}" if each.remark and not each.follows else ""
    verdict = f"{each.verdict}{wrong}{under}{remark}"
    cells = (each.paytable, each.title.replace("|", "or"), each.published.text, exact, verdict, str(source))
    return f"| {' | '.join(cells)} |\n"


def _anchor(game: Game) -> str:
    kept = "".join(letter for letter in game.title.lower() if letter.isalnum() or letter in " -_")
    return kept.replace(" ", "-")
