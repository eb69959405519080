"""The simulation: the integers of the rules in plain Python, on any number of workers, and near the exact figures."""

import signal
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

import houseway
from houseway.analysis.exact.ends import SettledLine
from houseway.analysis.exact.house_way import AsHouseWay
from houseway.analysis.exact.question import Question, question
from houseway.analysis.exact.sets import Sets
from houseway.analysis.machine.batches import BatchTally, Work, first_counter, nothing, play_batch
from houseway.analysis.machine.meters import run_meter
from houseway.analysis.machine.plan import Plan, progressive_figures
from houseway.analysis.machine.result import Ended, Measured, Spread
from houseway.analysis.machine.settings import Settings
from houseway.api.games import house_way_for
from houseway.cards import DECK, JOKER
from houseway.game import Option, Seen, is_progressive
from houseway.games import GAMES
from houseway.paytable import parse_pay
from houseway.progressive import commands as do
from houseway.progressive.controller import decide
from houseway.progressive.live import ADMIN, TABLE
from houseway.progressive.meter import settings_of
from houseway.progressive.state import Controller, evolve
from houseway.progressive.wins import Win
from houseway.reports.simulation import bin_label
from houseway.work.engine import on_cluster, on_cores
from houseway.work.plays import play_of
from houseway.work.simulating import run, simulate
from tests.analysis.machine.by_hand import play
from tests.oracle.dealing import deals
from tests.soak import more, telling

SUPREME_99, SAN_LO = GAMES["supreme-99"], GAMES["san-lo"]
SOLVED = {  # long with a whole pack
    "ultimate-texas-holdem": DECK[-20:],
    "crazy-4": DECK[-20:],
    "dj-wild": (*DECK[:4], *DECK[-16:], JOKER),
    "three-card-draw": DECK[-20:],
    "texas-holdem-bonus": DECK[-16:],
}
# A draw, bets taken back, a word, hands set, fold or raise: quick with any pack. All games in `make soak`.
QUICK = ("casino-war", "let-it-ride", "match-em", "three-card-poker")
SHORTLY = [pytest.param(slug, 200_000) for slug in QUICK]
SOAKED = [pytest.param(slug, 1_000_000, marks=pytest.mark.soak) for slug in GAMES]


def by_count(number: int, seen: Seen, options: tuple[Option, ...]) -> Option:
    """Some option or other."""
    return options[len(seen.said) % len(options)]


def plan_of(slug: str, *, decks: int | None = None, seats: int | None = None) -> Plan:
    game = GAMES[slug]
    way = game.choices[0].way if game.choices else None
    policy = AsHouseWay(way) if way else by_count
    asked = question(game, decks=decks, wagers=[wager.name for wager in game.wagers], policy=policy)
    stakes = {wager.name: Fraction(1) for wager in game.wagers if not wager.free}
    return Plan(question=asked, seats=seats or game.seats, stakes=stakes)


def work_of(plan: Plan, rounds: int, *, batch: int = 250_000) -> Work:
    return replace(plan.work(rounds=rounds, seed=7, session=50, shift=100), batch=batch)


@pytest.fixture(scope="module")
def supreme() -> Plan:
    return plan_of("supreme-99")


@pytest.fixture(scope="module")
def san_lo() -> Plan:
    """All set by the house way, from the tables of the split solver."""
    plan = plan_of("san-lo")
    house = Sets(question(SAN_LO)).house
    return replace(plan, question=replace(plan.question, policy=Settings(house, house)))


# ---- the rules, once more by hand ------------------------------------------------------------------


def lines_by_hand(plan: Plan, question: Question, rounds: int, counter: int) -> Counter[tuple[int, str, str]]:
    """How often each wager of each seat ended in which line, of cards that the same random numbers deal."""
    found: Counter[tuple[int, str, str]] = Counter()
    drawing = deals(counter, question.cards, plan.machine.program.slots)
    for _ in range(rounds):
        cards = next(drawing)
        dealt = {where: [cards[slot] for slot in slots] for where, slots in plan.machine.slots.items()}
        for seat, end in enumerate(play(question, dealt, plan.seats)):
            found.update((seat, line.wager, line.line) for line in end.lines)
    return found


