"""A PostgreSQL server of the tests' own: started on a temporary cluster, stopped and removed at the end.

Nothing needs to be set up by hand, and fsync stays on, because what is tested is that a record is on disk.
"""

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

START_ATTEMPTS = 3  # another process may take the free port first


class NoServer(Exception):
    """No PostgreSQL server is installed, and none could be."""


@contextmanager
def postgres_server() -> Iterator[str]:
    """The base URL of a running server, for `fresh_database`."""
    folder = Path(tempfile.mkdtemp(prefix="houseway-pg-"))
    try:
        programs = _programs()
        if programs is None and find_spec("pgserver") is not None:
            import pgserver  # type: ignore[import-not-found,unused-ignore]

            server = pgserver.get_server(folder / "data", cleanup_mode="delete")
            try:
                yield server.get_uri()
            finally:
                server.cleanup()
            return
        programs = programs or _install()
        user = _unprivileged_user()
        if user is not None:
            shutil.chown(folder, user)
        yield from _cluster(programs, folder, user)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def fresh_database(base: str) -> str:
    """The URL of a new, empty database on the server at `base`."""
    import psycopg
    from sqlalchemy import make_url

    name = f"book_{uuid.uuid4().hex}"
    with psycopg.connect(base, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"'.encode())
    return make_url(base).set(database=name).render_as_string(hide_password=False)


def emptied(url: str) -> str:
    """The same database as it was when it was new: far quicker than to make one, and than to remove hundreds."""
    import psycopg

    with psycopg.connect(url, autocommit=True) as connection:
        others = "datname = current_database() AND pid <> pg_backend_pid()"
        connection.execute(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {others}".encode())
        connection.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
    return url


def _cluster(programs: Path, folder: Path, user: str | None) -> Iterator[str]:
    data = folder / "data"

    def run(program: str, *arguments: str) -> None:
        # The server keeps the standard streams it was started with, so its words go to a file and not to a pipe.
        with (folder / "log").open("a") as log:
            subprocess.run(
                [programs / program, "-D", data, *arguments],
                cwd=folder, user=user, group=user and _group(user), extra_groups=[] if user else None,
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, check=True, timeout=120,
            )  # fmt: skip

    run("initdb", "--username=postgres", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync")
    for attempt in range(1, START_ATTEMPTS + 1):
        port = _free_port()
        try:
            run("pg_ctl", "start", "-w", "-o", f"-h 127.0.0.1 -p {port} -k {folder} -c fsync=on")
            break
        except subprocess.CalledProcessError:
            if attempt == START_ATTEMPTS:
                raise RuntimeError(f"PostgreSQL does not start:\n{(folder / 'log').read_text()}") from None
    try:
        yield f"postgresql://postgres@127.0.0.1:{port}/postgres"
    finally:
        run("pg_ctl", "stop", "-w", "-m", "immediate")


def _programs() -> Path | None:
    """The folder of initdb and pg_ctl; Debian keeps them off the PATH."""
    found = shutil.which("initdb")
    folders = [Path(found).resolve().parent] if found else []
    folders += sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda folder: float(folder.parent.name))[::-1]
    return next((folder for folder in folders if (folder / "pg_ctl").exists() and (folder / "initdb").exists()), None)


def _install() -> Path:
    if os.geteuid() == 0 and shutil.which("apt-get"):
        environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
        apt = ["apt-get", "-o", "DPkg::Lock::Timeout=120"]  # another worker may be at it
        subprocess.run([*apt, "update"], env=environment, capture_output=True)
        install = [*apt, "install", "--yes", "--no-install-recommends", "postgresql"]
        subprocess.run(install, env=environment, capture_output=True)
    programs = _programs()
    if programs is None:
        raise NoServer("no PostgreSQL server: install the package postgresql, or pgserver from PyPI")
    return programs


def _unprivileged_user() -> str | None:
    """PostgreSQL refuses to run as root."""
    if os.geteuid() != 0:
        return None
    known = {entry.pw_name for entry in pwd.getpwall()}
    return next(name for name in ("postgres", "nobody") if name in known)


def _group(user: str) -> int:
    return pwd.getpwnam(user).pw_gid


def _free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port
