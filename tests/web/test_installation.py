"""A card room that is open before everything is installed: it serves without the mathematics and the typesetter, says
what is missing, and has it as soon as it is there."""

import shlex
import subprocess
import sys
import textwrap
import time

import pytest

from houseway.web.errors import Problem
from houseway.web.installation import Equipment, Installation
from tests.web.room import Room

COUNTS = Equipment("The coach", ("a_package_that_counts",))


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    return tmp_path


def installs(script, **more):
    return Installation(f"sh -c {shlex.quote(script)}", **more)


def problem(installation):
    with pytest.raises(Problem) as raised:
        installation.check(COUNTS)
    return raised.value.status, raised.value.code, raised.value.says


def waits_until(holds):
    deadline = time.monotonic() + 20
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_what_is_being_installed_is_not_used_before_it_is_whole_and_then_without_a_restart(folder):
    heard = []
    installation = installs(
        f"echo 'houseway: installing'; touch {folder}/a_package_that_counts.py; "
        f"until test -e {folder}/go; do sleep 0.02; done; echo 'houseway: compiling'; sleep 60",
        hear=heard.append,
    )
    installation.start()
    waits_until((folder / "a_package_that_counts.py").exists)
    assert problem(installation) == (503, "being-installed", "The coach is being installed: a minute, once.")
    assert not installation.has(COUNTS)
    (folder / "go").touch()
    waits_until(lambda: "houseway: compiling" in heard)
    installation.check(COUNTS)
    installation.close()
    waits_until(lambda: installation._process.poll() is not None)


def test_what_could_not_be_installed_is_said_with_its_last_line(folder):
    installation = installs("echo 'houseway: installing'; echo 'error: no network'; exit 2")
    installation.start()
    waits_until(lambda: installation._process.poll() is not None and installation._line == "error: no network")
    says = "The coach is not installed (error: no network): `make setup` does it."
    assert problem(installation) == (503, "not-installed", says)


def test_without_a_command_what_is_missing_is_only_said(folder):
    installation = Installation()
    installation.start()
    assert problem(installation)[2] == "The coach is not installed: `make setup` does it."


def test_the_coach_says_that_he_is_being_installed_where_he_takes_a_compiler_and_judges_where_not(
    tmp_path, monkeypatch
):
    with Room(tmp_path / "book.db") as room:
        house = room.server._house
        monkeypatch.setattr(house.counting, "installation", installs("echo 'houseway: installing'; sleep 60"))
        house.counting.installation.start()
        room.staff().opens("T1", game="three-card-draw", dealer="automatic")
        house.counting._apart["three-card-draw"] = True  # as a game of somebody's own may be
        ann = room.sits("T1", 1)
        answer = ann.gets("/tables/T1/coach")
        assert (answer.json()["error"]["code"], answer.headers["retry-after"]) == ("being-installed", "1")
        room.staff().opens("T2", game="casino-war", dealer="automatic")
        ben = room.sits("T2", 1)
        room.waits_until(lambda: ben.gets("/tables/T2/coach").json() == {"ready": True}, seconds=60)
        house.counting.installation.close()


def test_tables_and_pages_need_neither_numba_nor_typst(tmp_path):
    script = """
        import sys
        for name in ("numba", "llvmlite", "typst"):
            sys.modules[name] = None  # importing it fails
        import httpx2
        from houseway.client.room import authorities
        from houseway.games import GAMES
        from houseway.web import card_room
        from houseway.web.limits import WebSettings
        from tests.web.room import Room

        card_room.in_order = lambda: [GAMES[slug] for slug in ("san-lo", "casino-war", "blazing-7s-player")]
        with Room(sys.argv[1], own_tables=2) as room:
            later = card_room.open_card_room(room.server._house.floor)
            table = room.http.post("/own-tables", json={"game": "high-card-flush"}).json()["table"]
            for path in ("/", "/tables/1/play", f"/tables/{table}/posting", "/mathematics/san-lo/fslpp-01"):
                assert room.http.get(path).status_code == 200, path
            assert room.http.get("/tables/3/play").status_code == 404  # the chance of its top award takes seconds
            later()
            assert room.http.get("/tables/3/play").status_code == 200
            ann = room.sits(table, 1)
            room.waits_until(lambda: ann.gets(f"/tables/{table}/coach").json() == {"ready": True}, seconds=60)
    """
    command = (sys.executable, "-c", textwrap.dedent(script), str(tmp_path / "book.db"))
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert "a command failed" not in done.stdout + done.stderr