def lines_of(plan: Plan, tally: BatchTally) -> dict[tuple[int, str, str], int]:
    counts = plan.counts(tally).items()
    return {(s, w, line): n for w, lines in counts for line, by in lines.items() for s, n in enumerate(by) if n}


@pytest.mark.deeper
@pytest.mark.parametrize(
    ("slug", "decks", "seats"),
    [
        ("supreme-99", 1, 6),
        ("match-em", 8, 2),
        ("casino-war", 6, 7),
        pytest.param("supreme-99", 1, 1, marks=pytest.mark.soak),
        pytest.param("ez-baccarat", 8, 2, marks=pytest.mark.soak),
    ],
)
def test_every_line_of_every_seat_is_what_the_rules_say_of_the_same_cards(slug: str, decks: int, seats: int):
    plan = plan_of(slug, decks=decks, seats=seats)
    rounds, number = more(80, 400), 3
    tally = play_batch(work_of(plan, 4 * rounds, batch=rounds), number)
    assert lines_of(plan, tally) == lines_by_hand(plan, plan.question, rounds, int(first_counter(7, number)))


@pytest.mark.deeper
def test_so_is_every_line_of_a_split_game_and_the_awards_come_in_their_order(san_lo: Plan):
    way = SAN_LO.choices[0].way
    assert way is not None
    rounds = more(100, 1_000)  # a whole number of sessions and shifts
    work = work_of(san_lo, 50 * rounds, batch=rounds)
    by_hand = replace(san_lo.question, policy=AsHouseWay(way))
    assert lines_of(san_lo, play_batch(work, 2)) == lines_by_hand(san_lo, by_hand, rounds, int(first_counter(7, 2)))

    total = run(work)
    awards = list(san_lo.awards(total, "Progressive"))
    assert awards == sorted(awards, key=lambda award: award[:2])
    by_line = Counter(line for _, _, line in awards)
    lines = san_lo.counts(total)["Progressive"]
    assert by_line == {line: sum(lines[line]) for line in ("Five Aces", "Royal Flush") if any(lines.get(line, ()))}
    check_accounts(san_lo, total)


def test_sessions_and_shifts_account_for_every_round(supreme: Plan):
    check_accounts(supreme, run(work_of(supreme, 20_000, batch=5_000)))
    war = plan_of("casino-war")
    check_accounts(war, run(work_of(war, 10_000, batch=5_000)))


def check_accounts(plan: Plan, tally: BatchTally) -> None:
    """All rounds lie in a session and a shift here, so their sums are those of the counts."""
    money = plan.money
    others = plan.seats - 1
    assert sum(tally.sessions.values()) == tally.rounds // 50
    envied = tally.counts[1:] @ money.envies
    assert sum(net * n for net, n in tally.sessions.items()) == tally.counts[0] @ money.nets + envied.sum()
    by_end = tally.counts.sum(axis=0)
    assert sum(kept * n for (kept, _), n in tally.shifts.items()) == by_end @ (money.keeps - others * money.envies)
    assert by_end @ (money.nets + money.keeps) == paid_from_meters(plan, tally)
    assert sum(action * n for (_, action), n in tally.shifts.items()) == by_end @ money.actions


def paid_from_meters(plan: Plan, tally: BatchTally) -> int:
    """In parts: awards at the mean meter, but for the seeds of those that took all of it. The house pays the seeds."""
    paid = Fraction(0)
    for name, lines in plan.counts(tally).items():
        table = plan.question.pays[name]
        if not table.meters:
            continue
        [terms] = [terms for terms in houseway.meters(plan.question.game) if terms.paytable is table]
        mean = Fraction(int(100 * terms.mean_top), 100)
        for line, pay in terms.shares.items():
            paid += sum(lines.get(line, ())) * (pay.amount * mean - (terms.seed if line == terms.top else 0))
    assert (paid * plan.parts).denominator == 1
    return int(paid * plan.parts)


