"""The card room as people see it: HTML pages, and the files they are made of.

A page comes with all that its screen begins with: the felt's layout, who is looking, and the table as that person may
see it. From there on its modules follow the event stream. A page is never kept by a browser; the files lie under a
path that names their contents, and are kept for ever.
"""

import gzip
import hashlib
import mimetypes
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import cache
from importlib.resources import files
from typing import Any, Final, NamedTuple

import orjson
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from houseway.analysis.figures import decimal, money, one_in, percent
from houseway.game import (
    AGAINST_DEALER,
    AGAINST_PAYTABLE,
    AS_WRITTEN,
    DRAWN_HANDS,
    FAMILIES,
    FIRST_CARDS,
    NO_CHOICE,
    SEAT,
    SET_HANDS,
    Game,
)
from houseway.money import dollars
from houseway.odds import as_printed
from houseway.reports.shapes import fraction
from houseway.service.alerts import WATCHERS
from houseway.service.people import Session
from houseway.table.state import Table
from houseway.table.terms import Terms
from houseway.web.errors import Problem
from houseway.web.felt import dealt_to, felt_of, felts, is_approved, layout
from houseway.web.house import House, seen_by
from houseway.web.languages import ENGLISH, language_of, languages
from houseway.web.models import TABLE_NAME
from houseway.web.routes import Routes
from houseway.web.tables import summaries
from houseway.web.workings import kept_for

# No script or style but the project's own files, no other host, and in no frame.
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; manifest-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
KEEPS: Final = {"Houseway-Offline": "keep"}  # a page that a device may keep, and show where the house cannot be reached
FOR_EVER: Final = "public, max-age=31536000, immutable"
IMPORTS: Final = re.compile(r"""(?:from|import) "\./([a-z-]+\.js)";""")
LATER_IMPORTS: Final = re.compile(r"""import\("\./([a-z-]+\.js)"\)""")
TYPES: Final = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
FELTS: Final = "felts.css"  # made from the games
EASY: Final = 8  # games that whoever looks for an easy one finds
FIRST_GAMES: Final = 3  # that a newcomer is shown, each of another family
KINDS: Final = {  # the families, as a player would call them
    AGAINST_DEALER: "beat the dealer’s hand",
    AGAINST_PAYTABLE: "make a good hand",
    SET_HANDS: "arrange your cards in hands",
    DRAWN_HANDS: "take cards, as in 21",
    FIRST_CARDS: "bet on the first cards",
    NO_CHOICE: "only bet, nothing to decide",
}
JSON_IN_HTML: Final = {ord("<"): "\\u003c", ord(">"): "\\u003e", ord("&"): "\\u0026"}


OPENING: Final = "opening-room.js"  # which looks whether the house answers by now


def sorry(problem: Problem, request: Request) -> Response:
    """The page that says why there is no other; it comes again by itself if there may be one in a moment."""
    if problem.status == 307:
        return problem.response()  # another process has the table
    language, is_opening = language_of(request), problem.status == 503
    why: dict[str, Any] = {"says": problem.says, "code": problem.code, "is_opening": is_opening}
    return page(
        "sorry.html", OPENING if is_opening else None, language=language, status=problem.status, data=None, **why
    )


def spelt(mark: str, legend: str) -> str:
    """A cell of a chart as it is read out, by the legend that the chart has: `Dh` is "double, else hit"."""
    words = dict(re.findall(r"\b([A-Z]) ([a-z][a-z ]*?)(?=,|$)", legend))
    return ", else ".join(words.get(letter.upper(), letter) for letter in mark)


def named(what: str, name: str) -> str:
    """The name of a table or a meter; what cannot be one is the name of none."""
    if not re.fullmatch(TABLE_NAME, name):
        raise Problem(404, f"no-such-{what}", f"no {what} has this name")
    return name


OWN: Final = "own-"  # how the name of a table begins that somebody has for himself
GONE: Final = "This table is gone: nobody was there for a while, or the card room was closed. The lobby has a new one."

routes = Routes(on_problem=sorry)


# ---- the pages


