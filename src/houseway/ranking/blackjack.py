"""Cards by what they count at blackjack: faces ten, an ace one or eleven."""

from houseway.cards import ACE, Card, Cards, rank_of

BLACKJACK = 21
TEN = 10
DEALER_STANDS = 17
AS_ELEVEN = 10  # that an ace counts more as an eleven
LOSE = "lose"
BUST, NATURAL = 0, 22  # what a hand above 21 is worth, and a blackjack; any other its total
PUSHES = -1  # a dealer's 22, where it does


def points(card: Card) -> int:
    """An ace counts one here."""
    rank = rank_of(card)
    return 1 if rank == ACE else min(rank, TEN)


def hard_total(cards: Cards) -> int:
    """The points of the cards with every ace as one."""
    return sum(map(points, cards))


def total(cards: Cards) -> int:
    """The best total: an ace counts eleven where that does not go above 21."""
    hard = hard_total(cards)
    return hard + AS_ELEVEN if hard <= BLACKJACK - AS_ELEVEN and 1 in map(points, cards) else hard


def is_soft(cards: Cards) -> bool:
    """Whether an ace counts eleven."""
    return total(cards) != hard_total(cards)


def is_pair(cards: Cards) -> bool:
    """Two cards that count the same."""
    return len(cards) == 2 and points(cards[0]) == points(cards[1])


def is_blackjack(cards: Cards) -> bool:
    """An ace and a card that counts ten, as the first two."""
    return len(cards) == 2 and total(cards) == BLACKJACK


def worth(cards: Cards) -> int:
    """Nothing above 21, and a blackjack more than any other 21."""
    made = total(cards)
    return BUST if made > BLACKJACK else NATURAL if is_blackjack(cards) else made


def dealer_draws(cards: Cards, *, hits_soft_17: bool) -> bool:
    """A dealer draws to 17, and some draw to a soft 17 too."""
    made = total(cards)
    return made < DEALER_STANDS or (made == DEALER_STANDS and hits_soft_17 and is_soft(cards))


def compared(mine: int, his: int, said: tuple[str, ...]) -> str:
    """How a hand of this worth ends; after a split 21 is no blackjack."""
    mine = BLACKJACK if mine == NATURAL and "split" in said else mine
    if mine == BUST or mine < his:
        return LOSE
    if mine == his:
        return "push"
    return "blackjack" if mine == NATURAL else "win"


def dealer_worth(cards: Cards) -> int:
    """Where a dealer's 22 pushes: what his hand is worth."""
    return PUSHES if total(cards) == BLACKJACK + 1 else worth(cards)


def compared_with_22(mine: int, his: int, said: tuple[str, ...]) -> str:
    """How a hand ends where a dealer's 22 pushes against all but a blackjack."""
    is_natural = mine == NATURAL and "split" not in said
    return "push" if his == PUSHES and mine != BUST and not is_natural else compared(mine, his, said)


def tell_dealer(worth: int, said: tuple[str, ...]) -> str:
    return "22" if worth == PUSHES else tell(worth, ())


def row(cards: Cards) -> str:
    """The row of a chart that a hand is in."""
    if is_pair(cards):
        return f"pair {points(cards[0])}"
    return f"{'soft' if is_soft(cards) else 'hard'} {total(cards)}"


def insured(has_blackjack: bool) -> str:
    """How a bet ends that the dealer has a blackjack."""
    return "blackjack" if has_blackjack else LOSE


def tell(worth: int, said: tuple[str, ...]) -> str:
    """After a split an ace and a ten are 21."""
    if worth == NATURAL:
        return "21" if "split" in said else "blackjack"
    return "bust" if worth == BUST else str(worth)
