"""A service whose shuffler is stacked: every pack begins with the cards that a story needs, which a file says at each
shuffle. No house can have it so: the program is the tests' own.

    python -m tests.browser.stacked BOOK PORT CARDS [GAME.py ...]

The games are those of the registry, and of the files named.
"""

import sys
from collections import Counter
from pathlib import Path

from houseway import shuffler
from houseway.cards import Cards, Pack, parse
from houseway.games import add
from houseway.games.own import load_game
from houseway.web.serve import make_server


def stacked(first: Cards, pack: Pack) -> Cards:
    left = Counter(pack.cards())
    left.subtract(first)
    return (*first, *left.elements())


def main(book: str, port: str, cards: str, *files: str) -> None:
    for file in files:
        add(load_game(file), file)
    shuffler.shuffled = lambda pack, words=None: stacked(parse(Path(cards).read_text()), pack)
    server = make_server(book, port=int(port), on_ready=lambda: print(server.address, flush=True))
    server.run()


if __name__ == "__main__":
    main(*sys.argv[1:])