def test_what_a_meter_pays_is_not_the_houses_and_neither_is_what_goes_onto_it(san_lo: Plan):
    """WAC 230-15-671. The house has the stake, less the increment, the tray's pays, envy and new seeds."""
    plan = replace(san_lo, stakes={name: Fraction(1) for name in ("Main Bet", "Progressive")})
    table = plan.question.pays["Progressive"]
    [terms, _] = houseway.meters("san-lo")
    assert plan.to_meters == 6 * terms.added

    def kept(line: str) -> Fraction:
        worth = plan.worths.of_lines([SettledLine("Progressive", 1, line)])
        return worth.kept - (terms.dealt - 1) * worth.envy - terms.added

    assert kept(terms.top) == 1 - terms.added - 5 * 100 - terms.seed
    assert kept("Royal Flush") == 1 - terms.added - 5 * 50
    assert kept("Flush") == 1 - terms.added - table.lines["Flush"].amount
    mean = sum(terms.probability(line) * kept(line) for line in terms.counts)
    assert mean == terms.stake * terms.house_edge


# ---- the same integers -----------------------------------------------------------------------------


def same(one: BatchTally, other: BatchTally) -> bool:
    parts = ((t.rounds, t.counts.tolist(), t.sessions, t.shifts, t.awards) for t in (one, other))
    return next(parts) == next(parts)


def test_a_seed_gives_the_same_integers_on_any_number_of_workers_in_any_order(supreme: Plan):
    work = work_of(supreme, 10_500, batch=1_000)
    alone = run(work, engine=on_cores(1))
    assert alone.rounds == 10_500
    for workers in (2, 3):
        assert same(alone, run(work, engine=on_cores(workers)))

    def backwards(job):
        return ((number, job.run(job.shared, number)) for number in reversed(job.parts))

    assert same(alone, run(work, engine=backwards))
    assert not same(alone, run(replace(work, seed=8)))


@pytest.mark.soak
def test_a_cluster_of_two_workers_gives_the_same_integers_as_one_process(supreme: Plan):
    from distributed import LocalCluster

    work = work_of(supreme, 10_500, batch=1_000)
    with LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, host="127.0.0.1"
    ) as local:
        assert same(run(work, engine=on_cluster(local.scheduler_address)), run(work))


def test_a_run_that_is_stopped_is_the_run_of_fewer_rounds():
    asked = iter([False, False, False, True])
    partial = houseway.simulate("supreme-99", rounds=10**9, workers=2, stop=lambda: next(asked))
    assert partial.broken_off and partial.rounds == 750_000
    whole = houseway.simulate("supreme-99", rounds=partial.rounds)
    assert not whole.broken_off
    assert (partial.counts, partial.sessions, partial.holds) == (whole.counts, whole.sessions, whole.holds)


def test_a_run_that_is_to_stop_at_once_has_its_first_batch_in_whatever_order_they_come(supreme: Plan):
    work = work_of(supreme, 10_500, batch=1_000)

    def second_first(job):
        return ((number, job.run(job.shared, number)) for number in (1, 0, 2))

    assert run(work, stop=lambda: True).rounds == 1_000
    assert run(work, stop=lambda: True, engine=second_first).rounds == 2_000


