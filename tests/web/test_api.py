"""The description of the API is the API; and nothing that can be made from it brings the server down."""

import pytest
from hypothesis import HealthCheck, given
from hypothesis.errors import Unsatisfiable

from houseway.progressive.adjustment import Grounds
from houseway.progressive.commands import COMMANDS as METER_COMMANDS
from houseway.role import Role
from houseway.service.audit import verify
from houseway.table.commands import COMMANDS, TakeSeat
from houseway.web.app import API
from tests.soak import examples
from tests.web.room import SETTINGS, Room
from tests.web.test_rounds import CHIPS


def test_the_description_lists_exactly_what_is_served(room):
    described = room.http.get("/openapi.json").json()
    served = {(endpoint.path, endpoint.method.lower()) for endpoint in API}
    assert {(path, method) for path, methods in described["paths"].items() for method in methods} == served
    assert len(served) == 59


def test_every_command_that_people_give_is_described(room):
    schemas = room.http.get("/openapi.json").json()["components"]["schemas"]
    offered = schemas["Asked"]["properties"]["command"]["discriminator"]["mapping"]
    of_people = {kind for kind in COMMANDS if kind.by - {Role.AUTOMATIC}}
    assert set(offered) == {kind.__name__ for kind in of_people if kind is not TakeSeat}
    for name in offered:
        assert schemas[name]["description"]
        assert schemas[name]["additionalProperties"] is False
    assert "order" not in schemas["Shuffle"]["properties"]  # cards come from the shuffler, not from people


def test_a_meter_is_given_the_commands_of_people_and_not_those_of_tables(room):
    schemas = room.http.get("/openapi.json").json()["components"]["schemas"]
    offered = schemas["MeterAsked"]["properties"]["command"]["discriminator"]["mapping"]
    of_tables = {"CoinIn", "PayWins", "LinkTable", "UnlinkTable"}
    assert set(offered) == {kind.__name__ for kind in METER_COMMANDS} - of_tables
    for name in offered:
        assert schemas[name]["description"]
        assert schemas[name]["additionalProperties"] is False
        assert "coined" not in schemas[name]["properties"]
    assert schemas["Grounds"]["enum"] == [grounds.value for grounds in Grounds]
    assert schemas["MeterSettings"]["properties"]["increment"]["type"] == "string"


def test_the_description_says_where_a_token_is_needed(room):
    needs = {
        (path, method): operation.get("security", [{}])
        for path, methods in room.http.get("/openapi.json").json()["paths"].items()
        for method, operation in methods.items()
    }
    token = [{"token": []}, {"cookie": []}]
    assert {place for place, needed in needs.items() if needed == token} == {
        ("/logout", "post"),
        ("/tables/{table}/commands", "post"),
        ("/tables/{table}/hand", "get"),
        ("/tables/{table}/hand/house-way", "get"),
        ("/tables/{table}/guests/{seat}/hand", "get"),
        ("/tables/{table}/coach", "get"),
        ("/tables/{table}/rounds/{number}/coach", "get"),
        ("/tables/{table}/records", "get"),
        ("/tables/{table}/rounds/{number}/steps", "get"),
        ("/tables/{table}/log", "get"),
        ("/tables/{table}/incidents", "get"),
        ("/tables/{table}/shifts", "get"),
        ("/tables/{table}/shifts/{number}", "get"),
        ("/tables/{table}/shifts/{number}.pdf", "get"),
        ("/anchors", "post"),
        ("/days", "get"),
        ("/floor/tables", "get"),
        ("/floor/days/{day}", "get"),
        ("/floor/days/{day}.pdf", "get"),
        ("/tables/{table}/days/{day}", "get"),
        ("/floor/events", "get"),
        ("/floor/acknowledgements", "post"),
        ("/meters/{meter}/commands", "post"),
        ("/meters/{meter}/records", "get"),
        ("/meters/{meter}/wins", "get"),
        ("/meters/{meter}/wins/{seq}", "get"),
        ("/meters/{meter}/wins/{seq}.pdf", "get"),
        ("/meters/{meter}/days/{day}", "get"),
        ("/meters/{meter}/days/{day}.pdf", "get"),
        ("/meters/{meter}/malfunctions/{number}", "get"),
        ("/meters/{meter}/malfunctions/{number}.pdf", "get"),
    }
    guests_too = {place for place, needed in needs.items() if needed == [{}, *token]}
    assert guests_too == {("/tables/{table}", "get"), ("/tables/{table}/events", "get"), ("/meters/{meter}", "get")}


@pytest.mark.deeper
@pytest.mark.parametrize(
    "role", [Role.SUPERVISOR, pytest.param(Role.PLAYER, marks=pytest.mark.soak), Role.CONTROLLER_ADMIN]
)
def test_schemathesis_finds_nothing(tmp_path, role):
    import schemathesis  # a second, and in the workers that run these tests only

    plenty = dict.fromkeys(("session_burst", "session_per_second", "address_burst", "address_per_second"), 1e9)
    with Room(tmp_path / "book.db", **plenty) as room:
        boss = room.staff()
        boss.opens("T1", game="san-lo")
        ann, ada = room.sits("T1", 1, chips=CHIPS), room.staff(Role.CONTROLLER_ADMIN)
        ada.asks("OpenMeter", settings=SETTINGS, opening_cents=5_000_00)
        person = {Role.SUPERVISOR: boss, Role.PLAYER: ann, Role.CONTROLLER_ADMIN: ada}[role]
        schema = schemathesis.openapi.from_url(f"{room.address}/openapi.json")
        schema = schema.exclude(path_regex="/events$|/logout$")  # one never ends, the other ends the token
        if role is Role.CONTROLLER_ADMIN:
            schema = schema.include(path_regex="^/meters")
        for operation in schema.get_all_operations():
            for mode in schemathesis.GenerationMode:
                tries(operation.ok(), mode, person.headers)
        assert room.guest.sees("T1")
        verify(room.book)


def tries(operation, mode, headers):
    from schemathesis import GenerationMode
    from schemathesis.core.parameters import ParameterLocation

    @given(case=operation.as_strategy(generation_mode=mode))
    @examples(3, 40, suppress_health_check=list(HealthCheck), database=None)
    def every_answer_is_as_described(case):
        parts = case.meta.components
        if "{table}" in operation.path and parts[ParameterLocation.PATH].mode is GenerationMode.POSITIVE:
            case.path_parameters["table"] = "T1"
        if "{meter}" in operation.path and parts[ParameterLocation.PATH].mode is GenerationMode.POSITIVE:
            case.path_parameters["meter"] = "m"
        case.body = with_whole_numbers(case.body)
        case.call_and_validate(headers=headers)

    try:
        every_answer_is_as_described()
    except Unsatisfiable:  # nothing can be wrong with a request that has no parts
        parts = (operation.path_parameters, operation.query, operation.headers, operation.cookies, operation.body)
        assert mode is GenerationMode.NEGATIVE and not any(map(list, parts)), operation.label


def with_whole_numbers(sent):
    """JSON Schema takes 5.0 for an integer; money here is never written so."""
    match sent:
        case float() if sent.is_integer():
            return int(sent)
        case dict():
            return {name: with_whole_numbers(each) for name, each in sent.items()}
        case list():
            return [with_whole_numbers(each) for each in sent]
        case _:
            return sent
