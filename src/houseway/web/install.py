"""What makes the card room an app of a device: its manifest, its icons, and the service worker, which keeps the files
of this version and the pages that can be read without the house.

A page is always asked of the house first; a kept one is shown only when the house cannot be reached, and says from when
it is. What is kept belongs to one version, and goes with it. A table needs the house: no screen knows a rule.
"""

from typing import Any, Final

import orjson
from starlette.requests import Request
from starlette.responses import Response

from houseway.web.errors import Problem
from houseway.web.icon import icon_png
from houseway.web.languages import ENGLISH, SCREENS, language_of
from houseway.web.pages import later_modules_of, modules_of, page, sorry, static
from houseway.web.routes import Routes

PIXELS: Final = (180, 192, 512)  # of icons: a phone's home screen, a launcher, a splash
FIRST: Final = ("lobby.js", "player.js", "train.js", "offline.js", "install.js")  # kept before anybody opens a page
SHEETS: Final = ("styles.css", "felts.css", "settings.css", "lobby.css", "felt.css", "train.css", "look.js", "icon.svg")
OFFLINE: Final = "/offline"
A_DAY: Final = "public, max-age=86400"
WORKER_POLICY: Final = "default-src 'none'; connect-src 'self'"

routes = Routes(on_problem=sorry)


@routes.at("GET /manifest.webmanifest", on_problem=None)
async def manifest(request: Request) -> Response:
    """By what name and picture a device shows the room, and where it begins."""
    told: dict[str, Any] = {
        "name": "houseway: the card room",
        "short_name": "houseway",
        "id": "/",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "lang": language_of(request),
        "background_color": "#15120e",
        "theme_color": "#14523c",
        "icons": [
            {"src": f"/static/{static().version}/icon.svg", "sizes": "any", "type": "image/svg+xml"},
            *(
                {"src": f"/icons/{pixels}.png", "sizes": f"{pixels}x{pixels}", "type": "image/png", "purpose": purpose}
                for pixels in PIXELS
                for purpose in ("any", "maskable")
            ),
        ],
    }
    return Response(orjson.dumps(told), media_type="application/manifest+json")


@routes.at("GET /icons/{name}", on_problem=None)
async def icon(name: str) -> Response:
    for pixels in PIXELS:
        if name == f"{pixels}.png":
            return Response(icon_png(pixels), headers={"Cache-Control": A_DAY}, media_type="image/png")
    raise Problem(404, "not-found", "there is nothing here")


@routes.at("GET /service-worker.js", on_problem=None)
async def service_worker(request: Request) -> Response:
    """The worker of this version and language: another is another worker, so that a browser notices."""
    known, version, language = static().files, static().version, language_of(request)
    modules = {name for script in FIRST for name in (*modules_of(script), *later_modules_of(script))}
    texts = [f"{language}.{screen}.js" for screen in SCREENS if language != ENGLISH]
    names = sorted({*SHEETS, *modules, *texts})
    kept = {"version": version, "files": [f"/static/{version}/{name}" for name in names], "offline": OFFLINE}
    body = b"const KEPT = %s;\n%s" % (orjson.dumps(kept), known["service-worker.js"].body)
    return Response(body, headers={"Content-Security-Policy": WORKER_POLICY}, media_type="text/javascript")


@routes.at("GET /offline")
async def offline(request: Request) -> Response:
    """Shown where the house cannot be reached: what this device has kept, and what needs the house."""
    return page("offline.html", "offline.js", language=language_of(request), data={"version": static().version})
