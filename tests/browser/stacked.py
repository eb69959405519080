"""A card room with one table of one game, whose shuffler is stacked: every pack begins with the cards that a story
needs. No house can have it so: the program is the tests' own.

    python -m tests.browser.stacked BOOK PORT blackjack "Ac Ad 7h 9c Kh 5s"

The game is one of the registry, or the file of one that is not.
"""

import sys
from collections import Counter

from houseway import shuffler
from houseway.cards import Cards, Pack, parse
from houseway.games import GAMES, add, remove
from houseway.games.own import load_game
from houseway.web.card_room import open_card_room
from houseway.web.serve import make_server


def stacked(first: Cards, pack: Pack) -> Cards:
    left = Counter(pack.cards())
    left.subtract(first)
    return (*first, *left.elements())


def main(book: str, port: str, game: str, first: str) -> None:
    for other in [other for other in GAMES.values() if other.slug != game]:
        remove(other)
    if game not in GAMES:
        add(load_game(game), game)
    shuffler.shuffled = lambda pack, words=None: stacked(parse(first), pack)
    server = make_server(book, port=int(port), opens=open_card_room, on_ready=lambda: print(server.address, flush=True))
    server.run()


if __name__ == "__main__":
    main(*sys.argv[1:])
