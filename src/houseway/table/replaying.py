"""A round gone through again step by step: the cards that were told come to their places, the seats say the words that
were told, and everything else follows from the rules."""

from collections import Counter
from dataclasses import dataclass, field, replace

from houseway.cards import Cards
from houseway.game import Choice, Deal, Option, Over, Settle, Show
from houseway.role import Seat
from houseway.table.betting import placed_before_the_deal
from houseway.table.choosing import option_set
from houseway.table.commands import Stage
from houseway.table.due import drawing, due, forward, settling, turned_over
from houseway.table.layout import is_layout, lay
from houseway.table.peeking import is_known, looked_at
from houseway.table.places import DEALER, Pile, Place, dealt_to, hands_at, place_named
from houseway.table.seeing import hand_to_play, options_of, seen_by_dealer
from houseway.table.settlement import settle_early
from houseway.table.spot import Spot
from houseway.table.staking import split_stake, stakes_of
from houseway.table.state import BEGINNING, Round, Table


@dataclass
class Replay:
    """The round as it comes out again, in which order cards were dealt, and which seats said what they could not."""

    table: Table  # whose round is gone through
    told: Round
    dealt: list[tuple[Place, int]] = field(default_factory=list)  # to which place, and how many cards
    wrong: set[Seat] = field(default_factory=set)
    silent: set[Seat] = field(default_factory=set)  # of whom nothing more was told, though they had to choose
    is_short: bool = False  # more cards would have come than were told
    _given: Counter[Place] = field(default_factory=Counter)
    _said: Counter[Seat] = field(default_factory=Counter)

    @property
    def rnd(self) -> Round:
        return self.table.round

    def run(self) -> Round:
        """Until the round is reconciled, or nothing more was told of it, or what the rules do not allow."""
        if not self.told.places:  # nothing was dealt
            self.is_short = True
            self.table = replace(self.table, round=replace(self._beginning(), stage=Stage.BETTING))
            return self.rnd
        self._now(replace(self._beginning(), stage=Stage.NUMBERING))
        while self.rnd.stage is not Stage.RECONCILING and not (self.wrong or self.silent or self.is_short):
            if self.rnd.stage is Stage.ENTERING:  # cards lie face up of which nothing was told
                self.is_short = True
            else:
                self._step()
        return self.rnd

    @property
    def is_as_told(self) -> bool:
        """Whether everything that was told happened again: each word, each card, and what was settled early."""
        told, spots = self.told, self.rnd.spots
        words = all(self._said[seat] == len(spot.said) for seat, spot in told.spots.items())
        cards = all(self._given[place] == self._told_of(place) for place in told.piles)
        early = all(spots[seat].early == spot.early for seat, spot in told.spots.items() if spot.early)
        return words and cards and early and not self.wrong

    def _now(self, rnd: Round) -> None:
        """The round as it is now, at the next step at which something happens."""
        table = replace(self.table, round=rnd)
        self.table = replace(table, round=forward(table, rnd, BEGINNING))

    def _beginning(self) -> Round:
        """As the betting was closed: without what choices added, and with what they took back."""
        game, spots = self.table.game, {}
        for seat, spot in self.told.spots.items():
            begun = Spot(coined_in=spot.coined_in, left=spot.left, is_stopped=spot.is_stopped)
            for name, cents in placed_before_the_deal(game, spot).items():
                begun = begun.with_wager(name, cents, game.wager(name).lies_on)
            spots[seat] = begun
        return replace(self.told, spots=spots, piles={}, top=0, step=0, places=(), picked_up=())

    def _step(self) -> None:
        table, rnd = self.table, self.rnd
        number = rnd.step
        match table.game.round[number]:
            case Deal() as step:
                self._deal(step)
            case Choice():
                for seat in due(table).seats:
                    self._choose(seat)
            case Show() as step:
                place, up = place_named(step.what.place), turned_over(rnd, step.what)
                if not self._turn_up(place, up):
                    return
                pile = replace(self.rnd.pile(place), up=up)
                hands = step.way.set(pile.cards) if step.way else pile.hands
                self._put(place, replace(pile, hands=hands), step=number + 1)
            case Over() as step:
                is_over = self._is_over(step)
                if is_over and not all(self._turn_up(place, rnd.pile(place).size) for place in looked_at(step)):
                    return
                self._now(replace(self.rnd, step=len(table.game.round) if is_over else number + 1))
            case Settle() as step:
                for seat in settling(table, rnd):
                    early = settle_early(table.game, table.open_terms, rnd, seat, step.wagers)
                    spot = rnd.spots[seat]
                    self._becomes(seat, replace(spot, early=spot.early + early))
                self._now(self.rnd)
            case _:  # one card is drawn
                place, hand = drawing(table, rnd)[0]
                if self._give(place, 1, up=1, hand=hand):
                    self._now(self.rnd)

    def _deal(self, step: Deal) -> None:
        rnd = self.rnd
        living = [seat for seat in rnd.betting if not rnd.spots[seat].is_out]
        for place in dealt_to(self.table.game, step, rnd.first, living):
            if isinstance(place, int) and place not in (DEALER, *living):
                self.dealt.append((place, step.cards * hands_at(self.table.game, place)))
                picked_up = (*self.rnd.picked_up, place)
                places = tuple(dict.fromkeys((*self.rnd.places, place)))
                self.table = replace(self.table, round=replace(self.rnd, picked_up=picked_up, places=places))
            elif not self._give_hands(place, step):
                return
        self._now(replace(self.rnd, step=rnd.step + 1))

    def _give_hands(self, place: Place, step: Deal) -> bool:
        """To a place as many cards as a step of the deal has for it, hand by hand."""
        hands, before = hands_at(self.table.game, place), self.rnd.pile(place).size
        if hands == 1:
            return self._give(place, step.cards, up=step.up)
        spot = self.rnd.spots[Seat(int(place))]
        if not self._give(place, step.cards * hands, up=step.up * hands):
            return False
        self._becomes(Seat(int(place)), spot.with_dealt(step.cards, before))
        return True

    def _give(self, place: Place, number: int, *, up: int, hand: int = 1) -> bool:
        """The next cards that lay there, if so many did; of physical ones those that lie face down in a common place
        come when they are turned over."""
        pile = self.rnd.pile(place)
        up = up if pile.up == pile.size else 0
        seen = up if self._is_hidden(place) else number
        if self._given[place] + seen > self._told_of(place):
            self.is_short = True
            return False
        cards: Cards = self.told.cards_of(place)[self._given[place] : self._given[place] + seen]
        self._given[place] += seen
        self.dealt.append((place, number))
        more = Pile(pile.cards + cards, pile.size + number, pile.up + up, pile.hands)
        places = tuple(dict.fromkeys((*self.rnd.places, place)))
        rnd = replace(self.rnd, piles={**self.rnd.piles, place: more}, places=places)
        self.table = replace(self.table, round=rnd)
        if isinstance(place, int) and place != DEALER:
            self._becomes(Seat(place), rnd.spots[Seat(place)].with_card(hand, more.size))
        return True

    def _is_hidden(self, place: Place) -> bool:
        """Whether they are physical cards of a common place, which nobody knows until they are turned over."""
        return self.table.is_by_hand and place not in self.told.spots

    def _told_of(self, place: Place) -> int:
        """How many cards of a place came, as was told: of physical ones in a common place, those that were entered."""
        return len(self.told.cards_of(place)) if self._is_hidden(place) else self.told.pile(place).size

    def _turn_up(self, place: Place, up: int) -> bool:
        """Physical cards that are turned over are told from now on, if they were told at all."""
        pile = self.rnd.pile(place)
        missing = up - len(pile.cards)
        if self._given[place] + max(missing, 0) > self._told_of(place):
            self.is_short = True
            return False
        if missing > 0:
            more = self.told.cards_of(place)[self._given[place] : self._given[place] + missing]
            self._given[place] += missing
            piles = {**self.rnd.piles, place: replace(pile, cards=pile.cards + more, up=up)}
            self.table = replace(self.table, round=replace(self.rnd, piles=piles))
        return True

    def _is_over(self, step: Over) -> bool:
        """Whether a look at the cards ended the round, by all that was told of them."""
        rnd, piles = self.rnd, dict(self.rnd.piles)
        for place in looked_at(step):
            pile = rnd.pile(place)
            piles[place] = replace(pile, cards=(self.told.cards_of(place) or pile.cards)[: pile.size])
        seen = replace(rnd, piles=piles)
        return is_known(seen, step) and step.when(seen_by_dealer(self.table, seen))

    def _choose(self, seat: Seat) -> None:
        """What the seat said here, if it could."""
        rnd, told = self.rnd, self.told.spots[seat]
        step, number = self.table.game.round[rnd.step], self._said[seat]
        assert isinstance(step, Choice)
        if number == len(told.said):
            self.silent.add(seat)
            return
        word = told.said[number]
        option = self._option(seat, word, told.layout)
        if option is None:
            self.wrong.add(seat)
            return
        self._said[seat] += 1
        drops = option.drops if rnd.pile(seat).is_known else ()  # physical cards may not be entered yet
        gives_up = tuple(rnd.cards_of(seat).index(card) + 1 for card in drops)
        if self.told.corrections:  # what was given up stays so, whatever card it was found to be
            gives_up = told.given_up
        self._does(seat, option)
        spot = self.rnd.spots[seat].swapped() if option.swaps else self.rnd.spots[seat]
        is_done = option.last or option.out or not step.again
        hand, done_at = hand_to_play(self.table, seat, rnd), rnd.step if is_done else None
        spot = spot.with_word(
            word, hand, done_at, is_split=bool(option.splits), is_out=option.out, for_all=step.together
        )
        self._becomes(
            seat,
            replace(
                spot,
                layout=told.layout if option.cut else spot.layout,
                is_foul=option.foul,
                given_up=spot.given_up + gives_up,
                how=told.how or "player",
            ),
        )
        self._now(self.rnd)

    def _does(self, seat: Seat, option: Option) -> None:
        """Wagers are added and taken back, the hand is split, and cards come."""
        game, spot, hand = self.table.game, self.rnd.spots[seat], hand_to_play(self.table, seat)
        after, chip = spot, self.table.open_terms.smallest_chip
        for name in option.back:
            after = after.without(name)
        for name, cents in stakes_of(game, spot, hand, option, chip).items():
            after = after.with_wager(name, cents, hand)
        if option.splits:
            numbers, stake = self.rnd.numbers_of(seat, hand), split_stake(game, spot, hand, option, chip)
            after = after.split(hand, numbers, option.splits, stake)
        self._becomes(seat, after)
        for each in (hand, hand + 1) if option.splits else (hand,):
            for _ in range(option.takes):
                self._give(seat, 1, up=1, hand=each)

    def _option(self, seat: Seat, word: str, layout: str) -> Option | None:
        cards = self.rnd.cards_of(seat)
        options = [option for option in options_of(self.table, seat) if option.word == word]
        if not options or not options[0].cut or not self.rnd.pile(seat).is_known:
            return options[0] if options else None
        return option_set(options, lay(cards, layout)) if is_layout(layout, len(cards)) else None

    def _becomes(self, seat: Seat, spot: Spot) -> None:
        self.table = replace(self.table, round=replace(self.rnd, spots={**self.rnd.spots, seat: spot}))

    def _put(self, place: Place, pile: Pile, *, step: int) -> None:
        self._now(replace(self.rnd, piles={**self.rnd.piles, place: pile}, step=step))
