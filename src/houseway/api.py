"""The library's front door: what the command line does, as typed functions.

>>> import houseway
>>> [figures] = houseway.analyze("supreme-99", wager="Pair Fortunes")
>>> figures.house_edge
Fraction(9852, 270725)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, cast

from houseway import __version__
from houseway.analysis.bonus import bonus_figures
from houseway.analysis.figures import Figures
from houseway.analysis.progressive import Progressive, progressive
from houseway.analysis.verify import Finding, letter_faults
from houseway.analysis.verify import verify as verify_letter
from houseway.cards import Cards, check_dealable, parse_hand, show
from houseway.faults import FileFaults
from houseway.game import Bonus, Contest, Game, HouseWay, Setting, Wager, is_progressive
from houseway.games import GAMES, game_named
from houseway.letters import letters
from houseway.letters.letter import Letter, parse_letter
from houseway.paytable import Paytable
from houseway.ways import own_way

if TYPE_CHECKING:
    import pandas

    from houseway.analysis.advice import Advice
    from houseway.analysis.contest import Decision
    from houseway.analysis.design import Design, Wanted
    from houseway.analysis.plays import Play
    from houseway.analysis.risk import Risk
    from houseway.analysis.simulation.result import Simulation
    from houseway.analysis.split.solution import Difference, Solution
    from houseway.analysis.strategy import Strategy
    from houseway.analysis.way_check import Price, WayCheck
    from houseway.analysis.whatif import Compared, Variant
    from houseway.reports.mathematics import Mathematics
    from houseway.ways.way import Way

Progress = Callable[[int, int], None]


def list_games() -> list[Game]:
    return list(GAMES.values())


def analyze(
    game: str | Game,
    *,
    wager: str | None = None,
    paytable: str | None = None,
    decks: int | None = None,
    seats: int | None = None,
    meter: Fraction | None = None,
    progress: Progress | None = None,
) -> list[Figures]:
    """The exact figures of every wager and paytable of a game, or of those asked for.

    A game with a solver of its own is solved first, unless its solution is kept on disk; `progress` hears
    how many shards are done, of how many.
    """
    game = game_named(game) if isinstance(game, str) else game
    return _analyze(game, wager, paytable, decks, seats, meter, lambda: solve(game, progress=progress))


def _analyze(
    game: Game,
    wager: str | None,
    paytable: str | None,
    decks: int | None,
    seats: int | None,
    meter: Fraction | None,
    solution: Callable[[], Solution],
) -> list[Figures]:
    asked = _asked(game, wager, paytable)
    if (seats is not None or meter is not None) and not any(is_progressive(w) for w in asked):
        what = "seats" if seats is not None else "meter"
        raise ValueError(f"{what}: only a progressive wager has one, and none of {game.slug}'s was asked for")
    game.deal.pack(decks)
    found: list[Figures] = []
    solved: list[Figures] = []
    for each in asked:
        tables = [p for p in game.paytables_of(each) if paytable is None or p.name.lower() == paytable.lower()]
        for table in tables:
            if isinstance(each, Contest) and game.sight is None:
                solved = solved or solution().figures()
                found += [figures for figures in solved if figures.wager == each.name]
            elif each is game.main or (each.equals and (wager or paytable)):
                found += main_game(game, decks, table)
            elif isinstance(each, Bonus) and each.progressive:
                found.append(progressive(game, each, table, seats=seats).figures(_checked_meter(meter)))
            elif isinstance(each, Bonus):
                found.append(bonus_figures(game, each, table, decks))
    return found


def main_game(game: Game, decks: int | None, table: Paytable) -> list[Figures]:
    """The main wager under best play and, where a seat may ask for it, under the house way."""
    from houseway.analysis.contest import Pays, house_way_policy, main_figures

    pays = Pays.of(game, [table])
    found = [main_figures(game, decks, pays=pays)]
    if game.house_way.for_players:
        copying = house_way_policy(game.house_way)
        found.append(main_figures(game, decks, pays=pays, policy=copying, play="house way"))
    return found


def meters(
    game: str | Game, *, paytable: str | None = None, seats: int | None = None, increment: Fraction | None = None
) -> list[Progressive]:
    """A game's progressive wagers as functions of the meter."""
    game = game_named(game) if isinstance(game, str) else game
    wagers = [w for w in game.wagers if isinstance(w, Bonus) and w.progressive]
    wanted = game.paytable(paytable) if paytable else None
    tables = [(w, p) for w in wagers for p in game.paytables_of(w) if wanted in (None, p)]
    return [progressive(game, w, p, seats=seats, increment=increment) for w, p in tables]


