"""Anchors of a running room: made on demand, told on receipts, kept by a witness at another port, and held against a
book when the service starts."""

import http.client
import json
import threading
from dataclasses import replace

import httpx2
import pytest
import uvicorn

from houseway.reports.anchor_note import AnchorNote, printed_note
from houseway.role import Role
from houseway.service.anchor import Anchor, AnchorFile, SigningKey
from houseway.service.anchoring import AnchorPlace
from houseway.service.entry import GamingDay
from houseway.web.connections import listener_at
from houseway.web.floor_days import closes
from houseway.web.serve import make_server
from houseway.web.witness import HttpWitness, Keeper, witness_app
from tests.command_line import run
from tests.reports.looking import copied, squeezed
from tests.web.room import Room
from tests.web.test_bad_input import refused
from tests.web.test_rounds import plays


@pytest.fixture
def keys(tmp_path):
    return {name: SigningKey.make(tmp_path / f"{name}.key") for name in ("house", "witness")}


@pytest.fixture
def witness(tmp_path, keys):
    """At a port of its own, for as long as the test runs."""
    keeper = Keeper(keys["witness"], keys["house"].public, AnchorFile(tmp_path / "kept.jsonl"))
    listener = listener_at("127.0.0.1", 0)
    server = uvicorn.Server(uvicorn.Config(witness_app(keeper), log_level="error"))
    thread = threading.Thread(target=server.run, args=([listener],))
    thread.start()
    yield HttpWitness(f"http://127.0.0.1:{listener.getsockname()[1]}", keys["witness"].public)
    server.should_exit = True
    thread.join(10)
    listener.close()


@pytest.fixture
def place(tmp_path, keys, witness):
    return AnchorPlace(
        key=keys["house"],
        file=AnchorFile(tmp_path / "anchors.jsonl"),
        house="Our Card Room",
        gaming_day=GamingDay(),
        witness=witness,
    )


def test_a_room_is_anchored_on_demand_and_a_receipt_tells_of_it(tmp_path, place, keys):
    with Room(tmp_path / "book.db", anchors=place) as room:
        _, [ann, _], _ = plays(room, "supreme-99")
        first = room.http.get("/anchors/last").json()
        assert first["why"] == "the service starts"
        refused(ann.posts("/anchors", {}), 403, "not-your-role")
        assert room.http.post("/anchors").status_code == 401
        made = room.staff(Role.AUDITOR).posts("/anchors", {})
        assert made.status_code == 201 and made.json()["number"] == first["number"] + 1
        told = room.http.get("/tables/T1/rounds/1").json()
        assert told["anchor"]["sha256"] == made.json()["sha256"]
        (tmp_path / "receipt.json").write_text(json.dumps(told))
        assert run("check-deal", str(tmp_path / "receipt.json")).returncode == 0
        assert Anchor.parse(made.json()["line"]).heads["T1"].seq > 10
    house, witnessed = place.file.read(keys["house"].public), place.witnessed.read(keys["house"].public)
    assert [each.why for each in house][-1] == "the service stops"
    assert [each.text for each in witnessed] == [each.text for each in house]
    assert all(each.witnessed_by() == (keys["witness"].public,) for each in witnessed)
    done = run("audit", "verify", "--book", room.url, "--against", str(place.witnessed.path))
    assert done.returncode == 0


def test_the_report_of_the_floor_carries_the_anchor_that_closes_the_day_with_a_code_to_scan(tmp_path, place):
    with Room(tmp_path / "book.db", anchors=place) as room:
        auditor = room.staff(Role.AUDITOR)
        auditor.posts("/anchors", {})
        day = place.file.read()[-1].day
        told = auditor.gets(f"/floor/days/{day}").json()["anchor"]
        assert told["sha256"] == place.file.read()[-1].sha256  # the day is not over: the last one
        printed = auditor.gets(f"/floor/days/{day}.pdf").content
        (tmp_path / "day.pdf").write_bytes(printed)
        line = AnchorNote(**told).text
        assert squeezed(line) in squeezed(copied(printed))
        rows = printed_note(AnchorNote(**told))["rows"]
        assert len(rows) == len(rows[0]) and set("".join(rows)) == {"0", "1"}
        page = auditor.gets(f"/floor/report?day={day}").text
        assert line in page
        closing = replace(place.file.read()[-1], day="2999-01-01")
        before = [*place.file.read()]
        assert closes(day, [*before, closing, replace(closing, number=99)]) == closing


def test_a_service_does_not_start_on_a_book_that_is_behind_its_last_anchor(tmp_path, place):
    with Room(tmp_path / "book.db", anchors=place) as room:
        room.staff().opens("T1", game="san-lo")
    for each in tmp_path.glob("book.db*"):
        each.unlink()
    with Room(tmp_path / "book.db") as room:  # another book, whole in itself
        room.staff().opens("T1", game="san-lo")
    with pytest.raises(ValueError, match="this is not the book as it was"):
        make_server(str(tmp_path / "book.db"), port=0, anchors=place).run()


def test_a_house_without_anchors_says_so(room):
    refused(room.http.get("/anchors/last"), 404, "no-anchor")
    refused(room.staff(Role.SUPERVISOR).posts("/anchors", {}), 404, "no-anchor")


def test_a_witness_signs_what_goes_on_and_nothing_else(tmp_path, place, keys, witness):
    with Room(tmp_path / "book.db", anchors=place):
        pass
    first, second = place.file.read()
    url = witness.url
    again = httpx2.post(f"{url}/anchors", json={"anchors": [first.line(), second.line()]})
    kept = [each.line() for each in place.witnessed.read()]
    assert again.json()["anchors"] == kept  # as it was signed the first time
    for lines, code in (
        ([_forged(first, keys["house"]).line()], "anchor-broken"),  # another first anchor
        ([_third(second, keys["witness"]).line()], "anchor-broken"),  # of another key
        (["{}"], "anchor-broken"),
        ("{}", "anchor-broken"),
        ({"a": 1}, "anchor-broken"),
    ):
        answer = httpx2.post(f"{url}/anchors", json={"anchors": lines})
        assert (answer.status_code, answer.json()["error"]["code"]) == (409, code)
    assert httpx2.post(f"{url}/anchors", content=b"no JSON").status_code == 400
    assert httpx2.get(f"{url}/anchors").text.splitlines() == kept
    assert httpx2.get(f"{url}/health").json()["anchors"] == 2
    connection = http.client.HTTPConnection(url.removeprefix("http://"), timeout=10)
    connection.request("POST", "/anchors", body=b" " * (5 * 1024 * 1024))
    assert connection.getresponse().status == 413
    connection.close()


def _forged(anchor, key):
    return replace(anchor, why="another").signed(key)


def _third(last, key):
    return replace(last, number=3, before=last.sha256, key=key.public).signed(key)
