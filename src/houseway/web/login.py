"""The way in and out for staff: name and PIN for a token, which browsers have in a cookie."""

import time
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from houseway.service.identity import hash_of
from houseway.service.people import Session, Wait
from houseway.service.staffing import pin_fault
from houseway.web.errors import Problem, json_response, too_many
from houseway.web.house import House
from houseway.web.limits import STAFF_COOKIE, WebSettings, address_of, credential_of
from houseway.web.models import LoggedIn, Login
from houseway.web.routes import HOLDERS, Routes

routes = Routes()

DEVICE_SECONDS: Final = 180 * 24 * 3600  # that a browser is known by


@routes.at("POST /login", answer=LoggedIn)
async def log_in(house: House, body: Login, request: Request) -> Response:
    """For staff. Programs send the token as `Authorization: Bearer`; browsers have it in a cookie, and send `csrf`
    as `X-CSRF-Token` with every POST."""
    device = request.cookies.get(device_cookie(body.name), "")
    begun = await house.identity.log_in(body.name, body.pin, address_of(request.scope), device)
    if isinstance(begun, Wait):
        raise too_many(begun.seconds)
    if begun is None:
        raise Problem(401, "wrong-name-or-pin", "name and PIN do not fit", {"WWW-Authenticate": "Bearer"})
    token, session = begun
    fault = pin_fault(body.pin, body.name)
    response = json_response(
        {
            "token": token,
            "csrf": session.csrf,
            "role": session.role,
            "name": session.name,
            "expires_at": session.expires_at,
            "change_pin": f"Have your PIN changed, by houseway staff add: {fault}." if fault else "",
        }
    )
    set_cookie(response, STAFF_COOKIE, token, session, house.settings)
    device = await house.identity.device(body.name)
    bounds = house.settings.cookies
    response.set_cookie(device_cookie(body.name), device, max_age=DEVICE_SECONDS, path="/login", **bounds)
    return response


def device_cookie(name: str) -> str:
    """Several people may work at one screen."""
    return f"houseway_device_{hash_of(name)[:12]}"


def set_cookie(
    response: Response, name: str, token: str, session: Session, settings: WebSettings, *, path: str = "/"
) -> None:
    age = session.expires_at - int(time.time())
    response.set_cookie(name, token, max_age=age, path=path, **settings.cookies)


@routes.at("POST /logout", who=HOLDERS, status=204, answer=None)
async def log_out(house: House, request: Request) -> Response:
    credential = credential_of(request.scope)
    assert credential is not None
    await house.identity.log_out(credential.token)
    response = Response(status_code=204)
    response.delete_cookie(STAFF_COOKIE, **house.settings.cookies)
    return response
