"""What a player wins who knows more cards than the round shows him: exactly where that is short work, else sampled;
kept, and gone on with after a break."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from math import comb
from typing import Any, BinaryIO, Final

from houseway.analysis.exact.facts import method_for, method_for_sight
from houseway.analysis.exact.grades import GradedRemoval
from houseway.analysis.exact.knowing import showing
from houseway.analysis.exact.knowledge import Knowledge, Sampled, Samples
from houseway.analysis.exact.one_choice import OneChoice
from houseway.analysis.exact.one_sight import OneSight
from houseway.analysis.exact.question import Question, question, without
from houseway.analysis.exact.shared_grades import Part, SharedGrades
from houseway.analysis.gain import Gain
from houseway.cards import JOKER, rank_of
from houseway.game import SEAT, Deal, Game
from houseway.work.ends import ends_of
from houseway.work.engine import Engine, Job, Progress, do, on_cores
from houseway.work.kept import KeptFile
from houseway.work.key import KeptKind, key

SAMPLES: Final = 4_000  # unless it is said
BATCH: Final = 50
FEW_STEPS: Final = 300_000_000  # of a count by grades: a quarter of a minute
FEW_SIGHTS: Final = 20_000_000  # of a hand and of cards that lie open


def gain_of(
    game: Game,
    knowledge: Knowledge,
    *,
    decks: int | None = None,
    samples: int | None = None,
    seed: int = 1,
    exact: bool = False,
    otherwise: int = SAMPLES,
    engine: Engine | None = None,
    progress: Progress | None = None,
) -> Gain:
    """`samples` asks for so many of them, `exact` for a count that may take long; `otherwise` there are so many
    samples where a count would."""
    asked = _refused(game, knowledge, decks)
    won = None
    if knowledge.dead + knowledge.shown:
        won = None if samples and not exact else _exactly(asked, knowledge, engine, progress, long=exact)
        if won is None:
            _refuse_long(asked, exact=exact)
    edge = -ends_of(asked, progress=progress).mean(asked.net)
    found = Gain(
        game=game.slug,
        decks=asked.pack.decks,
        knowledge=knowledge,
        house_edge=edge,
        gain=Fraction(0),
        hand=hand_size(game),
    )
    if not knowledge.dead + knowledge.shown:
        return found
    if won is not None:
        return replace(found, gain=won + edge)
    sampled = _sampled(asked, knowledge, samples or otherwise, seed, progress)
    mean = Fraction(sampled.mean).limit_denominator(10**12)
    return replace(found, gain=mean, samples=sampled.samples, standard_error=sampled.standard_error)


def hand_size(game: Game) -> int:
    """How many cards a seat is dealt."""
    return sum(step.cards for step in game.round if isinstance(step, Deal) and SEAT.place in step.to.places)


def _refused(game: Game, knowledge: Knowledge, decks: int | None) -> Question:
    """The question of one who knows no more than others; what cannot be known is refused."""
    if not (game.choices and game.main):
        raise ValueError(
            f"{game.slug}: nobody chooses anything, so nothing is won by knowing a card once the bets are made; before "
            f"that a wager is worth what `houseway analyze {game.slug} --removed` and `houseway count` say"
        )
    asked = question(game, decks=decks)
    if knowledge.shown:
        showing(game, knowledge.place, knowledge.shown)
    return asked


# ---- exactly


def _exactly(
    asked: Question, knowledge: Knowledge, engine: Engine | None, progress: Progress | None, *, long: bool
) -> Fraction | None:
    """What a round wins on average; nothing where no method takes it, or where it would take long."""
    if knowledge.shown and not knowledge.dead:
        shown = replace(asked, game=showing(asked.game, knowledge.place, knowledge.shown))
        return ends_of(shown).mean(asked.net) if _takes_open_cards(shown, long=long) else None
    if knowledge.shown:
        return None
    kind = method_for(asked)
    if kind is GradedRemoval and not any(getattr(step, "up", 0) for step in asked.game.round):
        shared = SharedGrades(GradedRemoval(asked), knowledge.dead)
        return _shared(asked, shared, engine, progress) if long or shared.steps <= FEW_STEPS else None
    if knowledge.dead == 1 and (long or kind.__name__ in ("Removal", "ShoeHands", "Streets")):
        return _one_dead(asked, progress)
    return None


def _takes_open_cards(shown: Question, *, long: bool) -> bool:
    kind = method_for(shown).__name__
    if kind in ("ShoeHands", "GradedRemoval"):
        return True
    if kind != "Removal":
        return False
    once = OneChoice(shown)
    classes = comb(len(shown.cards), once.size) // 24
    return long or classes * comb(len(shown.cards) - once.size, once.up) <= FEW_SIGHTS


def _one_dead(asked: Question, progress: Progress | None) -> Fraction:
    """A card that is known to be dead is any of the pack; two of a rank are one to a game."""
    tell = progress or (lambda _done, _total: None)
    ranks = Counter(rank_of(card) if card != JOKER else 0 for card in asked.cards)
    first = {rank_of(card) if card != JOKER else 0: card for card in asked.cards}
    won = Fraction(0)
    for number, (rank, copies) in enumerate(ranks.items()):
        tell(number, len(ranks))
        left = replace(asked, cards=without(asked.cards, (first[rank],)))
        won += copies * ends_of(left).mean(asked.net)
    tell(len(ranks), len(ranks))
    return won / len(asked.cards)


def _shared(asked: Question, shared: SharedGrades, engine: Engine | None, progress: Progress | None) -> Fraction:
    kept = KeptFile.of(f"{knowing_key(asked, 'counted', shared.dead)}.json")
    parts = shared.parts()

    def whole(file: BinaryIO) -> dict[str, int] | None:
        sums: dict[str, int] = json.load(file)
        return sums if len(sums) == len(parts) else None

    def go_on() -> dict[str, int]:
        sums: dict[str, int] = kept.read(json.load) or {}

        def add(part: Part, won: int) -> int:
            sums[_named(part)] = won
            return len(sums)

        do(
            Job(run=_won, shared=shared, parts=[part for part in parts if _named(part) not in sums]),
            add,
            done=len(sums),
            total=len(parts),
            engine=engine or on_cores(1),
            progress=progress,
            keep=lambda: kept.write(lambda file: file.write(json.dumps(sums).encode())),
        )
        return sums

    return shared.mean(sum(kept.once(whole, go_on).values()))


def _won(shared: SharedGrades, part: Part) -> int:
    return shared.won(part)


def _named(part: Part) -> str:
    return " ".join(map(str, part))


# ---- sampled


def _sampled(asked: Question, knowledge: Knowledge, samples: int, seed: int, progress: Progress | None) -> Sampled:
    """The batches that are asked for: those that are kept, and the others."""
    drawn = Samples(asked.game, asked.pack.decks, knowledge, seed, BATCH)
    kept = KeptFile.of(f"{knowing_key(asked, 'sampled', knowledge, seed, BATCH)}.json")
    wanted = range(-(-samples // BATCH))

    def whole(file: BinaryIO) -> dict[str, list[float]] | None:
        rows: dict[str, list[float]] = json.load(file)
        return rows if all(str(number) in rows for number in wanted) else None

    def go_on() -> dict[str, list[float]]:
        rows: dict[str, list[float]] = kept.read(json.load) or {}

        def add(number: int, batch: Sampled) -> int:
            rows[str(number)] = [batch.samples, batch.gain, batch.squares]
            return len(rows) * BATCH

        do(
            Job(run=_batch, shared=drawn, parts=[number for number in wanted if str(number) not in rows]),
            add,
            done=len(rows) * BATCH,
            total=len(wanted) * BATCH,
            engine=on_cores(1),  # what hands are worth is asked once for all samples
            progress=progress,
            keep=lambda: kept.write(lambda file: file.write(json.dumps(rows).encode())),
        )
        return rows

    rows = kept.once(whole, go_on)
    total = Sampled()
    for number in wanted:
        total.add(Sampled(*_row(rows[str(number)])))
    return total


def _row(row: list[float]) -> tuple[int, float, float]:
    samples, gain, squares = row
    return int(samples), gain, squares


def _batch(drawn: Samples, number: int) -> Sampled:
    return drawn.batch(number)


def _refuse_long(asked: Question, *, exact: bool) -> None:
    """Where it is not counted, and every sample would take as long as a game."""
    if exact:
        raise ValueError(f"{asked.game.slug}: what such a player wins is not counted exactly")
    if method_for_sight(asked).__name__ not in (GradedRemoval.__name__, OneSight.__name__, "SetSight"):
        raise ValueError(f"{asked.game.slug}: what such a player wins is not sampled, each deal would take too long")


def knowing_key(asked: Question, *more: object) -> str:
    wagers = [wager for wager in asked.game.wagers if wager.name in asked.wagers]
    pays: Mapping[str, Any] = {wager.name: asked.pays[wager.name].lines for wager in wagers}
    return key(KeptKind.KNOWING, asked.game.round, wagers, asked.cards, pays, *more)
