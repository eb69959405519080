"""The texts that people read, found in the sources of the screens: as keys of a language, with {0}, {1} for values."""

import re
from collections.abc import Iterable, Iterator

from houseway.web.pages import later_modules_of, modules_of, static, templates

# The screens of players, and the module that each begins with.
SCREENS = {"player": "player.js", "lobby": "lobby.js", "train": "train.js", "history": "history.js"}
SCREENS |= {"offline": "offline.js", "sorry": "install.js"}

# A literal of a script that nobody reads: names of classes, events, commands and parts, selectors, paths.
CODE = re.compile(
    r"[a-z][\w-]*|[\w-]+:[\w:. -]*|[#.\[:&\-$/@?*].*|[A-Z][a-z]+(?:[A-Z][a-z]+)+|[^a-zA-Z]*|[A-Z]|use strict"
)


def texts_of_screen(screen: str) -> dict[str, str]:
    """What a screen begins with, each text with the module or template it stands in."""
    return texts_of_modules(modules_of(SCREENS[screen])) | texts_of_template(f"{screen}.html")


def texts_of_later(screen: str) -> dict[str, str]:
    """What it shows only when it is asked for."""
    return texts_of_modules(later_modules_of(SCREENS[screen]))


def texts_of_modules(modules: Iterable[str]) -> dict[str, str]:
    return {text: module for module in modules for text in texts_of(static().files[module].body.decode())}


def texts_of(source: str) -> Iterator[str]:
    for literal in literals(source):
        text = literal.strip()
        plain = " ".join(re.sub(r"\{\d\}", " ", text).split())
        if is_text(plain):
            yield text


def is_text(plain: str) -> bool:
    """Words with a capital in front, or several of them that end as a sentence does or stand in a line of the dock."""
    if CODE.fullmatch(plain) or not re.search("[A-Za-z]{2}", plain):
        return False
    return bool(
        re.match(r"[A-Z‘“]", plain)
        or re.search(r"[a-z’][.!?…]$", plain)
        or re.fullmatch(r"[a-z][a-z’,]*(?: [a-zA-Z’,]+)+[.:]?", plain)
    )


def literals(source: str) -> Iterator[str]:
    """Strings, and templates with their holes numbered; what stands in a hole is looked through too."""
    at = 0
    while at < len(source):
        two = source[at : at + 2]
        if two == "//":
            at = source.find("\n", at)
            if at < 0:
                return
        elif source[at] in "\"'":
            end = at + 1
            while source[end] != source[at]:
                end += 2 if source[end] == "\\" else 1
            yield source[at + 1 : end]
            at = end + 1
        elif source[at] == "`":
            text, holes, at = template(source, at)
            yield text
            for hole in holes:
                yield from literals(hole)
        elif source[at] == "/" and re.search(r"[(=,:!&|?]\s*$|return\s*$", source[max(0, at - 12) : at]):
            end = at + 1
            while source[end] != "/":
                end += (
                    2
                    if source[end] == "\\"
                    else (source.index("]", end) - end + 1 if source[end] == "[" and source[end + 1] != "\\" else 1)
                )
            at = end + 1
        else:
            at += 1


def template(source: str, start: int) -> tuple[str, list[str], int]:
    text, holes, at = "", [], start + 1
    while source[at] != "`":
        if source[at : at + 2] == "${":
            end, depth = at + 2, 1
            while depth:
                if source[end] == "`":
                    end = template(source, end)[2]
                    continue
                depth += {"{": 1, "}": -1}.get(source[end], 0)
                end += 1
            text += f"{{{len(holes)}}}"
            holes.append(source[at + 2 : end - 1])
            at = end
        else:
            text += source[at]
            at += 1
    return text, holes, at + 1


def texts_of_template(name: str) -> dict[str, str]:
    """What stands between the tags of a template, and what of its attributes is read."""
    found: dict[str, str] = {}
    loader = templates().loader
    assert loader is not None
    source = loader.get_source(templates(), name)[0]
    source = re.sub(r"(?s)<code>.*?</code>|<script.*?</script>|<noscript>.*?</noscript>", "<>", source)
    read = re.findall(r'(?:aria-label|title|placeholder|alt)="([^"]*)"', source)
    runs = re.split(r"(?s)<[^<>]*?(?:\{[{%].*?[%}]\}[^<>]*?)*>|\{%.*?%\}", source)
    for run in (*read, *runs):
        text = numbered(" ".join(run.split()))
        if re.search("[A-Za-z]{2}", re.sub(r"\{\d\}", "", text)):
            found.setdefault(text, name)
    return found


def numbered(text: str) -> str:
    """With its values as {0}, {1}."""
    parts = re.split(r"\{\{.*?\}\}", text)
    return parts[0] + "".join(f"{{{at}}}{part}" for at, part in enumerate(parts[1:]))
