"""Heads and records as people type them, and as files hold them."""

import json
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from houseway.service.record import Head


def head_named(text: str) -> "tuple[str, Head]":
    from houseway.service.record import Head

    form = "a head: TABLE:SEQ:HASH, as `houseway audit heads` prints them"
    table, seq, sha = parts(text, r"(.+):(\d{1,12}):([0-9a-f]{64})", form)
    return table, Head(int(seq), sha)


def record_named(text: str) -> tuple[str, int]:
    table, seq = parts(text, r"(.+):(\d{1,12})", "a record: TABLE:SEQ")
    return table, int(seq)


def parts(text: str, pattern: str, form: str) -> Sequence[str]:
    """The groups of the pattern in what somebody typed."""
    match = re.fullmatch(pattern, text)
    if not match:
        raise ValueError(f"{text!r} is not {form}")
    return match.groups()


def heads_in(file: Path, public: str | None) -> "list[tuple[str, Head]]":
    """As `houseway audit heads` prints them, as lines or as JSON; as anchors tell them, which must hold; or those of a
    backup."""
    from houseway.service.backup import manifest_of
    from houseway.service.record import Head

    with file.open("rb") as opened:
        if opened.read(6) == b"SQLite":
            return list(manifest_of(file).heads.items())
    try:
        text = file.read_text("utf-8")
        if text.startswith('{"anchor":'):
            return _heads_of_anchors(file, public)
        if text.lstrip().startswith("{"):
            return [(stream, Head(int(it["seq"]), str(it["hash"]))) for stream, it in json.loads(text).items()]
        return [head_named(line) for line in text.splitlines() if line.strip()]
    except (KeyError, TypeError, ValueError) as error:
        raise ValueError(f"{file} holds no heads: {error}") from None


def _heads_of_anchors(file: Path, public: str | None) -> "list[tuple[str, Head]]":
    from houseway.service.anchor import read_anchors
    from houseway.service.anchoring import heads_told

    anchors = read_anchors(file, public)
    key = "" if public else f", by the key {anchors[0].key}: compare it with what the house published"
    print(f"{file}: {len(anchors)} anchors hold{key}", file=sys.stderr)
    return heads_told(anchors)