def design(
    game: str | Game,
    wager: str,
    wanted: Wanted,
    *,
    like: str | None = None,
    decks: int | None = None,
    seats: int | None = None,
    reading: str | None = None,
    whole: bool = False,
    changes: int | None = None,
    most: int = 10,
    progress: Progress | None = None,
) -> Design:
    """Paytables of a wager near the figures wanted, the best first. Play of a game with a solver of its own is held
    fixed."""
    from houseway.analysis.design import design as find

    game = game_named(game) if isinstance(game, str) else game
    found = game.wager(wager)
    game.deal.pack(decks)
    if seats is not None and not is_progressive(found):
        raise ValueError(f"seats: {found.name} is not a progressive wager")
    read = None
    if reading is not None:
        read = next((r for r in game.readings if r.name.lower() == reading.lower()), None)
        if read is None or isinstance(found, Contest):
            names = ", ".join(r.name for r in game.readings if found.name in r.wagers)
            raise ValueError(f"{reading!r} is not a reading of {found.name}: {names or 'it has none'}")
    counts = None
    if isinstance(found, Contest) and game.sight is None:
        [kept] = [f for f in solve(game, progress=progress).figures() if f.wager == found.name and f.play in HELD]
        counts = {line.name: line.combinations for line in kept.lines}
    return find(
        game,
        found,
        wanted,
        like=game.paytable(like) if like else None,
        decks=decks,
        seats=seats,
        reading=read,
        whole=whole,
        changes=changes,
        most=most,
        counts=counts,
    )


def whatif(
    game: str | Game,
    vary: Sequence[str],
    *,
    wager: str | None = None,
    decks: int | None = None,
    progress: Progress | None = None,
) -> list[Compared]:
    """Variants of a game side by side: `decks=1,6`, `paytable=A1,mine.toml`, `copy both=4 to 1,push`."""
    from houseway.analysis.whatif import compare, parse_variation, variants

    game = game_named(game) if isinstance(game, str) else game

    def solved(variant: Variant) -> list[Figures]:
        way = variant.way.source if variant.way else None
        figures = solve(variant.game, way=cast("Way | None", way), progress=progress).figures()
        return [each for each in figures if each.play in HELD]

    found = variants(game, list(map(parse_variation, vary)), find_table=_table_for, find_way=_house_way, decks=decks)
    return compare(found, wager=wager, solved=solved)


def risk(
    game: str | Game,
    *,
    seats: int | None = None,
    stake: Fraction,
    side: Fraction,
    beside: Sequence[str] = (),
    decks: int | None = None,
    play: str = "best play",
    rounds: int | None = None,
    seed: int = 1,
    aggregate_odds: int = 50,
    progress: Progress | None = None,
) -> Risk:
    """What a round of a full table can cost the house; `beside` are paytables of wagers that every seat has too.

    The distribution is counted where that takes minutes, and else of 100,000 simulated rounds; with `rounds`, of so
    many; with none of them there is no distribution.
    """
    from houseway.analysis.joint import is_joint
    from houseway.analysis.risk import risk as of_table

    game = game_named(game) if isinstance(game, str) else game
    if rounds is not None and rounds < 0:
        raise ValueError(f"{rounds} rounds: none or more can be simulated")
    alone = None
    if not is_joint(game, game.main):
        figures = analyze(game, wager=game.main.name, decks=decks, progress=progress)
        alone = next((each for each in figures if each.play == play), None)
    tables = [_table_for(game, name) for name in beside]
    found = of_table(
        game,
        seats=seats,
        stake=stake,
        side=side,
        beside=tables,
        decks=decks,
        play=play,
        aggregate_odds=aggregate_odds,
        meters=meters(game),
        alone=alone,
    )
    if rounds == 0:
        return found
    if rounds is None and (counted := _whole_table(found, tables, progress)):
        return replace(found, counted=counted)
    run = simulate(
        game,
        rounds=100_000 if rounds is None else rounds,
        wagers=list(found.stakes),
        paytables=tables,
        decks=found.decks,
        seats=found.seats,
        player="optimal" if play == "best play" else "house-way",
        stakes=found.stakes,
        seed=seed,
        shift=1,
        solving=progress,
    )
    return replace(found, simulated=run.shift_wins.times if run.shift_wins else None)


