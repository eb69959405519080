"""Method, assumptions and definitions: what is meant by each figure, what it takes for granted, how it was counted."""

from collections.abc import Iterator, Sequence
from typing import Final

from houseway.analysis.exact.counted_by import CARDS_ALONE, NEXT_CARD, counted_by
from houseway.analysis.exact.facts import Facts, facts
from houseway.analysis.exact.figures import BEST, FOR_ITSELF, FOR_MAIN, HOUSE_WAY
from houseway.analysis.exact.question import question
from houseway.analysis.figures import short_percent
from houseway.cards import decks_in_words
from houseway.game import Game, Wager, is_progressive
from houseway.reports.document import Block, Column, FactList, Items, Ledger, Section, Text, wide
from houseway.reports.mathematics.subject import Mathematics

SPLITS: Final = "ShoeHands"
METHODS: Final = {
    CARDS_ALONE: "the cards that the wager looks at are put into classes of cards that count alike, and in how many "
    "ways each class is dealt is counted",
    NEXT_CARD: "every card that a seat can take next, after every hand with which it takes one",
    "GradedRemoval": "every hand of the seat against every hand of the dealer, suits forgotten, each weighed by what "
    "is left in the pack",
    "Removal": "every hand of the seat but for the names of suits; the dealer’s hands below each strength, less those "
    "that hold the seat’s cards, by inclusion and exclusion",
    "Patterns": "the dealer’s hands by their ranks, put right for each flush; every hand of the seat but for the names "
    "of suits",
    "Suits": "the dealer’s hands suit by suit, multiplied as polynomials; every hand of the seat but for the names of "
    "suits",
    "Exchange": "removal by inclusion and exclusion, once for every card that can come for one that is given up",
    "Streets": "backward from the last common card: what every course of words comes to, street by street",
    "Boards": "on every kind of whole board every pair of cards is ranked once, and counted against all that avoid it; "
    "then backward from choice to choice",
    "Sets": "every packet against every packet of the dealer that avoids it, both set as hands, by the solver of split "
    "packets",
    "OpenSets": "over all deals whether some setting wins both matchups against the dealer’s open hands, or one",
    SPLITS: "every hand of the seat against each open card of the dealer, whose further cards are counted from what is "
    "left in the shoe; hands of a split by inclusion and exclusion",
    "Tree": "every way that a round can go, step by step; states that no hand tells apart are one",
}
PLAYS: Final = {
    BEST: "at every choice the option that wins most of the main wagers, with best play after it; of equals the first",
    HOUSE_WAY: "the seat’s cards are set as the house sets its own",
    FOR_ITSELF: "at every choice the option that wins most of this wager, whatever becomes of the main wagers",
    FOR_MAIN: "as best play of the main wagers has it, whatever becomes of this wager",
}


def method_section(subject: Mathematics) -> Section:
    parts = (
        Section(title="How each figure was counted", blocks=tuple(_counted(subject))),
        Section(title="What is assumed", blocks=(Items(tuple(_assumed(subject))),)),
        Section(title="Definitions", blocks=(FactList(tuple(_definitions(subject))),)),
    )
    says = (
        "Counts are whole numbers, and all that follows from them is a fraction; decimals are rounded from fractions "
        "when they are printed. The function that settles a live wager is the one that is asked here how each hand "
        "ends. No figure is sampled unless it says so."
    )
    return Section(title="Method, assumptions and definitions", blocks=(Text(says),), parts=parts)


def _counted(subject: Mathematics) -> Iterator[Block]:
    game = subject.game
    if game.main:
        yield Text(
            f"The method follows from facts of the steps, never from the name of the game. {_facts(game, subject)}"
        )
    else:
        yield Text("The method follows from facts of the steps, never from the name of the game.")
    named = [(_wagers(game, wager.name), counted_by(game, wager, subject.decks)) for wager in _asked(game)]
    yield Ledger(
        columns=(Column("Wager"), *wide("Counted so")),
        rows=tuple((wager, _sentence(METHODS[method])) for wager, method in named),
    )
    plays = dict.fromkeys(each.play for each in subject.figures if each.play)
    if plays:
        yield Ledger(
            caption="How a seat plays, in the words of the tables",
            columns=(Column("Play"), *wide("What it is")),
            rows=tuple((play, _sentence(PLAYS.get(play, "as the strategy of that name has it"))) for play in plays),
        )


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."


def _asked(game: Game) -> Iterator[Wager]:
    yield from game.main[:1]
    yield from (wager for wager in game.wagers if wager not in game.main)


