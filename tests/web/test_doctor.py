"""What `houseway doctor` finds: each finding is made once, and found."""

import http.client
import socket
import subprocess
from datetime import UTC, datetime, timedelta

import pytest

from houseway.role import Role
from houseway.web import doctor
from houseway.web.doctor import GIB, Fitness, Site, examine
from houseway.web.serve import Tls
from tests.command_line import run, run_json
from tests.web.room import Room


def found(place, what):
    return [(check.verdict, check.says) for check in examine(place) if check.what == what]


def verdicts(place):
    return {check.what: check.verdict for check in examine(place)}


@pytest.fixture
def place(tmp_path):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    return Site(book=str(tmp_path / "book.db"), port=port)


def test_a_machine_that_runs_these_tests_is_fit_and_nothing_is_left_behind(place, tmp_path):
    told = verdicts(place)
    assert Fitness.WRONG not in told.values()
    assert told["book"] is Fitness.FINE and not [*tmp_path.iterdir()]


def test_a_running_room_is_read_beside_the_service(tmp_path):
    with Room(tmp_path / "book.db") as room:
        room.staff().opens("T1", game="san-lo")
        host, port = room.address.removeprefix("http://").split(":")
        place = Site(book=room.url, host=host, port=int(port))
        [(verdict, says)] = found(place, "book")
        assert verdict is Fitness.FINE and says.startswith("2 streams, ")
        [(verdict, says)] = found(place, "address")
        assert verdict is Fitness.LOOK and "does the service run already?" in says
        [(verdict, says)] = found(place, "staff")
        assert verdict is Fitness.LOOK and says.endswith("none of them is dealer, surveillance")
        room.staff(Role.DEALER), room.staff(Role.SURVEILLANCE)
        assert found(place, "staff")[0][0] is Fitness.FINE


def test_the_keys_are_there_for_nobody_else_and_not_beside_the_book(place, tmp_path, monkeypatch):
    keys = tmp_path / "away" / "book.keys"
    monkeypatch.setenv("HOUSEWAY_BOOK_KEYS", str(keys))
    assert found(place, "keys") == [(Fitness.FINE, f"houseway serve makes them with the book, in {keys}")]
    with Room(place.book) as room:
        room.staff()
    assert found(place, "keys") == [(Fitness.FINE, f"the book's secrets are encrypted, and {keys} has the keys")]
    keys.chmod(0o644)
    assert (Fitness.WRONG, f"{keys} may be read by other accounts: chmod 600") in found(place, "keys")
    beside = keys.rename(tmp_path / "book.keys")
    [(verdict, says)] = found(place, "keys")
    assert verdict is Fitness.WRONG and "its secrets are under the key" in says
    beside.chmod(0o600)
    monkeypatch.setenv("HOUSEWAY_BOOK_KEYS", str(beside))
    told = dict(found(place, "keys"))
    assert told.keys() == {Fitness.FINE, Fitness.LOOK} and "lies beside the book" in told[Fitness.LOOK]


def test_a_book_without_its_mark_a_damaged_one_and_one_from_the_future_are_wrong(place, tmp_path, monkeypatch):
    with Room(place.book) as room:
        room.staff().opens("T1", game="san-lo")
    assert verdicts(place)["book"] is Fitness.FINE

    class Yesterday(datetime):
        @classmethod
        def now(cls, tz=None):
            return datetime.now(tz) - timedelta(days=1)

    monkeypatch.setattr(doctor, "datetime", Yesterday)
    assert "this machine's clock is behind" in found(place, "book")[-1][1]
    monkeypatch.undo()
    (tmp_path / "book.db.mark").unlink()
    assert found(place, "book")[-1][0] is Fitness.WRONG
    (tmp_path / "book.db").write_bytes(b"no book")
    assert found(place, "book")[-1][0] is Fitness.WRONG


