"""Which exact method counts the figures of a wager: the same that `figures` asks, chosen by facts of the steps."""

from houseway.analysis.exact.facts import depends, method_for
from houseway.analysis.exact.figures import is_added, is_on_cards_alone
from houseway.analysis.exact.question import question
from houseway.analysis.exact.shoe_cards import is_on_next_card
from houseway.game import Bonus, Game, Wager

NEXT_CARD = "NextCard"  # beside the names of methods: a wager on the card that a seat takes next
CARDS_ALONE = "Count"


def counted_by(game: Game, wager: Wager, decks: int | None = None) -> str:
    """The name of the method, of a wager with any of its paytables."""
    if wager in game.main:
        return method_for(question(game, decks=decks)).__name__
    if isinstance(wager, Bonus) and is_on_next_card(game, wager):
        return NEXT_CARD
    if isinstance(wager, Bonus) and is_on_cards_alone(game, wager, decks):
        return CARDS_ALONE
    if is_added(game, wager) or (game.choices and depends(game, wager.name)):
        return method_for(question(game, wagers=(wager.name,), decks=decks)).__name__
    others = () if game.choices else (each.name for each in game.wagers if not is_on_cards_alone(game, each, decks))
    return method_for(question(game, wagers=(wager.name, *others), decks=decks)).__name__
