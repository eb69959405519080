"""The command of game protection: which cards make the difference, how they are counted, and what that wins."""

from typing import TYPE_CHECKING

import click

import houseway
from houseway.api.games import as_game
from houseway.cli.app import app, present, progress_bar
from houseway.cli.options import decks_option, game_argument, json_option

if TYPE_CHECKING:
    from rich.console import Console

    from houseway.analysis.card_effects import Effect
    from houseway.analysis.linear_count import LinearCount
    from houseway.analysis.penetration import Counted


@app.command("count")
@game_argument
@click.argument("wager")
@click.option("--paytable", metavar="P", help="One of its paytables; else its first.")
@decks_option
@click.option(
    "--behind",
    type=int,
    multiple=True,
    metavar="CARDS",
    help="Cards behind the cut card, several times for several depths; else an eighth of the shoe to a half.",
)
@click.option("--shoes", type=int, default=100, show_default=True, metavar="N", help="Shoes that are simulated.")
@click.option("--seed", type=int, default=1, show_default=True, metavar="N", help="The same seed deals the same shoes.")
@click.option("--effects", "effects_alone", is_flag=True, help="What cards are worth and the best counts; no shoes.")
@json_option
def count_command(
    game: str,
    wager: str,
    paytable: str | None,
    decks: int | None,
    behind: tuple[int, ...],
    shoes: int,
    seed: int,
    effects_alone: bool,
    as_json: bool,
) -> None:
    """What every card is worth to WAGER, the best counts of it, and what those win who count.

    The effect of removing a card is exact, of a whole shoe, and so are the best linear counts: a tag for each card,
    exact or whole and small enough to keep, with their betting correlation and the true count (for every 52 cards left)
    above which to bet. What is won by betting one unit whenever the edge seems to be there is simulated for each count
    and for a perfect counter, by how deep the shoe is dealt, and has a standard error; so has what the cut card changes
    for one who bets in every round. Effects on a wager that is played are solved anew card by card, and of blackjack
    each takes as long as the game; there bets are played as from a fresh shoe, and no perfect counter is simulated.
    """
    with progress_bar("solving") as progress:
        effects = houseway.effects(game, wager, paytable=paytable, decks=decks, progress=progress)
        from houseway.analysis.linear_count import linear_counts

        counts = linear_counts(effects, len(as_game(game).pack(decks).cards()))
        counted = []
        if not effects_alone:
            counted = houseway.counters(
                game,
                wager,
                paytable=paytable,
                decks=decks,
                behind=behind,
                shoes=shoes,
                seed=seed,
                linear=counts,
                progress=progress,
            )
    told = {"effects": effects, "counts": counts} | ({} if effects_alone else {"counted": counted})
    present(told, as_json, lambda out: _print(out, wager, effects, counts, counted))


def _print(
    out: "Console", wager: str, effects: "list[Effect]", counts: "list[LinearCount]", counted: "list[Counted]"
) -> None:
    _print_effects(out, wager, effects, counts)
    for count in counts:
        out.print(
            f"{count.name}: betting correlation {count.betting_correlation:.4f}; a true count of 1 is "
            f"{float(count.true_count_worth):.4%} of the edge, bet above {float(count.trigger):.2f}",
            highlight=False,
        )
    if not counts:
        out.print("No card is worth more than another: there is no linear count", highlight=False)
    if counted:
        _print_counted(out, effects, counted)


def _print_counted(out: "Console", effects: "list[Effect]", counted: "list[Counted]") -> None:
    from rich.table import Table

    decks = "1 deck" if counted[0].decks == 1 else f"{counted[0].decks} decks"
    title = f"{decks}, {counted[0].shoes} shoes simulated: bets of one unit; rounds and units a shoe"
    table = Table(title=title, box=None, title_style="", padding=(0, 1))
    for name in ("behind", "dealt", "rounds", "counter", "bets", "their edge", "units", "±"):
        table.add_column(name, justify="left" if name == "counter" else "right", no_wrap=True)
    depth = None
    for row in counted:
        first = row.behind != depth
        depth = row.behind
        table.add_row(
            str(row.behind) if first else "",
            f"{float(row.penetration):.0%}" if first else "",
            f"{row.rounds / row.shoes:.1f}" if first else "",
            row.counter,
            f"{float(row.bet_frequency):.2%}",
            "" if row.edge_on_bets is None else f"{row.edge_on_bets:+.3%}",
            f"{row.units_a_shoe:+.4f}",
            f"{row.standard_error:.4f}",
        )
    out.print(table)
    deepest, fresh = counted[0], effects[0].house_edge - effects[0].effect
    out.print(
        f"Whoever bets in every round of these shoes meets a house edge of {deepest.edge_of_every_round:.4%}, ± "
        f"{deepest.error_of_every_round:.4%}, beside {float(fresh):.4%} of a fresh shoe: so much the cut card changes",
        highlight=False,
    )


def _print_effects(out: "Console", wager: str, effects: "list[Effect]", counts: "list[LinearCount]") -> None:
    from rich.table import Table

    from houseway.cards import show

    title = f"{wager}: the effect of removing one card on the house edge, and its tags"
    table = Table(title=title, box=None, title_style="")
    table.add_column("card", no_wrap=True)
    for name in ("effect", *(count.name for count in counts)):
        table.add_column(name, justify="right", no_wrap=True)
    for each in effects:
        alike = f" and {len(each.cards) - 1} like it" if len(each.cards) > 1 else ""
        tags = [count.tag_of[each.cards[0]] for count in counts]
        told = [f"{int(tag):+}" if tag.denominator == 1 else f"{float(tag):+.3f}" for tag in tags]
        table.add_row(f"{show(each.cards[:1])}{alike}", f"{float(each.effect):+.6%}", *told)
    out.print(table)
