"""The cards of the simulation's rounds again, in plain Python: the same random numbers."""

from collections.abc import Iterator

from houseway.cards import Cards

STEP, WORD, HALF = 0x9E3779B97F4A7C15, 2**64, 2**32


def numbers(counter: int) -> Iterator[int]:
    while True:
        counter = (counter + STEP) % WORD
        x = (counter ^ counter >> 30) * 0xBF58476D1CE4E5B9 % WORD
        x = (x ^ x >> 27) * 0x94D049BB133111EB % WORD
        yield x ^ x >> 31


def deals(counter: int, pack: Cards, drawn: int) -> Iterator[Cards]:
    """The first cards of the pack, round after round; each number chooses two of them."""
    deck, drawing = list(pack), numbers(counter)
    while True:
        for i in range(0, drawn, 2):
            left = len(deck) - i, len(deck) - i - 1
            while True:
                x = next(drawing)
                products = x % HALF * left[0], x // HALF * left[1]
                if all(p % HALF >= HALF % n for p, n in zip(products, left, strict=True)):
                    break
            for place, product in zip((i, i + 1), products, strict=True):
                chosen = place + product // HALF
                deck[place], deck[chosen] = deck[chosen], deck[place]
        yield tuple(deck[: drawn + drawn % 2])