def test_the_library_leaves_ctrl_c_alone(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(signal, "signal", lambda *_: pytest.fail("a handler was installed"))
    houseway.simulate("supreme-99", rounds=1_000)


def test_a_batch_with_more_awards_than_there_is_room_for_is_told_whole(supreme: Plan):
    money = supreme.money
    everything = replace(work_of(supreme, 2_000), money=money._replace(watched=money.nets == money.nets))
    tally = play_batch(everything, 0)
    assert len(tally.awards) == 2_000 * 6 * 2  # each seat's contest and its bonus
    assert nothing(everything).rounds == 0


# ---- the exact figures -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "slug",
    ["casino-war", *(pytest.param(s, marks=pytest.mark.soak) for s in ("let-it-ride", "san-lo", "three-card-poker"))],
)
def test_seats_that_play_by_the_short_strategy_are_held_against_its_edge(slug: str):
    main = [wager.name for wager in GAMES[slug].main]
    found = houseway.simulate(slug, rounds=20_000, seed=11, wagers=main[:1], player="strategy")
    assert found.measured[0].exact.house_edge == houseway.strategy(slug).house_edge
    assert not found.caught


@pytest.mark.parametrize(
    ("game", "asked"),
    [
        pytest.param("supreme-99", {}, marks=pytest.mark.soak),
        ("supreme-99", {"player": "house-way", "seats": 2}),
        pytest.param("supreme-99", {"player": "strategy"}, marks=pytest.mark.soak),
        pytest.param("match-em", {"decks": 6}, marks=pytest.mark.soak),
        pytest.param("match-em", {"player": "strategy"}, marks=pytest.mark.soak),
    ],
    ids=str,
)
def test_every_wager_under_every_paytable_lies_within_three_errors_of_its_exact_figure(game: str, asked):
    found = houseway.simulate(game, rounds=1_500_000, seed=11, **asked)
    assert {each.paytable.name for each in found.measured} == set(GAMES[game].paytables) - {"Double Down"}
    for each in found.measured:
        assert abs(each.z) <= 3, each
        low, high = each.interval
        assert low < each.house_edge < high
        assert abs(each.variance / each.exact.variance - 1) < Fraction(1, 10)
    assert not found.caught


def wrong(measured: Measured) -> Measured:
    """The same rounds, if the likeliest line that wins paid twice as much and 1 more."""
    likeliest = max((end for end in measured.ended if end.net > 0), key=lambda end: end.count)
    ended = [replace(end, net=2 * end.net + 1) if end is likeliest else end for end in measured.ended]
    return replace(measured, ended=tuple(ended))


@pytest.mark.parametrize(("slug", "rounds"), SHORTLY + SOAKED)
def test_every_game_agrees_with_its_exact_figures_and_a_wrong_pay_is_caught(slug: str, rounds: int):
    rounds *= 8 if any(map(is_progressive, GAMES[slug].wagers)) else 1  # rare awards drown what is to be seen
    found = houseway.simulate(slug, rounds=rounds, seats=1, seed=16)
    assert {each.wager for each in found.measured} >= {GAMES[slug].wagers[0].name}
    for each in found.measured:
        assert each.is_too_few or (abs(each.z) <= 3 and abs(wrong(each).z) > 3), each


@pytest.mark.parametrize("slug", telling((("three-card-draw",),), SOLVED))
def test_so_does_a_game_that_is_solved_first_with_the_main_wagers_from_a_short_pack(slug: str):
    asked = question(GAMES[slug], cards=SOLVED[slug])
    played = play_of(asked, player="optimal", house=None, read_way=house_way_for)
    stakes = {name: Fraction(1) for name in asked.wagers}
    plan = Plan(question=played.question, seats=1, stakes=stakes)
    found = simulate(plan, played, plan.work(rounds=100_000, seed=16, session=100, shift=400), against={})
    assert found.measured
    for each in found.measured:
        assert abs(each.z) <= 3 and abs(wrong(each).z) > 3, each


