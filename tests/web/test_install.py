"""The card room as an app of a device: manifest, icons and worker, within the policy of its pages."""

import struct
import zlib

import pytest

from houseway.web.icon import CLOTH, GOLD
from houseway.web.pages import KEEPS, POLICY, static


def pixels_of(png: bytes) -> tuple[int, list[bytes]]:
    """The size of a picture, and its rows."""
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    at, data, size = 8, b"", (0, 0)
    while at < len(png):
        length, kind = struct.unpack(">I4s", png[at : at + 8])
        body = png[at + 8 : at + 8 + length]
        assert struct.unpack(">I", png[at + 8 + length : at + 12 + length])[0] == zlib.crc32(kind + body)
        if kind == b"IHDR":
            size = struct.unpack(">II", body[:8])
        if kind == b"IDAT":
            data += body
        at += 12 + length
    raw, step = zlib.decompress(data), 1 + 3 * size[0]
    assert size[0] == size[1] and len(raw) == step * size[1]
    return size[0], [raw[row * step + 1 : (row + 1) * step] for row in range(size[1])]


def test_the_manifest_names_icons_that_are_there(room):
    answer = room.http.get("/manifest.webmanifest")
    assert answer.headers["content-type"] == "application/manifest+json"
    told = answer.json()
    assert (told["start_url"], told["scope"], told["display"]) == ("/", "/", "standalone")
    assert {each["sizes"] for each in told["icons"]} >= {"192x192", "512x512", "any"}
    assert "manifest-src 'self'" in POLICY
    for each in told["icons"]:
        shown = room.http.get(each["src"])
        assert shown.status_code == 200
        assert shown.headers["content-type"] == each["type"]


@pytest.mark.parametrize("size", [180, 192])
def test_an_icon_is_a_gold_spade_on_cloth(room, size):
    wide, rows = pixels_of(room.http.get(f"/icons/{size}.png").content)
    assert wide == size
    middle, edge = rows[size // 2], rows[2]
    assert middle[3 * (size // 2) : 3 * (size // 2) + 3] == bytes(GOLD)
    assert edge[:3] == bytes(CLOTH) and middle[:3] == bytes(CLOTH)
    share = sum(row[3 * at] > 0x90 for row in rows for at in range(size)) / size**2
    assert 0.2 < share < 0.35  # of the square the spade takes a quarter
    assert room.http.get("/icons/64.png").status_code == 404


def test_the_worker_keeps_the_files_of_this_version_and_no_page_of_a_table(room):
    answer = room.http.get("/service-worker.js")
    assert answer.headers["content-type"].startswith("text/javascript")
    assert answer.headers["cache-control"] == "no-store"
    assert "unsafe" not in answer.headers["content-security-policy"]
    version = static().version
    assert f'"version":"{version}"' in answer.text
    for name in ("lobby.js", "player.js", "felt.css", "offline.js"):
        assert f"/static/{version}/{name}" in answer.text
    room.staff().opens("T1", game="san-lo", dealer="automatic")
    [mark] = KEEPS
    for path, may_be_kept in (
        ("/", False),
        ("/tables/T1/play", False),
        ("/tables/T1/posting", True),
        ("/mathematics", True),
    ):
        assert (mark in room.http.get(path).headers) is may_be_kept, path
