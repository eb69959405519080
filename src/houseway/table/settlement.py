"""What every wager of a round wins or loses, with its reason. The lines are the game's own: `Wager.line`."""

from dataclasses import replace

from houseway.cards import show
from houseway.game import LOSE, Contest, Game, Setting, Standing, Wager
from houseway.money import dollars
from houseway.paytable import Odds, Pay
from houseway.table.events import Result
from houseway.table.state import Round
from houseway.table.terms import ALERT_CENTS, Terms


def settle(game: Game, terms: Terms, rnd: Round, seat: int) -> tuple[Result, ...]:
    """A seat's results, in the order of the game's wagers. What it wins together is one payout: above the alert amount
    all of it waits for surveillance."""
    mine, stakes = rnd.setting(seat), rnd.spots[seat].wagers
    results = tuple(
        _result(game, terms, rnd, mine, wager, stakes[wager.name]) for wager in game.wagers if wager.name in stakes
    )
    if sum(result.won_cents for result in results) <= ALERT_CENTS:
        return results
    return tuple(replace(result, held=result.won_cents > 0) for result in results)


def _result(game: Game, terms: Terms, rnd: Round, mine: Setting, wager: Wager, stake: int) -> Result:
    assert rnd.dealer is not None
    line = wager.line(mine, rnd.dealer)
    pay = pay_of(terms, wager, line)
    won = winnings(pay, stake)
    paid = within_aggregate(terms, rnd, wager, won)
    cut = f"; the aggregate limit leaves {dollars(paid)} of {dollars(won)}" if paid < won else ""
    return Result(
        wager=wager.name,
        line=line,
        pays=str(pay) if pay else LOSE,
        stake_cents=stake,
        returned_cents=stake if pay and pay.odds is Odds.TO_ONE else 0,
        won_cents=paid,
        held=False,
        reason=_reason(game, wager, line, mine, rnd.dealer) + cut,
    )


def pay_of(terms: Terms, wager: Wager, line: str) -> Pay | None:
    paytable = terms.paytable(wager)
    assert paytable is not None, f"{wager.name} lies on a table that does not offer it"
    return paytable.lines.get(line)


def winnings(pay: Pay | None, stake_cents: int) -> int:
    """Rounded down to the cent: the house keeps what is left."""
    if pay is None:
        return 0
    assert pay.odds is not Odds.OF_METER, "a share of a meter is paid by the progressive"
    return int(pay.amount * stake_cents)


def within_aggregate(terms: Terms, rnd: Round, wager: Wager, won_cents: int) -> int:
    """Where a round's payouts on a wager exceed its aggregate limit, the limit is shared in proportion, each share
    rounded down: the house keeps the odd cents."""
    limit = terms.aggregate_cents.get(wager.name)
    if limit is None or not won_cents:
        return won_cents
    assert rnd.dealer is not None
    total = 0
    for seat in rnd.hands:
        stake = rnd.spots[seat].wagers.get(wager.name)
        if stake:
            total += winnings(pay_of(terms, wager, wager.line(rnd.setting(seat), rnd.dealer)), stake)
    return won_cents if total <= limit else won_cents * limit // total


def _reason(game: Game, wager: Wager, line: str, mine: Setting, dealers: Setting) -> str:
    if not isinstance(wager, Contest):
        return f"{line}: {show(mine.cards)}"
    if game.standing(mine) is Standing.FOUL:
        return f"foul: {described(game, mine)}"
    return f"{line}: {described(game, mine)} against {described(game, dealers)}"


def described(game: Game, setting: Setting) -> str:
    if game.tell is not None:
        return game.tell(setting)
    if not game.hands:
        return str(setting)
    named = zip(game.hands, setting.hands, strict=True)
    return ", ".join(f"{name} {game.hand_name(hand)}" for name, hand in named)