@pytest.mark.soak
def test_a_wrong_paytable_is_caught_on_either_side():
    right = SUPREME_99.paytable("Pair Fortunes")
    wrong = replace(right, name="slip", lines={**right.lines, "Two Pair": parse_pay("20 to 1")}, letter=None)
    simulated = houseway.simulate("supreme-99", rounds=400_000, paytables=[wrong], against=[right])
    held = houseway.simulate("supreme-99", rounds=400_000, against=[wrong])
    for found, named in ((simulated, "slip"), (held, "Pair Fortunes")):
        z = {each.paytable.name: each.z for each in found.measured}
        assert abs(z.pop(named)) > 3
        assert all(abs(other) <= 3 for other in z.values())


def test_a_progressive_figure_with_envy_on_its_lines_has_the_edge_of_the_analysis():
    for terms in houseway.meters("san-lo", seats=4):
        assert progressive_figures(terms).house_edge == terms.house_edge


@pytest.mark.parametrize(
    ("game", "stake"), [("supreme-99", "Standard Bet"), pytest.param("match-em", "Ante", marks=pytest.mark.soak)]
)
def test_sessions_shifts_and_hold_lie_about_their_exact_means(game: str, stake: str):
    found = houseway.simulate(game, rounds=200_000, stakes={stake: Fraction(25)}, seed=3)
    for each in (found.sessions, found.shift_wins, found.holds):
        assert each and each.exact_mean is not None
        assert abs(float(each.mean - each.exact_mean)) < 4 * each.deviation / each.number**0.5
    edges = {each.wager: each.exact.house_edge for each in reversed(found.measured)}  # of those in play, the first
    won = sum(edge * (25 if wager == stake else 1) for wager, edge in edges.items())
    assert found.sessions and found.sessions.exact_mean == -100 * won
    assert found.shift_wins and found.shift_wins.exact_mean == 400 * found.seats * won


def test_the_exact_mean_is_of_the_paytable_in_play_whatever_it_is_held_against():
    right = SUPREME_99.paytable("Pair Fortunes")
    wrong = replace(right, name="slip", lines={**right.lines, "Two Pair": parse_pay("20 to 1")}, letter=None)
    means = {
        found.sessions.exact_mean
        for against in ([], [wrong])
        if (found := houseway.simulate("supreme-99", rounds=1_000, against=against)).sessions
    }
    assert len(means) == 1


def test_no_verdict_is_given_on_too_few_rounds():
    found = houseway.simulate("supreme-99", rounds=10)
    assert {each.verdict for each in found.measured} == {"too few"} and not found.caught
    found = houseway.simulate("supreme-99", rounds=100_000)
    assert {each.verdict for each in found.measured} == {"agrees"}
    [terms, _] = houseway.meters("san-lo")
    exact = progressive_figures(terms)
    for times, verdict in ((0.5, "too few"), (2, "agrees")):  # of the top award, to be expected
        rounds = int(times * terms.one_in)
        ended = (Ended("all", -exact.house_edge, rounds),)
        measured = Measured(wager="", paytable=terms.paytable, rounds=rounds, ended=ended, exact=exact)
        assert measured.verdict == verdict


def test_a_line_that_came_though_it_never_comes_is_caught_however_few_rounds_there_are():
    table = GAMES["supreme-99"].paytable("Pair Fortunes")
    [exact] = houseway.analyze("supreme-99", wager="Pair Fortunes")
    never = replace(exact, lines=tuple(replace(line, combinations=0) if line.net > 0 else line for line in exact.lines))
    came = (Ended(exact.lines[0].name, Fraction(1), 1), Ended("lose", Fraction(-1), 9))
    for figures, verdict in ((exact, "too few"), (never, "DIFFERS")):
        measured = Measured(wager="Pair Fortunes", paytable=table, rounds=10, ended=came, exact=figures)
        assert measured.verdict == verdict


