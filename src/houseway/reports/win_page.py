"""The win page: what the money bag prints once J-POT has been pressed, to record the payout for accounting. [SLP 9]

It shows how the award came out of the meter, who verified it, and where in the logs it stands. How it was paid, and to
whom, is written in by hand: the book knows a player by the name he gave, and keeps no document of his.
"""

from collections.abc import Iterator
from typing import Final

from houseway.cards import is_joker, parse_card, rank_of, show_card, suit_of
from houseway.deciding.command import Json
from houseway.progressive.papers import WinPage
from houseway.reports import paper
from houseway.reports.shapes import shape

TEMPLATE: Final = "win_page.typ"
SUIT_SIGNS: Final = "♣♦♥♠"
RED: Final = "♦♥"
PAYMENT: Final = (  # to be written in, or ticked where there are several words
    *(("Cash", "Check", "Chips", "Other"), "Check number"),
    *("Name, as on the document", "Identity document and number"),
    *(("Tax form filed", "Nothing withheld"), "Taxpayer number"),
    *("Withheld $", "Paid out $"),
)
SIGNED_BY: Final = ("Supervisor", "Dealer", "Surveillance", "Player")


def faults(page: WinPage) -> tuple[str, ...]:
    """Where the page's own sums do not add up, a line each."""
    return tuple(_faults(page))


def _faults(page: WinPage) -> Iterator[str]:
    if page.cents != page.share_cents:
        award, share = paper.money_of_cents(page.cents), paper.money_of_cents(page.share_cents)
        yield f"The award is {award}; the share of the meter is {share}."
    if page.meter_after_micros != page.sum_micros:
        yield (
            f"The meter after is recorded as {paper.money_of_micros(page.meter_after_micros)}; "
            f"award and reseed make it {paper.money_of_micros(page.sum_micros)}."
        )
    if page.backed_out_cents > page.cents:
        yield f"{paper.money_of_cents(page.backed_out_cents)} was backed out of {paper.money_of_cents(page.cents)}."


def pdf(page: WinPage) -> bytes:
    return paper.pdf(TEMPLATE, printed(page), at=page.at)


def plain(page: WinPage) -> Json:
    envy = [{"seat": seat, "cents": cents} for seat, cents in page.envy]
    return {**shape(page), "envy": envy, "unapproved": list(page.unapproved), "faults": list(faults(page))}


# ---- what is printed -------------------------------------------------------------------------------


def printed(page: WinPage) -> Json:
    return {
        "title": "Progressive win",
        "running": paper.running(f"{page.table}, round {page.round}, seat {page.seat}"),
        "house": page.house,
        "table": page.table,
        "round": page.round,
        "seat": page.seat,
        "win": page.win,
        "line": page.line,
        "award": paper.money_of_cents(page.cents),
        "share": f"{paper.plain_percent(page.share)} of the meter",
        "cards": [_face(text) for text in page.cards],
        "notation": " ".join(page.cards),
        "faults": list(faults(page)),
        "unapproved": paper.sentences(page.unapproved),
        "backed_out": _backed_out(page),
        "facts": _facts(page),
        "sums": _sums(page),
        "envy": [[f"Seat {seat}", paper.money_of_cents(cents)] for seat, cents in page.envy],
        "payment": PAYMENT,
        "signed_by": SIGNED_BY,
        "envy_total": paper.money_of_cents(sum(cents for _, cents in page.envy)),
        "heads": [
            {"log": "Table", "seq": str(page.table_seq), "hash": page.table_hash},
            {"log": "Meter", "seq": str(page.meter_seq), "hash": page.meter_hash},
        ],
    }


def _face(text: str) -> Json:
    card = parse_card(text)
    if is_joker(card):
        return {"rank": "JOKER", "suit": "", "red": False}
    rank, suit = show_card(card)[0], SUIT_SIGNS[suit_of(card)]
    return {"rank": "10" if rank_of(card) == 10 else rank, "suit": suit, "red": suit in RED}


def _backed_out(page: WinPage) -> list[str]:
    if not page.backed_out_cents:
        return []
    back, left = paper.money_of_cents(page.backed_out_cents), paper.money_of_cents(page.cents - page.backed_out_cents)
    return [
        f"{back} of this award was put back on the meter by an adjustment that names this win.",
        f"{left} of it stands.",
    ]


def _facts(page: WinPage) -> list[list[str]]:
    return [
        ["Gaming day", paper.long_day(page.day)],
        ["Recorded", paper.clock(page.at, page.zone)],
        ["Game", page.game],
        ["Paytable", page.paytable],
        ["Table", page.table],
        ["Meter", page.meter],
        ["Round", str(page.round)],
        ["Seat", str(page.seat)],
        ["Player", page.player],
        ["Verified by", page.verified_by],
    ]


def _sums(page: WinPage) -> list[list[str]]:
    """The way from the meter before to the meter after: sign, words, amount."""
    rows = [
        ["", "Meter before, as shown", paper.money_of_micros(page.meter_before_micros)],
        ["×", f"Share of {page.line}: {paper.share_of(page.share)}", paper.exact_money(page.exact_micros)],
        ["=", "Award, down to the whole cent", paper.money_of_cents(page.cents)],
        ["", "Part of a cent that stays on the meter", paper.exact_money(page.residue_micros)],
    ]
    if page.overflow_micros:
        rows.append(["+", "Above the maximum, held but not shown", paper.money_of_micros(page.overflow_micros)])
    rows.append(["", "Meter less the award", paper.money_of_micros(page.left_micros)])
    if page.reseed_reserve_micros or page.reseed_bank_micros:
        rows.append(["+", "Reseed from the reserve", paper.money_of_micros(page.reseed_reserve_micros)])
        rows.append(["+", "Reseed from the bank", paper.money_of_micros(page.reseed_bank_micros)])
    return [*rows, ["=", "Meter after", paper.money_of_micros(page.meter_after_micros)]]
