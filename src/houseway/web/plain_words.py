"""What casino words mean, in plain ones: a newcomer is told those that a game uses, whichever game it is."""

import re
from collections.abc import Iterable
from typing import Final

GLOSSARY: Final = {
    "ante": "The bet with which you begin a hand.",
    "blackjack": "An ace and a card that counts 10, as the first two cards. It beats any other 21.",
    "bust": "More than 21. The hand loses at once.",
    "push": "Nobody wins: your bet comes back to you.",
    "tie": "Both hands are worth the same.",
    "copy": "Your hand and the dealer’s are worth exactly the same.",
    "matchup": "One of your hands against the dealer’s hand of the same name.",
    "foul": "Your hands are in the wrong order. You lose the bet whatever they are.",
    "pai gow": "In the name of a hand: seven cards without even a pair.",
    "semi-wild": "The joker is an ace, or any card that completes a straight or a flush.",
    "wild": "A wild card counts as any card you need.",
    "pair": "Two cards of the same rank, such as two 9s.",
    "two pair": "Two pairs, such as two 9s and two kings.",
    "three of a kind": "Three cards of the same rank.",
    "four of a kind": "Four cards of the same rank.",
    "straight": "Cards in a row, such as 6, 7, 8. Suits do not matter.",
    "flush": "All cards of one suit, such as hearts.",
    "straight flush": "Cards in a row, all of one suit.",
    "full house": "Three cards of one rank and two of another.",
    "royal flush": "10, jack, queen, king and ace of one suit.",
    "mini royal": "Queen, king and ace of one suit.",
    "suited": "Of the same suit, such as two hearts.",
    "fold": "To give up a hand. What you bet on it is lost.",
    "raise": "To bet more on your hand.",
    "check": "To go on without betting more.",
    "qualify": "The dealer needs a hand this good to play against you. With less, some bets come back.",
    "commission": "A small part of a win that the house keeps.",
    "natural": "8 or 9 points with the first two cards: nobody draws.",
    "soft": "A hand in which an ace counts 11.",
    "hard": "A hand in which no ace counts 11.",
    "surrender": "To give up: half of your bet comes back.",
    "cut card": "A marker in the pack. When it comes out, the cards are shuffled again.",
    "joker": "An extra card. The rules of the game say what it counts as.",
    "common": "Cards in the middle that count for everybody.",
    "house way": "The rule by which this casino’s dealer sets cards.",
}
ENDINGS: Final = {
    "copy": "cop(?:y|ies)",
    "qualify": "qualif(?:y|ies|ied)",
    "common": "common (?:ones|cards)",
    "wild": "(?<!semi-)wild",
}


def words_in(texts: Iterable[str]) -> list[dict[str, str]]:
    """Each `word` of the glossary that stands in the texts, with what it `means`; in the order of the glossary."""
    read = "\n".join(texts)
    return [{"word": word, "means": means} for word, means in GLOSSARY.items() if _pattern(word).search(read)]


def _pattern(word: str) -> re.Pattern[str]:
    return re.compile(rf"(?i)\b{ENDINGS.get(word) or f'{word}(?:e?s|ed)?'}\b")