def test_a_histogram_tells_what_lies_beyond_its_ends():
    spread = Spread(times={Fraction(value): 1 for value in range(1_000)} | {Fraction(-70_000): 2, Fraction(31_000): 5})
    first, *within, last = spread.histogram()
    assert (first.low, first.high, last.low, last.high) == (None, 8, 994, None)
    assert [bin_label(each, str) for each in (first, last)] == ["below 8.0", "994.0 and more"]
    assert [one.high for one in within[:-1]] == [other.low for other in within[1:]]
    for bar in (first, *within, last):
        low, high = (None if end is None else Fraction(end) for end in (bar.low, bar.high))
        assert bar.share == float(spread.chance(low, high))
    same = Spread(times={Fraction(3): 7})
    assert [bar.share for bar in same.histogram() if bar.share] == [1.0]


def test_a_spread_knows_its_mean_and_its_quantiles():
    spread = Spread(times={Fraction(-1): 3, Fraction(0): 1, Fraction(10): 1})
    assert (spread.number, spread.mean) == (5, Fraction(7, 5))
    assert [spread.quantile(Fraction(n, 100)) for n in (1, 60, 61, 80, 81, 100)] == [-1, -1, 0, 0, 10, 10]
    assert spread.deviation == pytest.approx((3 + 100 - 5 * 1.4**2) ** 0.5 / 5**0.5)


# ---- the meter -------------------------------------------------------------------------------------


def test_the_controller_takes_every_stake_and_pays_every_award_as_if_round_by_round():
    [terms, _] = houseway.meters("san-lo", seats=3)
    awards = [(4, 0, "Royal Flush"), (4, 2, "Royal Flush"), (1_200, 1, "Five Aces"), (1_201, 0, "Royal Flush")]
    found = run_meter(terms, 2_000, awards)

    state = Controller(name="slow")
    settings = settings_of(terms.paytable)

    def give(actor, command):
        nonlocal state
        for event in decide(state, actor, command):
            state = evolve(state, event)

    give(ADMIN, do.OpenMeter(settings=settings, opening_cents=settings.seed_cents))
    for number in range(2_000):
        give(TABLE, do.CoinIn(stakes=3))
        wins = tuple(
            Win(seat=s + 1, line=line, share=terms.paytable.lines[line].amount) for n, s, line in awards if n == number
        )
        if wins:
            give(TABLE, do.PayWins(game_round=f"round {number}", wins=wins, seats=3))
    assert found.final_micros == state.meter.gross_micros
    assert found.award_cents == sum(tally.cents for tally in state.meter.tallies.values())
    assert (found.awards, len(found.top_cents), found.seeds) == (4, 1, 1)


def test_the_life_of_a_meter_adds_up():
    for terms in houseway.meters("san-lo", seats=3):
        found = run_meter(terms, 2_000, [(4, 0, "Royal Flush"), (700, 1, "Five Aces"), (1_201, 0, "Five Aces")])
        assert (found.opening_micros, found.seeds) == (10**6 * terms.seed, 2)
        assert found.in_micros == 10**6 * terms.added * 3 * 2_000
        put_in = found.opening_micros + found.in_micros + found.bank_micros
        assert put_in - 10_000 * found.award_cents == found.final_micros


# ---- by a file -------------------------------------------------------------------------------------


@pytest.mark.soak
def test_a_strategy_in_words_from_a_file_is_played_as_it_is_printed(tmp_path: Path):
    import json

    from houseway.reports.shapes import shape

    card = tmp_path / "card.json"
    card.write_text(json.dumps(shape(houseway.strategy("match-em"))))
    by_file, by_name = (
        houseway.simulate("match-em", rounds=5_000, wagers=["Ante"], player=player) for player in (card, "strategy")
    )
    assert by_file.counts == by_name.counts


