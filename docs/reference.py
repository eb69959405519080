"""The reference page of the library, from its docstrings: every name of `houseway.__all__`, in its order."""

import inspect
import re
from collections.abc import Iterator
from dataclasses import is_dataclass
from pathlib import Path
from typing import Any

import houseway

LIST = Path(houseway.__file__).with_name("__init__.pyi")
WIDTH = 100
NAMED = {  # types that are only other names
    "Cards": "tuple[Card, ...]  # a hand, a packet, a pack",
    "Cents": "NewType[int]  # an amount of chips",
    "Seat": "NewType[int]  # numbered from the dealer's left to his right",
    "Micros": "NewType[int]  # millionths of a dollar, as a meter counts",
    "Progress": "Callable[[int, int], None]  # hears how many steps are done, of how many",
    "Stop": "Callable[[], bool]  # is asked whether the work shall end with what is done",
}


def reference_page(generated: str) -> str:
    text = "# The library\n\n" + generated
    text += (
        "`import houseway` gives all names of this page; none of them takes time before it is first used. Every "
        "example is run by the tests. A game is given by its name or as a `Game`. Figures are exact fractions; money "
        "is in cents, and a meter's in millionths of a dollar.\n"
    )
    for title, names in groups():
        text += f"\n## {title}\n" + "".join(f"\n### {name}\n\n{entry(name)}" for name in names)
    return text


def groups() -> Iterator[tuple[str, list[str]]]:
    """The names under their headings."""
    for part in LIST.read_text("utf-8").split("# ---- ")[1:]:
        title, _, lines = part.partition("\n")
        yield title, re.findall(r"\w+ as (\w+)", lines)


def entry(name: str) -> str:
    value = getattr(houseway, name)
    if not (inspect.isfunction(value) or inspect.isclass(value)):
        return f"```python\nhouseway.{name} = {NAMED[name]}\n```\n"
    says, examples = _parts(inspect.getdoc(value) or "")
    shape = f"```python\n{_signature(name, value)}\n```\n\n" if _is_made_by_users(value) else ""
    example = f"\n```pycon\n{examples}\n```\n" if examples else ""
    return f"{shape}{says}\n{_members(value)}{example}"


def _is_made_by_users(value: Any) -> bool:
    return inspect.isfunction(value) or is_dataclass(value) or "__init__" in vars(value)


def _parts(doc: str) -> tuple[str, str]:
    """What a docstring says, and its examples."""
    paragraphs = doc.split("\n\n")
    says = [each for each in paragraphs if not each.startswith(">>>")]
    return "\n\n".join(says), "\n".join(each for each in paragraphs if each.startswith(">>>"))


def _signature(name: str, value: Any) -> str:
    """On one line if it fits, else a parameter a line."""
    signature = inspect.signature(value)
    parameters = list(signature.parameters.values())
    if inspect.isclass(value):
        signature = signature.replace(return_annotation=inspect.Signature.empty)
    line = f"houseway.{name}{_plain(str(signature))}"
    if len(line) <= WIDTH:
        return line
    words = [_plain(str(each)) for each in parameters]
    first = next((n for n, each in enumerate(parameters) if each.kind is each.KEYWORD_ONLY), None)
    if first is not None:
        words.insert(first, "*")
    end = _plain(str(signature.replace(parameters=[])))[2:]
    return f"houseway.{name}(\n" + "".join(f"    {word},\n" for word in words) + f"){end}"


def _plain(text: str) -> str:
    """Types by their own names, without the modules they stand in."""
    text = re.sub(r"<factory>|<class '([\w.]+)'>", lambda found: found[1] or "…", text)
    text = re.sub(r"<function (\w+) at 0x\w+>", r"\1", text)
    text = re.sub(r"(: |-> )'([^']+)'", r"\1\2", text)  # a type that is written as text
    return re.sub(r"\b(?:[a-z_]+\.)+(?=[A-Za-z])", "", text).replace("tuple[Card, ...]", "Cards")


def _members(value: Any) -> str:
    """Properties and methods that say what they are for."""
    if not inspect.isclass(value):
        return ""
    rows = ""
    for name, member in vars(value).items():
        called = getattr(member, "fget", None) or getattr(member, "__func__", None) or member
        doc = inspect.getdoc(called) if inspect.isfunction(called) and not name.startswith("_") else None
        if doc:
            says = " ".join(doc.split("\n\n")[0].split()).replace("|", "\\|")
            rows += f"| `{name}{'' if isinstance(member, property) else '()'}` | {says} |\n"
    return f"\n| | |\n|---|---|\n{rows}" if rows else ""
