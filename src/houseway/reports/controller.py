"""What a controller shows, on a terminal: every meter in a line, or all of one."""

from typing import Any

from rich.console import Console

from houseway.deciding.command import Json
from houseway.paytable import labelled
from houseway.reports.paper import money_of_cents, money_of_micros, signed
from houseway.reports.terminal import figure_table, print_titled


def print_meters(out: Console, meters: list[Json]) -> None:
    table = figure_table("meter", "status", ">shows", ">stake", "tables")
    for meter in meters:
        shown, stake = money_of_micros(meter["shown_micros"]), money_of_cents(meter["stake_cents"])
        name = labelled(meter["name"], approved=not meter["unapproved"])
        table.add_row(name, meter["status"], shown, stake, ", ".join(meter["tables"]))
    out.print(table)
    for meter in meters:
        _print_unapproved(out, meter)


def print_controller(out: Console, meter: Json, wins: list[Json]) -> None:
    name = labelled(meter["name"], approved=not meter["unapproved"])
    print_titled(out, name, _amounts(meter), f"  {meter['status']}")
    _print_unapproved(out, meter)
    out.print(f"record {meter['seq']}, {meter['head']}", soft_wrap=True)
    for title, rows in (
        ("tables", [_linked(each) for each in meter["links"]]),
        ("proposals", [(str(each["proposal"]), each["by"], _proposed(each)) for each in meter["proposals"]]),
        ("malfunctions", [(str(each["malfunction"]), "no notice yet", each["note"]) for each in meter["malfunctions"]]),
        ("awards", [(each["line"], f"{each['hits']:,} ×", _awarded(each)) for each in meter["awards"]]),
        ("wins, by record", [(str(win["seq"]), f"{win['win']}: {win['line']}", _paid(win)) for win in wins]),
    ):
        if rows:
            out.print()
            print_titled(out, title, figure_table("", "", "", rows=rows, head=False))


def _awarded(award: Json) -> str:
    """What stands, and how often one was backed out beside it."""
    return money_of_cents(award["cents"]) + (f"; {award['backed_out']:,} backed out" if award["backed_out"] else "")


def _print_unapproved(out: Console, meter: Json) -> None:
    for difference in meter["unapproved"]:
        out.print(f"{meter['name']} is unapproved: {difference}", soft_wrap=True)


def _amounts(meter: Json) -> Any:
    settings = meter["settings"]
    most = settings["maximum_cents"]
    rows = (
        ("shows", money_of_micros(meter["shown_micros"]), "stake", money_of_cents(settings["stake_cents"])),
        ("gross", money_of_micros(meter["gross_micros"]), "seed", money_of_cents(settings["seed_cents"])),
        ("overflow", money_of_micros(meter["overflow_micros"]), "increment", settings["increment"]),
        ("reserve", money_of_micros(meter["reserve_micros"]), "hidden", settings["hidden"]),
        ("in-meter", money_of_micros(meter["in_micros"]), "maximum", "none" if most is None else money_of_cents(most)),
        (
            "seed owed",
            money_of_micros(meter["seed_owed_micros"]),
            "deposited",
            money_of_cents(meter["deposited_cents"]),
        ),
        ("deposit due", money_of_micros(meter["deposit_due_micros"]), "", ""),
    )
    return figure_table("", ">", "", "", rows=rows, head=False)


def _linked(link: Json) -> tuple[str, str, str]:
    return link["table"], f"{link['game']} on {link['paytable']}", f"{link['line']}, chance {link['chance']}"


def _proposed(proposal: Json) -> str:
    if "settings" in proposal:
        return ", ".join(f"{name} {value}" for name, value in proposal["settings"].items())
    adjustment = proposal["adjustment"]
    names = "".join(f", {adjustment[name]}" for name in ("win", "other") if adjustment[name])
    return f"{signed(adjustment['micros'])}, {adjustment['reason']}{names}: {adjustment['note']}"


def _paid(win: Json) -> str:
    back = win["backed_out_cents"]
    return money_of_cents(win["cents"]) + (f", {money_of_cents(back)} of it backed out" if back else "")
