"""Commands of game protection: what a counter of a wager could win, and which cards make the difference."""

from typing import TYPE_CHECKING

import click

import houseway
from houseway.cli.app import app, present, progress_bar
from houseway.cli.options import decks_option, game_argument, json_option

if TYPE_CHECKING:
    from rich.console import Console

    from houseway.analysis.cards_left import Effect
    from houseway.analysis.counting import Counted


@app.command("count")
@game_argument
@click.argument("wager")
@click.option("--paytable", metavar="P", help="One of its paytables; else its first.")
@decks_option
@click.option("--behind", type=int, default=14, show_default=True, metavar="CARDS", help="Cards behind the cut card.")
@click.option("--shoes", type=int, default=100, show_default=True, metavar="N", help="Shoes that are simulated.")
@click.option("--seed", type=int, default=1, show_default=True, metavar="N", help="The same seed deals the same shoes.")
@click.option("--effects", "effects_alone", is_flag=True, help="What every card is worth, and no counter.")
@json_option
def count_command(
    game: str,
    wager: str,
    paytable: str | None,
    decks: int | None,
    behind: int,
    shoes: int,
    seed: int,
    effects_alone: bool,
    as_json: bool,
) -> None:
    """What a perfect counter of WAGER wins a shoe, and what every card is worth to him.

    The effect of removing a card is exact, of a whole shoe. What a counter wins who bets one unit whenever the edge is
    his is simulated, and has a standard error; so is what the cut card changes for one who bets in every round. That is
    for wagers in which nobody chooses. Of the main wager of a game in which hands are drawn, such as blackjack, it is
    --effects alone that can be told; each takes as long as solving the game.
    """
    if effects_alone:
        with progress_bar("solving") as progress:
            effects = houseway.effects(game, wager, paytable=paytable, decks=decks, progress=progress)
        present({"effects": effects}, as_json, lambda out: _print_effects(out, wager, effects))
        return
    counted = houseway.count(game, wager, paytable=paytable, decks=decks, behind=behind, shoes=shoes, seed=seed)
    effects = houseway.effects(game, wager, paytable=paytable, decks=decks)
    present({"effects": effects, "counted": counted}, as_json, lambda out: _print(out, effects, counted))


def _print_effects(out: "Console", wager: str, effects: "list[Effect]") -> None:
    from houseway.cards import show

    out.print(f"{wager}: the effect of removing one card on the house edge", highlight=False)
    for each in effects:
        cards = (
            show(each.cards[:1])
            if len(each.cards) == 1
            else f"{show(each.cards[:1])} and {len(each.cards) - 1} like it"
        )
        out.print(f"  {cards:<22} {float(each.effect):+.6%}", highlight=False)


def _print(out: "Console", effects: "list[Effect]", counted: "Counted") -> None:
    _print_effects(out, counted.wager, effects)
    edge = "" if counted.edge_on_bets is None else f", each worth {counted.edge_on_bets:.3%}"
    out.print(
        f"A perfect counter of {counted.decks} decks with {counted.behind} cards behind the cut card bets "
        f"{float(counted.bet_frequency):.2%} of the rounds{edge}, and wins {counted.units_a_shoe:.4f} units a shoe, "
        f"± {counted.standard_error:.4f} ({counted.shoes} shoes, {counted.rounds} rounds, simulated)",
        highlight=False,
    )
    fresh = effects[0].house_edge - effects[0].effect
    out.print(
        f"Whoever bets in every round of these shoes meets a house edge of {counted.edge_of_every_round:.4%}, ± "
        f"{counted.error_of_every_round:.4%}, beside {float(fresh):.4%} of a fresh shoe: so much the cut card changes",
        highlight=False,
    )
