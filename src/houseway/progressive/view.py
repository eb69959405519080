"""What each role may see of a meter: the one function that every screen, answer and export goes through.

Everybody sees what the sign shows. What lies above the maximum or in the reserve, who adjusts the meter and how it was
set, is for those who run it and those who watch them.
"""

from dataclasses import asdict
from fractions import Fraction
from typing import Final

from houseway.deciding.command import Json
from houseway.money import MICROS_PER_CENT
from houseway.paytable import THE_METER
from houseway.progressive.adjustment import Adjustment
from houseway.progressive.approval import unapproved_meter
from houseway.progressive.events import TableLinked
from houseway.progressive.meter import MeterSettings
from houseway.progressive.state import Controller, Proposal
from houseway.role import Role

READERS: Final = (Role.SUPERVISOR, Role.CONTROLLER_ADMIN, Role.SURVEILLANCE, Role.AUDITOR)


def view(controller: Controller, role: Role | None) -> Json:
    """The meter as this role sees it, or a guest, as JSON."""
    return public(controller) | (_inside(controller) if role in READERS else {})


def public(controller: Controller) -> Json:
    meter = controller.meter
    return {
        "name": controller.name,
        "status": controller.status.value,
        "shown_micros": meter.shown_micros,
        "stake_cents": meter.settings.stake_cents,
        "tables": sorted(controller.links),
        "paytables": sorted({link.paytable for link in controller.links.values()}),
        "meters": sorted({link.meter for link in controller.links.values()} - {THE_METER}),
        "unapproved": list(unapproved_meter(controller)),
    }


def _inside(controller: Controller) -> Json:
    """All that a controller shows."""
    meter = controller.meter
    owed = meter.gross_micros + meter.reserve_micros
    return {
        "settings": settings_shape(meter.settings),
        "gross_micros": meter.gross_micros,
        "overflow_micros": meter.overflow_micros,
        "reserve_micros": meter.reserve_micros,
        "seed_owed_micros": meter.seed_owed_micros,
        "in_micros": meter.in_micros,
        "deposited_cents": controller.deposited_cents,
        "deposit_due_micros": owed - controller.deposited_cents * MICROS_PER_CENT,
        "awards": [asdict(total) for _, total in sorted(meter.tallies.items())],
        "last_hits": [asdict(hit) for hit in meter.last_hits],
        "proposals": [_proposal(number, each) for number, each in sorted(controller.proposals.items())],
        "links": [_link(link) for _, link in sorted(controller.links.items())],
        "malfunctions": [
            {"malfunction": number, "note": note} for number, note in sorted(controller.malfunctions.items())
        ],
    }


def _proposal(number: int, proposal: Proposal) -> Json:
    match proposal.what:
        case MeterSettings() as settings:
            what = {"settings": settings_shape(settings)}
        case Adjustment() as adjustment:
            what = {"adjustment": {**asdict(adjustment), "reason": adjustment.reason.value}}
    return {"proposal": number, "by": proposal.by, **what}


def _link(link: TableLinked) -> Json:
    shown = {**asdict(link), "chance": _exact(link.chance)}
    del shown["digest"]
    return shown


def settings_shape(settings: MeterSettings) -> Json:
    shares = {"increment": _exact(settings.increment), "hidden": _exact(settings.hidden)}
    return {**asdict(settings), **shares}


def _exact(share: Fraction) -> str:
    return f"{share.numerator}/{share.denominator}"
