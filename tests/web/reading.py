"""A page as a person reads it: the text of its parts, found by tag, class and attributes."""

import re
from html.parser import HTMLParser

VOID = {"meta", "link", "input", "br", "path", "rect", "circle", "polyline"}


class Part:
    def __init__(self, tag, attributes):
        self.tag, self.attributes, self.parts = tag, attributes, []

    def __getitem__(self, name):
        return self.attributes.get(name)

    @property
    def text(self):
        return re.sub(r"\s+", " ", "".join(part if isinstance(part, str) else part.text for part in self.parts)).strip()

    @property
    def all(self):
        for part in self.parts:
            if isinstance(part, Part):
                yield part
                yield from part.all

    def find(self, tag, **wanted):
        """Every part of this tag with these attributes; `kind` is one of its classes."""
        kind = wanted.pop("kind", None)
        return [
            part
            for part in self.all
            if part.tag == tag
            and (kind is None or kind in (part["class"] or "").split())
            and all(part[name.replace("_", "-")] == value for name, value in wanted.items())
        ]

    def rows(self):
        """Of a table: the text of its cells, the head left out."""
        bodies = self.find("tbody") or [self]
        cells = [[each for each in row.parts if isinstance(each, Part)] for row in bodies[0].find("tr")]
        return [[cell.text for cell in row] for row in cells]

    def terms(self):
        """Of a list of terms."""
        return {div.find("dt")[0].text: div.find("dd")[0].text for div in self.find("div")}


class _Reader(HTMLParser):
    def __init__(self):
        super().__init__()
        self.root = Part("", {})
        self.open = [self.root]

    def handle_starttag(self, tag, attributes):
        part = Part(tag, dict(attributes))
        self.open[-1].parts.append(part)
        if tag not in VOID:
            self.open.append(part)

    def handle_startendtag(self, tag, attributes):
        self.open[-1].parts.append(Part(tag, dict(attributes)))

    def handle_endtag(self, tag):
        assert self.open[-1].tag == tag, f"{tag} ends, but {self.open[-1].tag} is open"
        self.open.pop()

    def handle_data(self, text):
        self.open[-1].parts.append(text)


def read(answer, status=200):
    """The page that was answered; every part of it is closed."""
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"].startswith("text/html")
    assert "unsafe" not in answer.headers["content-security-policy"]
    reader = _Reader()
    reader.feed(answer.text)
    assert reader.open == [reader.root]
    assert len(reader.root.find("h1")) == 1
    return reader.root