@routes.at("GET /")
async def lobby(house: House, request: Request) -> Response:
    """The tables, their games, limits and seats, and the meters."""
    house.check_ready()
    open_tables = [each for each in summaries(house) if "game" in each]
    tables = [
        each | {"felt": felt_of(each["game"]), **found_by(house.floor.tables[each["name"]])} for each in open_tables
    ]
    families = {family: KINDS[family] for family in FAMILIES if family in {each["family"] for each in tables}}
    easy = sorted((each for each in tables if each["ease"]), key=lambda each: each["ease"])
    for each in easy[:EASY]:
        each["is_easy"] = True
    easiest = list({each["family"]: each for each in reversed(easy)}.values())
    easiest = sorted(easiest, key=lambda each: each["ease"])[:FIRST_GAMES]
    own, language = house.settings.own_tables > 0, language_of(request)
    data = {"tables": tables, "languages": names_of_languages()}
    return page(
        "lobby.html",
        "lobby.js",
        language=language,
        tables=tables,
        families=families,
        easiest=easiest,
        own=own,
        data=data,
    )


def found_by(table: Table) -> dict[str, Any]:
    """What a table is found by beside its name: the family of its game, its wagers, and the edge of the main one, if
    that is known without working it out; and whether a letter approves the game. Of a game that is not here, or is
    another edition now, nothing is known."""
    terms, game = table.open_terms, table.game
    if table.other_rules:
        return {
            "family": game.family if game.wagers else "",
            "edge": None,
            "wagers": [],
            "unapproved": False,
            "most_seats": 0,
            "trains": False,
            "ease": 0,
            "is_easy": False,
        }
    first = next(wager.name for wager in (*game.main, *game.placed) if wager.name in terms.paytables)
    kept = kept_for(game)
    paytable, decks = game.paytable(terms.paytables[first]), terms.decks or game.whole_shoe
    figures = kept.edge(paytable, decks, terms.readings.get(first, AS_WRITTEN)) if kept else None
    return {
        "family": game.family,
        "edge": percent(figures.house_edge, 2) if figures else None,
        "wagers": [wager.name for wager in game.wagers if terms.paytable(wager)],
        "unapproved": not is_approved(game),
        "most_seats": game.seats,
        "trains": bool(game.choices and game.main),
        "ease": to_learn(game, terms) if game.family != FIRST_CARDS else 0,  # these are side bets of other games
        "is_easy": False,
    }


def to_learn(game: Game, terms: Terms) -> int:
    """How much there is to learn of a game before its first hand: words, wagers, what they pay, cards to look at,
    choices, and hands to set."""
    lines = sum(len(game.paytable(name).lines) for name in terms.paytables.values())
    wagers, cards = len(game.placed), dealt_to(game, SEAT.place)
    return len(game.summary.split()) + 2 * wagers + lines + cards + 3 * len(game.choices) + 4 * len(game.hands)


@routes.at("GET /tables/{table}/play")
async def player(house: House, request: Request, table: str) -> Response:
    """The felt, for whoever sits at it or would like to."""
    return await table_page(house, request, table, "player")


async def table_page(house: House, request: Request, table: str, screen: str, **more: object) -> Response:
    """A screen at a table. It has what its viewer may see; a dead token is taken away, and a guest looks."""
    if table.startswith(OWN) and house.floor.change(table) is None:
        raise Problem(404, "table-gone", GONE)
    change = await house.change(named("table", table), request)
    session, dead = await visitor(house, request)
    data = {
        "table": table,
        "layout": layout(change.table) if change.table.terms else None,
        "me": me(session, table),
        "seen": orjson.loads(house.relay.latest(change).view(seen_by(session, table))),
        "now": datetime.now(UTC).isoformat(),
        "languages": names_of_languages(),
        **more,
    }
    title = change.table.game.title if change.table.terms else "Closed"
    language = language_of(request) if screen == "player" else ENGLISH  # the staff's screens are in English
    data["texts"] = spoken_of(change.table, language)
    watches = session is not None and session.role in [each.value for each in WATCHERS]
    return page(
        f"{screen}.html",
        f"{screen}.js",
        language=language,
        headers=dead,
        table=table,
        title=title,
        watches=watches,
        data=data,
    )


def spoken_of(table: Table, language: str) -> dict[str, str]:
    """What the felt says of its own game, which is not among the texts that every table begins with."""
    if not table.terms or language == ENGLISH:
        return {}
    says = languages()[language].texts.get(table.game.summary)
    return {table.game.summary: says} if says else {}


def names_of_languages() -> dict[str, str]:
    return {code: language.name for code, language in languages().items()}


