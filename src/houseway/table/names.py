"""Names of players: what may be one, and when two are the same to whoever reads them.

Dealer and surveillance know a player by the name on the screen. So a name has nothing in it that is not seen, its
letters are of one script, it is no word for the people of the house, and no two at a table look alike.
"""

import unicodedata
from typing import Final

from houseway.deciding.refusal import Refusal
from houseway.faults import text_fault
from houseway.role import SERVICE, Role
from houseway.table.refusal import Reason

MOST: Final = 40  # characters

# Unicode's Default_Ignorable_Code_Point, and the blank of Braille: nothing is drawn for them. What else is not drawn,
# such as controls and marks of direction, is not printable and refused everywhere.
UNSEEN: Final = (
    (0x00AD, 0x00AD), (0x034F, 0x034F), (0x061C, 0x061C), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F),
    (0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0x2800, 0x2800), (0x3164, 0x3164), (0xFE00, 0xFE0F),
    (0xFEFF, 0xFEFF), (0xFFA0, 0xFFA0), (0xFFF0, 0xFFFB), (0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF),
)  # fmt: skip

# Scripts that are written together: Japanese, Korean and Chinese names.
TOGETHER: Final = dict.fromkeys(("CJK", "HIRAGANA", "KATAKANA", "HANGUL", "BOPOMOFO"), "EAST ASIAN")

# Cyrillic and Greek letters, and digits, that are drawn like Latin letters. Case counts: В is a B, and в is not.
LOOKS: Final = str.maketrans(
    "АВЕЅІЈКМНОРСТУХҮԌԚԜаеѕіјорсухһԁԛԝӏӀΑΒΕΖΗΙΚΜΝΟΡΤΥΧαιοντυρκϲϳI10",
    "ABESlJKMHOPCTYXYGQWaesijopcyxhdqwllABEZHlKMNOPTYXaiovtupkcjllo",
)

OF_THE_HOUSE: Final = frozenset(
    {role.value for role in Role if role is not Role.PLAYER}
    | {SERVICE.name, "the house", "staff", "admin", "controller", "pit boss", "floor", "security"}
)


def bad_name(name: str) -> Refusal | None:
    """Why nobody can sit down under this name."""
    if wrong := text_fault("player", name, MOST):
        return Refusal(Reason.BAD_TEXT, wrong)
    unseen = next((each for each in name if _is_unseen(each)), None)
    if unseen:
        return Refusal(Reason.BAD_TEXT, f"player: U+{ord(unseen):04X} in the name cannot be seen; leave it out")
    scripts = _scripts(name)
    if len(scripts) > 1:
        several = " and ".join(sorted(script.capitalize() for script in scripts))
        return Refusal(Reason.BAD_TEXT, f"player: a name is in letters of one script, and this one in {several}")
    if is_same(name, *OF_THE_HOUSE):
        return of_the_house(name)
    return None


def of_the_house(name: str) -> Refusal:
    return Refusal(Reason.NAME_OF_THE_HOUSE, f"{name}: people of the house are called so; take another name")


def is_same(name: str, *others: str) -> bool:
    """Whether a person reading it takes the name for one of the others."""
    mine = _read(name)
    return any(mine & _read(other) for other in others)


def is_one(name: str, other: str) -> bool:
    """Whether both are one name, however it is typed: case, width, composition and spaces. Money follows this, and
    not the looks of letters: who is merely read as another is not paid in his place."""
    return _typed(name) == _typed(other)


def _typed(name: str) -> str:
    small = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", name).casefold())
    return " ".join(unicodedata.normalize("NFKC", small).split())


def _read(name: str) -> frozenset[str]:
    """The name as it is read, without case, width, composition and spaces; and the same by the looks of its letters,
    which are looked at before their case is forgotten as well as after it."""
    plain = unicodedata.normalize("NFKD", name)
    small = unicodedata.normalize("NFKD", plain.casefold())
    readings = (small, small.translate(LOOKS), plain.translate(LOOKS).casefold())
    return frozenset(" ".join(unicodedata.normalize("NFKC", each).split()) for each in readings)


def _is_unseen(character: str) -> bool:
    is_listed = any(first <= ord(character) <= last for first, last in UNSEEN)
    return is_listed or unicodedata.category(character) in ("Cc", "Cf")


def _scripts(name: str) -> set[str]:
    """Of the letters, by their names in Unicode; digits, marks, punctuation and modifiers belong to all."""
    letters = (each for each in unicodedata.normalize("NFKC", name) if unicodedata.category(each) in _LETTERS)
    words = (unicodedata.name(each, "UNNAMED").replace("-", " ").split()[0] for each in letters)
    return {TOGETHER.get(word, word) for word in words}


_LETTERS: Final = ("Lu", "Ll", "Lt", "Lo")