def _wagers(game: Game, name: str) -> str:
    together = [wager.name for wager in game.main]
    return " with ".join((together[0], ", ".join(together[1:]))) if name in together[:1] and together[1:] else name


def _facts(game: Game, subject: Mathematics) -> str:
    known = facts(question(game, decks=subject.decks))
    return f"Of the main wagers these are: {', '.join(_read_off(known))}."


def _read_off(known: Facts) -> Iterator[str]:
    yield f"{known.choices or 'no'} choice{'s' if known.choices != 1 else ''}" + (
        ", one of which goes on until a seat stops" if known.goes_on else ""
    )
    hidden = ", ".join(f"{number} cards of the {place}" for place, number in known.hidden.items())
    if known.choices:
        yield f"face down at the last choice {hidden or 'no cards'}"
    if known.draws:
        yield "cards are drawn or exchanged"
    if known.cuts:
        yield "options set the seat’s cards"
    if known.ways:
        yield "the dealer’s cards are set by a house way"
    yield "suits never count" if known.grades else "suits count"


def _assumed(subject: Mathematics) -> Iterator[str]:
    game, decks = subject.game, decks_in_words(subject.decks)
    yield (
        f"Every order of the pack is equally likely before every round: {game.pack(subject.decks)}, {decks}. Nothing "
        "is known of cards that were dealt before, and no cut card ends a shoe."
    )
    yield (
        "A seat sees its own cards and those that lie open, and no other seat’s. Cards of other seats are as unknown "
        "to it as those that are left in the pack: so its figures are the same however many seats are dealt in, but "
        "for envy."
    )
    yield "Rules are read as written, unless a table names another reading. Fractions of a cent are not rounded."
    if game.choices:
        yield "Play never errs, and does not change with the stakes; what errors cost is in the chapter of strategy."
    else:
        yield "Nothing is chosen after the wagers are placed."
    for life in subject.lives:
        terms = life.terms
        derived = " (derived: the letter prints none)" if terms.has_derived_increment else ""
        derived = " (our own: no source prints one)" if terms.has_own_increment else derived
        yield (
            f"{terms.label}: {terms.dealt} seats are dealt in and {terms.bettors} of them bet it; every wager adds "
            f"{short_percent(terms.increment)} to the meter{derived}; envy is paid for {terms.reading}. The edge is "
            "that over the long run, at the mean top award."
        )
    if any(counted_by(game, wager, subject.decks) == SPLITS for wager in game.main[:1]):
        yield (
            "All hands of a split are played by one strategy, and each is counted by itself, so means are exact. How "
            "hands of one split end together is not told: a line stands for all of them, and every variance, standard "
            "deviation, volatility index and interval of the main wagers is the most that it can be."
        )


def _definitions(subject: Mathematics) -> Iterator[tuple[str, str]]:
    first = subject.game.main[0].name if subject.game.main else "the wager"
    yield "Unit, net of 1", f"What a stake of 1 on {first} wins, all that is added later counted; its own loss is −1."
    yield "Combinations", "Ways to deal and play a round that end in the line; all together they are the total."
    yield "Probability", "Combinations of the line over the total."
    yield (
        "House edge",
        "What the house keeps of a stake of 1 on average: the sum of probability times net, sign turned.",
    )
    yield "Contribution", "Probability times net: what a line adds to the player’s return."
    yield "Hit frequency", "How often a wager wins more than nothing; of a progressive how often any line is paid."
    yield "Push frequency", "How often nothing is won or lost."
    yield (
        "Average total staked",
        "The mean of all that is staked on the wager in a round, later stakes counted; in units.",
    )
    yield "Element of risk", "House edge over the average total staked: what is kept of each dollar that is staked."
    yield (
        "Variance, deviation",
        "Of what a stake of 1 wins in one round; the standard deviation is the variance’s root.",
    )
    yield "Volatility index", "A quantile of the normal curve times the standard deviation of one round, in units."
    yield (
        "Handle, hold",
        "The handle is all that is staked. The hold is what the house keeps, as a share of the stakes.",
    )
    yield "Drop", "What players buy chips with at the table; the hold of the drop is what the house keeps of that."
    yield (
        "Covariance",
        "The mean of the product of what two wagers win, less the product of their means; in units squared.",
    )
    if any(is_progressive(wager) for wager in subject.game.wagers):
        yield "Break-even meter", "What the meter must show for one wager to have no edge."


def methods_named(games: Sequence[Game]) -> set[str]:
    """All methods by which the wagers of these games are counted."""
    return {counted_by(game, wager) for game in games for wager in game.wagers}