def _whole_table(risk: Risk, tables: Sequence[Paytable], progress: Progress | None) -> dict[Fraction, int] | None:
    """How many deals cost the house what, if all seats can be counted together."""
    from houseway.analysis.joint import Table, layout_of
    from houseway.analysis.risk import worth_of
    from houseway.full_tables import distribution

    if risk.pairs is None:
        return None
    layout = layout_of(risk.game, tables, risk.decks, risk.play)
    worth, unit = worth_of(layout, risk.stakes)
    table = Table(layout, risk.seats, worth)
    if not table.can_be_counted:
        return None
    return {-cost * unit: deals for cost, deals in distribution(table, progress=progress).items()}


def _table_for(game: Game, name: str) -> Paytable:
    """A paytable of the game by its name, or the one for it in a file."""
    if not name.endswith(".toml"):
        return game.paytable(name)
    found = [entry.paytable for entry in find_letter(name).entries if entry.game == game.slug]
    if len(found) != 1:
        raise ValueError(f"{name!r} has {len(found)} paytables for {game.slug}: just one is wanted")
    return found[0]


def _house_way(game: Game, path: str) -> HouseWay:
    from houseway.analysis.way_check import check_way as check
    from houseway.analysis.way_check import refuse_unsound

    way = _way_for(game, path)
    refuse_unsound(check(game, way))
    return way.house_way(game.standing)


HELD = ("best play", "best play for the main bet")  # a solved game's play, where it is held fixed


def decide(game: str | Game, cards: str | Cards, shown: str | Cards = "", *, decks: int | None = None) -> Decision:
    """One hand's options with their exact outcomes; `shown` are the dealer's face-up cards, where he has any."""
    from houseway.analysis.contest import decision
    from houseway.analysis.split_hand import split_decision

    game = game_named(game) if isinstance(game, str) else game
    pack = game.deal.pack(decks)
    cards = parse_hand(cards if isinstance(cards, str) else show(cards), pack, game.deal.packet)
    shown = parse_hand(shown if isinstance(shown, str) else show(shown), pack, game.deal.dealer_shows)
    check_dealable(cards + shown, pack)
    if game.sight is None:
        return split_decision(game, cards)
    return decision(game, cards, shown, decks)


def advise(
    game: str | Game,
    chosen: Setting,
    shown: str | Cards = "",
    *,
    decks: int | None = None,
    stakes: Mapping[str, int] | None = None,
    paytables: Sequence[Paytable] = (),
) -> Advice:
    """What a choice was worth beside the best one: for the stakes that lay there, on the paytables of the table."""
    from houseway.analysis.advice import advise as advise_on

    game = game_named(game) if isinstance(game, str) else game
    decision = decide(game, chosen.cards, shown, decks=decks)
    return advise_on(game, decision, chosen, stakes=stakes, paytables=paytables)


def solve(
    game: str | Game,
    *,
    way: str | Path | Way | None = None,
    cluster: str | None = None,
    progress: Progress | None = None,
) -> Solution:
    """A split game solved exactly against its house way, or another, such as one from a file; kept on disk."""
    from houseway.analysis.split import Problem
    from houseway.analysis.split.solution import Solution
    from houseway.analysis.way_check import split_policy
    from houseway.solutions import Engine, this_machine
    from houseway.solutions import solve as solve_problem

    game = game_named(game) if isinstance(game, str) else game
    if game.split is None or game.sight is not None:
        raise ValueError(f"{game.slug} needs no solver: houseway analyze {game.slug}")
    engine: Engine = this_machine
    if cluster is not None:
        from houseway.cluster import dask_engine

        engine = dask_engine(cluster)
    if isinstance(way, (str, Path)):
        way = _way_for(game, way)
    house = split_policy(game, way or own_way(game))
    responses = solve_problem(Problem(opponent=house), engine=engine, progress=progress)
    return Solution(game, house, responses)


def _way_for(game: Game, path: str | Path) -> Way:
    other, way = read_way_file(path)
    if other is not game:
        raise ValueError(f"{str(path)!r} is a house way for {other.slug}, not for {game.slug}")
    return way


def read_way_file(path: str | Path) -> tuple[Game, Way]:
    """A house way from a file, and the game it is for."""
    from houseway.faults import load_toml
    from houseway.ways.way import read_way

    path = Path(path)
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ValueError(f"{str(path)!r} cannot be read: {error}") from None
    name = load_toml(path.name, text).get("game")
    split = {game.slug: game for game in GAMES.values() if game.split}
    if not isinstance(name, str) or name not in split:
        raise ValueError(f"{path.name}: game must be one whose hands are set, {' or '.join(split)}, not {name!r}")
    game = split[name]
    assert game.split is not None
    return game, read_way(path.name, text, game.split)


