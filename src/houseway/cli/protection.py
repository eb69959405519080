"""The command of game protection: which cards make the difference, how they are counted, and what that wins."""

import click

import houseway
from houseway.api.games import as_game
from houseway.cli.app import app, present, progress_bar
from houseway.cli.options import decks_option, game_argument, json_option


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
    from houseway.reports.protection import count_sheets
    from houseway.reports.sheet import print_sheets

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
    present(told, as_json, lambda out: print_sheets(out, count_sheets(wager, effects, counts, counted)))
