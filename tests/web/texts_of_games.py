"""What the games say to a player beside their names: summaries, lines of paytables, words, hands, what a table offers,
and what the trainer says of it. All of it is asked of the games' own definitions."""

from collections.abc import Iterator

from houseway.game import FAMILIES, Choice, Game
from houseway.games import GAMES
from houseway.table.terms import Terms, filled
from houseway.ways.way import Way
from houseway.web.drill import plain_terms
from houseway.web.hand_ranks import ranked_hands
from houseway.web.lesson import example
from houseway.web.offers import offered, seen_at
from houseway.web.workings import kept_for


def texts_of_games() -> set[str]:
    texts = {text for game in GAMES.values() for text in texts_of_game(game)}
    return texts | {*FAMILIES}


def texts_of_game(game: Game) -> Iterator[str]:
    terms = filled(Terms(game=game.slug))
    yield game.summary
    yield from game.places
    yield from game.hands
    for paytable in game.paytables.values():
        for line, pay in paytable.lines.items():
            yield line
            yield f"pays {pay}"
    yield from offered(terms, game)
    yield from (hand["name"] for hand in ranked_hands(game))
    for number, step in enumerate(game.round):
        if isinstance(step, Choice):
            yield from _of_choice(game, number, step)
    yield from _of_example(game, terms)
    yield from _of_strategies(game)


def _of_choice(game: Game, number: int, step: Choice) -> Iterator[str]:
    for seen in seen_at(game, number):
        yield from (option.word for option in step.options(seen) if not option.drops)
    if step.way is not None:
        source = step.way.source
        yield from (rule.says for rule in source.rules) if isinstance(source, Way) else step.way.rules


def _of_example(game: Game, terms: Terms) -> Iterator[str]:
    """A round that was dealt and won: the names of its hands, and why each wager won or lost."""
    shown = example(plain_terms(terms, game), game)
    if shown is None:
        return
    for named in (*shown["showdown"]["common"].values(), *shown["showdown"]["seats"].values()):
        yield from (*named["names"], named["says"])
    for result in shown["over"]["spots"]["1"]["results"]:
        yield result["reason"]


def _of_strategies(game: Game) -> Iterator[str]:
    kept = kept_for(game)
    for strategy in (each for shoe in kept.shoes for each in shoe.strategies) if kept else ():
        yield f"By the short strategy, by {strategy.basis}"
        for row in strategy.rows if not strategy.columns else ():
            yield from (row.when, row.choose)