async def visitor(house: House, request: Request) -> tuple[Session | None, Mapping[str, str]]:
    """Who is asking; and the header that takes a dead cookie away."""
    try:
        return await house.session_or_guest(request), {}
    except Problem as problem:
        return None, {name: text for name, text in problem.headers.items() if name == "Set-Cookie"}


def me(session: Session | None, table: str | None) -> dict[str, Any] | None:
    if session is None or session.stream not in (None, table):
        return None
    return {"role": session.role, "name": session.name, "seat": session.seat, "csrf": session.csrf}


def page(
    template: str,
    script: str | None,
    *,
    data: object,
    language: str = ENGLISH,
    status: int = 200,
    headers: Mapping[str, str] | None = None,
    **values: object,
) -> Response:
    text = (
        templates()
        .get_template(template)
        .render(
            values,
            static=f"/static/{static().version}",
            language=languages()[language],
            texts=f"{language}.{template.removesuffix('.html')}.js" if language != ENGLISH else None,
            script=script,
            modules=modules_of(script) if script else (),
            data=Markup(orjson.dumps(data).decode().translate(JSON_IN_HTML)),  # it cannot leave its element
        )
    )
    return HTMLResponse(text, status, {"Content-Security-Policy": POLICY, **(headers or {})})


@cache
def templates() -> Environment:
    made = Environment(loader=PackageLoader("houseway.web"), autoescape=True, undefined=StrictUndefined)
    made.filters |= {
        each.__name__: each for each in (dollars, decimal, percent, one_in, money, fraction, spelt, as_printed)
    }
    return made


# ---- the files


class File(NamedTuple):
    body: bytes
    kind: str
    etag: str


class Static(NamedTuple):
    files: Mapping[str, File]
    version: str  # of all of them together: modules import each other by name


@cache
def static() -> Static:
    contents: dict[str, File] = {}
    for entry in sorted(files("houseway.web").joinpath("static").iterdir(), key=lambda entry: entry.name):
        body = entry.read_bytes()
        kind = TYPES.get(f".{entry.name.rpartition('.')[2]}") or mimetypes.guess_type(entry.name)[0] or ""
        contents[entry.name] = File(body, kind, hashlib.sha256(body).hexdigest()[:16])
    colours = felts().encode()
    contents[FELTS] = File(colours, TYPES[".css"], hashlib.sha256(colours).hexdigest()[:16])
    for language in languages().values():
        for screen, texts in language.scripts() if language.code != ENGLISH else ():
            etag = hashlib.sha256(texts).hexdigest()[:16]
            contents[f"{language.code}.{screen}.js"] = File(texts, TYPES[".js"], etag)
    whole = hashlib.sha256("\n".join(f"{name} {file.etag}" for name, file in contents.items()).encode())
    return Static(contents, whole.hexdigest()[:12])


@cache
def modules_of(script: str) -> tuple[str, ...]:
    """A module and all that it imports: the browser is told at once, and need not find out one by one."""
    modules: list[str] = []
    waiting = [script]
    while waiting:
        name = waiting.pop(0)
        if name not in modules:
            modules.append(name)
            waiting += IMPORTS.findall(static().files[name].body.decode())
    return tuple(modules)


@cache
def later_modules_of(script: str) -> tuple[str, ...]:
    """What a screen fetches when somebody asks for it, with all that it imports; it need not wait for it at first."""
    first = modules_of(script)
    asked = [name for each in first for name in LATER_IMPORTS.findall(static().files[each].body.decode())]
    return tuple(dict.fromkeys(name for each in asked for name in modules_of(each) if name not in first))


@routes.at("GET /static/{version}/{name}", on_problem=None)
async def show_file(request: Request, version: str, name: str) -> Response:
    file = static().files.get(name) if version == static().version else None
    if file is None:
        raise Problem(404, "not-found", "there is nothing here")
    headers = {"Cache-Control": FOR_EVER, "ETag": f'"{file.etag}"'}
    headers["Vary"] = "Accept-Encoding"
    if request.headers.get("if-none-match") == headers["ETag"]:
        return Response(status_code=304, headers=headers)
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(packed(name), headers={"Content-Encoding": "gzip", **headers}, media_type=file.kind)
    return Response(file.body, headers=headers, media_type=file.kind)


@cache
def packed(name: str) -> bytes:
    """A file as it travels: a third of what it weighs. Nothing secret is in it, so its length tells nothing."""
    return gzip.compress(static().files[name].body, mtime=0)