def check_way(path: str | Path, *, progress: Progress | None = None) -> tuple[WayCheck, Price | None]:
    """Whether a house way from a file is total and never fouls, and if so its exact price."""
    from houseway.analysis import way_check

    game, way = read_way_file(path)
    check = way_check.check_way(game, way)
    if not check.is_sound:
        return check, None
    if game.sight is not None:
        return check, way_check.price(game, way)
    solution = solve(game, way=way, progress=progress)
    best = solution.responses.totals(solution.best)
    copied = solution.value(solution.house)
    return check, way_check.Price(best_play=best.main_edge(), copied=copied.main_edge())


def strategy(
    game: str | Game, *, decks: int | None = None, rows: int = 12, progress: Progress | None = None
) -> Strategy:
    """How to play the main game, short, with the exact cost of the shortness."""
    from houseway.analysis.strategy import strategy as short_strategy

    game = game_named(game) if isinstance(game, str) else game
    game.deal.pack(decks)
    if game.sight is None:
        from houseway.analysis.split_hand import split_strategy

        return split_strategy(solve(game, progress=progress))
    return short_strategy(game, decks, rows)


def simulate(
    game: str | Game,
    *,
    rounds: int = 1_000_000,
    wagers: Iterable[str] = (),
    paytables: Iterable[str | Paytable] = (),
    letter: str | Path | None = None,
    against: Iterable[str | Paytable] = (),
    decks: int | None = None,
    seats: int | None = None,
    player: str | Path = "optimal",
    house: str | Path | None = None,
    stakes: Mapping[str, Fraction] | None = None,
    seed: int = 1,
    session: int = 100,
    shift: int = 400,
    workers: int | None = None,
    cluster: str | None = None,
    progress: Progress | None = None,
    solving: Progress | None = None,
) -> Simulation:
    """Deal whole rounds at random and put what every wager comes to beside its exact figures.

    `player` is "optimal", "house-way", "strategy" or a file; `letter` brings paytables of its own. The exact figures
    are those of the same paytable, or of one named in `against`. One seed gives the same integers on any number of
    workers, and the first Ctrl-C a result of the rounds that are done.
    """
    from houseway import policies, simulations
    from houseway.analysis.contest import Pays
    from houseway.analysis.simulation import asked
    from houseway.analysis.simulation.batches import play_batch
    from houseway.analysis.simulation.plan import Plan, in_play
    from houseway.kept_lines import judge_or_look_up

    game = game_named(game) if isinstance(game, str) else game
    pack = game.deal.pack(decks)
    seats = game.deal.seats if seats is None else seats
    asked.checked_sizes(game, rounds=rounds, seats=seats, seed=seed, session=session, shift=shift)
    placed = in_play(game, wagers)
    own = {e.paytable.name: e.paytable for e in find_letter(letter).entries if e.game == game.slug} if letter else {}

    def table(named: str | Paytable) -> Paytable:
        return named if isinstance(named, Paytable) else own.get(named) or game.paytable(named)

    tables = asked.chosen_tables(game, placed, [*map(table, paytables)] or own.values())
    staked = asked.chosen_stakes(placed, tables, {game.wager(w).name: s for w, s in (stakes or {}).items()})
    if cluster is not None:
        from houseway.cluster import engine_on

        engine: simulations.Engine = engine_on(cluster, play_batch)
    else:
        engine = simulations.on_cores(workers)
    played = policies.played(
        game,
        pack.decks,
        player=str(player),
        house=Path(house) if house else None,
        pays=Pays.of(game, [t for t in tables.values() if t.wager in _main_names(game)]),
        read_way=_way_for,
        progress=solving,
    )
    plan = Plan(
        game=game,
        decks=pack.decks,
        seats=seats,
        play=played.play,
        stakes=staked,
        tables=tables,
        judge_all=judge_or_look_up,
    )
    held = asked.held_against(tables, [*map(table, against)])
    return simulations.simulate(
        plan,
        played,
        rounds=rounds,
        seed=seed,
        session=session,
        shift=shift,
        against=held,
        engine=engine,
        progress=progress,
    )


def _main_names(game: Game) -> set[str]:
    return {w.name for w in (game.main, *game.added)}


def verify(letter: str | Path | None = None) -> list[Finding]:
    """Every published figure of one letter, or of all that the project knows."""
    chosen = letters().values() if letter is None else [find_letter(letter)]
    return [finding for each in chosen for finding in verify_letter(each, GAMES)]


