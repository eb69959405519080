"""A slow second opinion: every rule again, in plain words, straight from the letters.

Nothing here is shared with `houseway` but the numbering of the cards: four suits of the deuce first, four
aces last, then the joker, 52. Where `houseway` counts classes, this tries every real card; where it knows
what a joker becomes, this tries everything a joker could be.
"""

JOKER = 52


def rank(card: int) -> int:
    """2 to 14, the ace."""
    return card // 4 + 2


def suit(card: int) -> int:
    return card % 4
