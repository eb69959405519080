"""The simulation's rounds again, in plain Python: the same random numbers, and the game's own functions."""

from collections import Counter
from collections.abc import Callable, Iterator

from houseway.analysis.contest import Pays, decisions
from houseway.cards import Card, Cards, Pack
from houseway.game import Game, Setting

STEP, WORD, HALF = 0x9E3779B97F4A7C15, 2**64, 2**32


def numbers(counter: int) -> Iterator[int]:
    while True:
        counter = (counter + STEP) % WORD
        x = (counter ^ counter >> 30) * 0xBF58476D1CE4E5B9 % WORD
        x = (x ^ x >> 27) * 0x94D049BB133111EB % WORD
        yield x ^ x >> 31


def deals(counter: int, pack: Pack, drawn: int) -> Iterator[Cards]:
    """The first cards of the pack, round after round; each number chooses two of them."""
    deck, drawing = list(pack.cards()), numbers(counter)
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


Choose = Callable[[Cards, Cards], Setting]


def settled(
    game: Game, decks: int, seats: int, rounds: int, counter: int, choose: Choose
) -> Counter[tuple[int, str, str]]:
    """How often each wager of each seat ended in which line."""
    deal, found = game.deal, Counter()
    drawing = deals(counter, deal.pack(decks), deal.dealer_cards + seats * deal.seat_cards)
    for _ in range(rounds):
        cards = next(drawing)
        dealer = game.house_way.set(cards[: deal.dealer_cards])
        for seat in range(seats):
            start = deal.dealer_cards + seat * deal.seat_cards
            packet, later = cards[start : start + deal.packet], cards[start + deal.packet : start + deal.seat_cards]
            setting = choose(packet, cards[: deal.dealer_shows])
            for wager in game.wagers:
                if not wager.equals or wager.name in setting.adds:
                    found[seat, wager.name, wager.line(setting.then(later), dealer)] += 1
    return found


def best_play(game: Game, decks: int) -> Choose:
    """What the analysis advises; cards that it does not tell apart are looked up together."""
    pays, see = Pays.of(game), game.sight.see
    best = {(see(d.cards), see(d.shown)): pays.best(d).setting for d in decisions(game, decks)}

    def choose(packet: Cards, shown: Cards) -> Setting:
        advised = best[see(packet), see(shown)]
        return Setting((packet,), advised.word, advised.adds)

    return choose


def as_the_house(game: Game) -> Choose:
    return lambda packet, shown: game.house_way.set(tuple(map(Card, packet)))