def mathematics(
    game: str | Game,
    *,
    letter: str | Path | None = None,
    decks: int | None = None,
    seats: int | None = None,
    rounds: int = 0,
    seed: int = 1,
    progress: Progress | None = None,
) -> Mathematics:
    """All that a mathematics report says of a game, under its letters or one of them, or a file of your own.
    Rounds from a seed are simulated beside it, if any are asked for."""
    from houseway.analysis.meter_life import MeterLife
    from houseway.reports.mathematics import Mathematics

    game = game_named(game) if isinstance(game, str) else game
    chosen = [letters()[name] for name in game.letters] if letter is None else [find_letter(letter)]
    game = _under(game, chosen) if letter is not None else game
    asked_decks = game.deal.pack(decks).decks
    solution = cache(lambda: solve(game, progress=progress))
    shoes = {n: _analyze(game, None, None, n, seats, None, solution) for n in game.deal.decks}
    findings = [f for each in chosen for f in verify_letter(each, GAMES) if f.game == game.slug]
    short, plays, differences = _plays(game, asked_decks, solution)
    simulation = simulate(game, rounds=rounds, seed=seed, decks=asked_decks, seats=seats) if rounds else None
    return Mathematics(
        game=game,
        version=__version__,
        letters=tuple(chosen),
        decks=asked_decks,
        figures=tuple(shoes[asked_decks]),
        by_decks=tuple(tuple(shoes[n]) for n in game.deal.decks),
        strategy=short,
        plays=plays,
        differences=differences,
        lives=tuple(MeterLife(terms=meter) for meter in meters(game, seats=seats)),
        findings=tuple(findings),
        simulation=simulation,
    )


def _under(game: Game, chosen: Sequence[Letter]) -> Game:
    """The game with the paytables that these letters give its wagers; a wager that they do not name keeps its own."""
    given = {e.paytable.name: e.paytable for each in chosen for e in each.entries if e.game == game.slug}
    if not given:
        raise ValueError(f"{chosen[0].id} has no paytable of {game.slug}: {', '.join(game.letters)} have")
    named = {table.wager for table in given.values()}
    for wager in game.wagers:
        if isinstance(wager, Contest) and sum(table.wager == wager.name for table in given.values()) > 1:
            raise ValueError(f"{chosen[0].id}: {wager.name} has several paytables, a report is made for one")
    kept = {name: table for name, table in game.paytables.items() if table.wager not in named}
    order = [wager.name for wager in game.wagers]
    tables = sorted((kept | given).items(), key=lambda item: order.index(item[1].wager))
    return replace(game, paytables=dict(tables))


def _plays(
    game: Game, decks: int, solution: Callable[[], Solution]
) -> tuple[Strategy, tuple[Play, ...], tuple[Difference, ...]]:
    from houseway.analysis.plays import plays, split_plays

    if game.sight is not None:
        short = strategy(game, decks=decks)
        return short, plays(game, short, decks), ()
    from houseway.analysis.split_hand import split_strategy

    solved = solution()
    short = split_strategy(solved)
    return short, split_plays(solved, short), tuple(solved.differences(solved.house, 8))


def find_letter(name: str | Path) -> Letter:
    """A letter by its id, by the beginning of it, or from a file."""
    text = str(name)
    if text in letters():
        return letters()[text]
    path = Path(name)
    if path.suffix == ".toml":
        try:
            content = path.read_text("utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise ValueError(f"{text!r} cannot be read: {error}") from None
        letter, faults = parse_letter(path.stem, content, approved=False)
        faults += letter_faults(letter, GAMES)
        if faults:
            raise FileFaults(path.name, faults)
        return letter
    starting = [letter for letter in letters().values() if letter.id.startswith(text)]
    if len(starting) == 1:
        return starting[0]
    raise ValueError(f"{text!r} is not a letter: {', '.join(letters())}, or a .toml file of your own")


def frame(results: Iterable[Figures | Finding]) -> pandas.DataFrame:
    """Results as a DataFrame: one row a line of a wager, or a published figure."""
    from houseway.reports.frames import to_frame

    return to_frame(results)


def _asked(game: Game, wager: str | None, paytable: str | None) -> list[Wager]:
    table = game.paytable(paytable) if paytable else None
    asked = [game.wager(wager)] if wager else list(game.wagers)
    if table and table.wager not in {w.name for w in asked}:
        names = ", ".join(p.name for w in asked for p in game.paytables_of(w))
        raise ValueError(f"{table.name!r} is a paytable of {table.wager}; {asked[0].name} has {names}")
    return [w for w in asked if table is None or w.name == table.wager]


def _checked_meter(meter: Fraction | None) -> Fraction | None:
    if meter is not None and meter < 0:
        raise ValueError(f"{meter} is not a meter: it cannot be below nothing")
    return meter