@pytest.mark.soak
def test_a_way_from_a_file_is_played_and_priced_like_the_same_way_by_name(tmp_path: Path):
    way = tmp_path / "way.toml"
    way.write_text('game = "supreme-99"\nname = "Low first"\nversion = "1"\n[[rule]]\nthen = ["Low", "High"]\n')
    copied = houseway.simulate("supreme-99", rounds=300_000, player=way, house=way)
    house_way = houseway.simulate("supreme-99", rounds=300_000, player="house-way", house=way)
    assert copied.counts == house_way.counts
    assert copied.house_hash == copied.player_hash
    assert all(abs(each.z) <= 3 for each in copied.measured)
    _, price = houseway.check_way(way)
    assert price and copied.measured[0].exact.house_edge == price.copied


@pytest.mark.parametrize(
    ("rows", "says"),
    [
        (
            [("no ace, 0 to 30", "LO"), ("one ace, 1 to 21", "HI"), ("two aces, 2 to 12", "HI")],
            "leaves 'Ac Ad Ah' undecided",
        ),
        ([(f"{ace}, 0 to 99", "HIGH") for ace in ("no ace", "one ace", "two aces", "three aces")], "by 'HIGH'"),
        ([("everything", "LO")], "'everything' is not a glance"),
    ],
)
def test_a_strategy_that_fouls_or_forgets_is_refused_with_the_hand(tmp_path: Path, rows, says: str):
    card = tmp_path / "card.toml"
    card.write_text(
        'game = "match-em"\n' + "".join(f'[[rows]]\nwhen = "{when}"\nchoose = "{choose}"\n' for when, choose in rows)
    )
    with pytest.raises(ValueError, match=says):
        houseway.simulate("match-em", rounds=10, player=card)


def test_a_way_that_fouls_is_refused_with_the_hand(tmp_path: Path):
    way = tmp_path / "way.toml"
    way.write_text(
        'game = "supreme-99"\nname = "Foul"\nversion = "1"\n[[rule]]\nthen = ["Low", "High"]\nwithout_fouling = false\n'
    )
    for asked in ({"player": way}, {"house": way}):
        with pytest.raises(ValueError, match=r"Foul fouls '\w\w \w\w \w\w \w\w'"):
            houseway.simulate("supreme-99", rounds=10, **asked)


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ({"rounds": 0}, "0 rounds: 1 to"),
        ({"rounds": -5}, "-5 rounds: 1 to"),
        ({"rounds": 10**15}, "1,000,000,000,000,000 rounds: 1 to"),
        ({"seats": 7}, "7 seats: 1 to 6"),
        ({"session": 0}, "0 rounds of a session"),
        ({"shift": 10**9}, "1,000,000,000 rounds of a shift"),
        ({"seed": -1}, "seed -1: 0 to"),
        ({"decks": 2}, "2 decks: this game takes 1"),
        ({"wagers": ["Ante"]}, "'Ante' is not a wager of supreme-99"),
        ({"player": "well"}, "'well' is no way to play: optimal, house-way, strategy or a file"),
        ({"stakes": {"Standard Bet": Fraction(0)}}, r"\$0 on Standard Bet: more than nothing"),
    ],
    ids=str,
)
def test_sizes_and_names_that_cannot_be_are_refused_in_one_line(asked, says: str):
    with pytest.raises(ValueError, match=says) as refused:
        houseway.simulate("supreme-99", **{"rounds": 10} | asked)
    assert "\n" not in str(refused.value)


def test_a_seat_has_no_house_way_where_the_game_gives_it_none():
    for game in ("match-em", "three-card-poker"):
        with pytest.raises(ValueError, match=f"{game} has no house way for players"):
            houseway.simulate(game, rounds=10, player="house-way")


def test_stakes_are_what_the_rules_allow():
    with pytest.raises(ValueError, match="on Hat Trick: at most what is on Main Bet"):
        houseway.simulate("san-lo", rounds=10, stakes={"Hat Trick": Fraction(2)})
    with pytest.raises(ValueError, match="the stake of Progressive is that of its meter"):
        houseway.simulate("san-lo", rounds=10, stakes={"Progressive": Fraction(2)})
