"""A round played step by step, as a person reads the list: slow, and independent of the machine."""

from collections.abc import Mapping, Sequence
from itertools import chain

from houseway.analysis.exact.ends import End, SettledLine
from houseway.analysis.exact.question import Question
from houseway.cards import Card, Cards
from houseway.game import FOLDED, SEAT, Bets, Choice, Deal, Draw, Look, Over, Seen, Settle, Show


class Cell:
    """Cards in a place: seen, hidden, and perhaps set."""

    def __init__(self, cards: Sequence[Card]) -> None:
        self.deck = list(cards)
        self.seen: list[Card] = []
        self.hidden: list[Card] = []
        self.set: tuple[Cards, ...] = ()


class Player:
    def __init__(self, cards: Sequence[Card]) -> None:
        self.cell = Cell(cards)
        self.said: tuple[str, ...] = ()
        self.stakes: dict[str, int] = {}
        self.lines: list[SettledLine] = []
        self.out = False


def play(question: Question, dealt: Mapping[tuple[str, int], Sequence[Card]], seats: int) -> list[End]:
    """The ends of the seats, when places get their cards in these orders; only as many as come are looked at."""
    game = question.game
    players = [Player(dealt.get((SEAT.place, seat), ())) for seat in range(seats)]
    common = {name: Cell(cards) for (name, seat), cards in dealt.items() if seat < 0}

    def seen(player: Player | None) -> Seen:
        lying = {name: tuple(cell.seen) for name, cell in common.items() if cell.seen}
        if player:
            lying[SEAT.place] = tuple(player.cell.seen)
        said = player.said if player else tuple(chain.from_iterable(each.said for each in players))
        return Seen(pack=question.pack, lying=lying, said=said)

    def seen_by_dealer(turned: Sequence[str]) -> Seen:
        lying = {name: (*cell.seen, *(cell.hidden if name in turned else ())) for name, cell in common.items()}
        return Seen(pack=question.pack, lying=lying)

    def looked_at(player: Player, look: Look) -> tuple[Cards, ...]:
        cells = {**common, SEAT.place: player.cell}
        if look.is_set:
            return cells[look.place].set
        return (tuple(chain.from_iterable(part.of(cells[part.place].seen) for part in look.parts)),)

    def settle(player: Player, names: Sequence[str]) -> None:
        for wager in game.wagers:
            times = player.stakes.get(wager.of or "" if wager.free else wager.name, 0)
            if times and wager.name in names and wager.name in question.wagers:
                worths = tuple(hand.worth(*looked_at(player, hand.of)) for hand in wager.hands)
                player.lines.append(SettledLine(wager.name, times, wager.line(worths, player.said)))
        for name in names:
            player.stakes.pop(name, None)

    number = -1
    for step in game.round:
        match step:
            case Bets():
                for player in players:
                    if not step.when or step.when(seen(player)):
                        placed = [name for name in (*step.must, *step.may) if name in question.wagers]
                        player.stakes |= dict.fromkeys(placed, 1)
            case Deal():
                for name in step.to.places:
                    for cell in [p.cell for p in players] if name == SEAT.place else [common[name]]:
                        up = step.up_at(name)
                        cell.seen += [cell.deck.pop(0) for _ in range(up)]
                        cell.hidden += [cell.deck.pop(0) for _ in range(step.cards - up)]
            case Choice():
                number += 1
                for player in players:
                    goes_on = not player.out
                    while goes_on:
                        options = tuple(option for option in step.options(seen(player)) if not option.foul)
                        if not options:
                            break
                        assert question.policy
                        option = question.policy(number, seen(player), options)
                        player.said += (option.word,)
                        for name in option.back:
                            del player.stakes[name]
                        player.stakes |= dict(option.stakes)
                        player.cell.seen = [card for card in player.cell.seen if card not in option.drops]
                        player.cell.seen += [player.cell.deck.pop(0) for _ in range(option.takes)]
                        player.cell.set = option.cut or player.cell.set
                        if option.out:
                            player.out = True
                            for name in [n for n in player.stakes if not game.wager(n).outlives]:
                                player.lines.append(SettledLine(name, player.stakes.pop(name), FOLDED))
                        goes_on = step.again and not option.last and not player.out
            case Draw():
                for player in players if step.to == SEAT else [None]:
                    cell = player.cell if player else common[step.to.place]
                    while step.more(seen(player)):
                        cell.seen.append(cell.deck.pop(0))
            case Show():
                [part] = step.what.parts
                cell = common[part.place]
                lies = len(cell.seen)
                turned = len(part.of(range(lies + len(cell.hidden)))) - len(part.of(range(lies)))
                cell.seen += [cell.hidden.pop(0) for _ in range(turned)]
                if step.way:
                    cell.set = step.way.set(tuple(cell.seen))
            case Settle():
                for player in players:
                    settle(player, step.wagers)
            case Over():
                if step.when(seen_by_dealer(step.looks.places)):
                    for name in step.looks.places:
                        common[name].seen += common[name].hidden
                    break
            case _:
                raise AssertionError(step)
    for player in players:
        settle(player, [wager.name for wager in game.wagers])
    return [End(player.said, tuple(sorted(player.lines))) for player in players]
