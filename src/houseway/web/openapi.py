"""The description of the API (OpenAPI 3.1), written from the declarations of its addresses."""

import re
from collections.abc import Sequence
from inspect import getdoc
from typing import Any, Final

from pydantic import TypeAdapter

from houseway import __version__
from houseway.role import Role
from houseway.web.limits import STAFF_COOKIE
from houseway.web.models import Error
from houseway.web.routes import JSON, Endpoint, Token

Json = dict[str, Any]

SECURITY: Final[dict[Token, list[Json]]] = {
    Token.OPTIONAL: [{}, {"token": []}, {"cookie": []}],
    Token.NEEDED: [{"token": []}, {"cookie": []}],
}
SCHEMES: Final = {
    "token": {"type": "http", "scheme": "bearer"},
    "cookie": {"type": "apiKey", "in": "cookie", "name": STAFF_COOKIE},
}
PDF: Final = {"schema": {"type": "string", "format": "binary"}}
ERROR: Final = {JSON: {"schema": {"$ref": "#/components/schemas/Error"}}}


def description(endpoints: Sequence[Endpoint]) -> Json:
    types: list[Any] = [("error", "serialization", TypeAdapter(Error))]
    for endpoint in endpoints:
        name = operation_id(endpoint)
        types += [(f"{name} {part.name}", "validation", part.adapter) for part in endpoint.parts]
        types += [(name, "validation", TypeAdapter(endpoint.body))] if endpoint.body else []
        types += [(name, "serialization", TypeAdapter(endpoint.answer))] if endpoint.answer else []
    schemas, definitions = TypeAdapter.json_schemas(types, ref_template="#/components/schemas/{model}")
    paths: dict[str, Json] = {}
    for endpoint in endpoints:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint, schemas)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Houseway",
            "summary": "Tables of house-banked card games and their meters: commands, views, events, receipts and "
            "papers.",
            "version": __version__,
        },
        "paths": paths,
        "components": {"schemas": definitions["$defs"], "securitySchemes": SCHEMES},
    }


def operation_id(endpoint: Endpoint) -> str:
    return re.sub(r"\W", "_", f"{endpoint.handler.__name__}{endpoint.path}") + f"_{endpoint.method.lower()}"


def _operation(endpoint: Endpoint, schemas: Any) -> Json:
    name = operation_id(endpoint)
    operation: Json = {
        "summary": endpoint.handler.__name__.replace("_", " ").title(),
        "operationId": name,
        "responses": {
            str(endpoint.status): _answer(endpoint, schemas.get((name, "serialization"))),
            "4XX": {"description": "Client Error", "content": ERROR},
            "5XX": {"description": "Server Error", "content": ERROR},
        },
    }
    if endpoint.handler.__doc__:
        operation["description"] = getdoc(endpoint.handler)
    if endpoint.parts:
        operation["parameters"] = [
            {
                "name": part.name,
                "in": part.place,
                "required": part.place == "path",
                "schema": schemas[f"{name} {part.name}", "validation"]
                | {"title": part.name.title()}
                | ({"default": part.default} if part.place == "query" and part.default is not None else {}),
            }
            for part in endpoint.parts
        ]
    if endpoint.body:
        content = {JSON: {"schema": schemas[name, "validation"]}}
        operation["requestBody"] = {"required": True, "content": content}
    if endpoint.who.token in SECURITY:
        operation["security"] = SECURITY[endpoint.who.token]
    if endpoint.who.of_own_seat or endpoint.who.roles != tuple(Role):
        roles = (Role.PLAYER,) if endpoint.who.of_own_seat else endpoint.who.roles
        operation["x-roles"] = [role.value for role in roles]
    return operation


def _answer(endpoint: Endpoint, schema: Json | None) -> Json:
    answer: Json = {"description": "Successful Response"}
    if endpoint.media != JSON:
        answer["content"] = {endpoint.media: PDF if endpoint.media == "application/pdf" else {}}
    elif schema is not None:
        answer["content"] = {JSON: {"schema": schema}}
    return answer