def test_where_the_book_would_lie_is_looked_at(place, tmp_path, monkeypatch):
    assert found(Site(book=str(tmp_path / "none" / "book.db")), "disk")[0][0] is Fitness.WRONG
    monkeypatch.setattr(doctor, "_filesystem", lambda folder: "nfs4")
    assert found(place, "disk")[0] == (
        Fitness.WRONG,
        f"{tmp_path} is a network disk (nfs4): SQLite's locks do not hold there; use PostgreSQL",
    )
    monkeypatch.setattr(doctor.shutil, "disk_usage", lambda folder: type("Usage", (), {"free": GIB}))
    assert found(place, "disk")[-1][0] is Fitness.LOOK
    assert "server" in found(Site(book="postgresql://nobody@127.0.0.1:1/x"), "disk")[0][1]


def test_the_way_in_is_unencrypted_on_loopback_alone(place):
    [(verdict, says)] = found(Site(book=place.book, host="0.0.0.0", port=place.port), "address")
    assert verdict is Fitness.WRONG and "PINs would travel unencrypted" in says
    assert found(Site(book=place.book, host="0.0.0.0", port=place.port, is_https=True), "address")[0][0] is Fitness.FINE


def test_a_certificate_that_has_run_out_is_wrong_and_one_that_soon_will_is_told(place, certificate_for):
    for days, verdict in ((3650, Fitness.FINE), (3, Fitness.LOOK)):
        certificate, key = certificate_for(days)
        at = Site(book=place.book, port=place.port, certificate=certificate, private_key=key)
        [(told, says)] = found(at, "certificate")
        assert told is verdict
        assert f"good until {(datetime.now(UTC) + timedelta(days=days)).year}" in says
    other = certificate_for(3)[1]
    assert found(Site(book=place.book, certificate=certificate, private_key=other + "x"), "certificate")[0][0] is (
        Fitness.WRONG
    )


def test_the_command_says_a_line_each_and_its_exit_code_is_the_verdict(place, tmp_path):
    done = run("doctor", "--book", place.book, "--port", str(place.port))
    assert done.returncode == 0
    assert [line.split()[1] for line in done.stdout.splitlines()][:3] == ["program", "equipment", "randomness"]
    assert run("doctor", "--book", str(tmp_path / "no" / "b.db"), "--port", "0").returncode == 1
    told = run_json("doctor", "--book", place.book, "--port", str(place.port))
    assert {*told[0]} == {"what", "verdict", "says"}


def test_a_service_that_speaks_https_by_itself(tmp_path, certificate_for):
    """A browser's cookie comes over it alone, and nothing is answered without it."""
    certificate, key = certificate_for(30)
    with Room(tmp_path / "book.db", tls=Tls(certificate, key), https=True) as room:
        room.enrols("Sue", Role.SUPERVISOR)
        assert room.address.startswith("https://127.0.0.1:")
        answer = room.http.post("/login", json={"name": "Sue", "pin": "593017"})
        assert answer.status_code == 200
        assert all("Secure" in cookie for cookie in answer.headers.get_list("set-cookie"))
        plain = http.client.HTTPConnection(room.address.removeprefix("https://"), timeout=10)
        plain.request("GET", "/health")
        with pytest.raises((http.client.HTTPException, ConnectionError)):
            plain.getresponse()
        plain.close()
    with pytest.raises(ValueError, match="no certificate and its key"):
        Tls(certificate, certificate).check()
    with pytest.raises(ValueError, match="No such file"):
        Tls(str(tmp_path / "none.pem"), key).check()


@pytest.fixture(scope="module")
def certificate_for(tmp_path_factory):
    """A certificate of 127.0.0.1 and its key, good for so many days."""

    def make(days):
        folder = tmp_path_factory.mktemp("tls")
        certificate, key = str(folder / "certificate.pem"), str(folder / "key.pem")
        command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=127.0.0.1"]
        command += ["-addext", "subjectAltName=IP:127.0.0.1", "-days", str(days), "-out", certificate, "-keyout", key]
        subprocess.run(command, check=True, capture_output=True)
        return certificate, key

    return make
