"""What a page shows and what it asks for, read by the standard library's parser."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = {"meta", "input", "br", "hr", "img", "wbr", "link"}


@dataclass
class Element:
    tag: str
    attributes: dict[str, str]
    children: list[Element | str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """What stands in it, blanks and line breaks as one blank."""
        parts = [child if isinstance(child, str) else child.text for child in self.children]
        return " ".join("".join(f" {part} " if part.strip() else part for part in parts).split())

    def all(self, tag: str, **attributes: str) -> list[Element]:
        """Every element below of a tag, with these attributes (`class_` is one of the classes)."""
        found: list[Element] = []
        for child in self.children:
            if isinstance(child, Element):
                if child.tag == tag and all(child.has(key, value) for key, value in attributes.items()):
                    found.append(child)
                found += child.all(tag, **attributes)
        return found

    def one(self, tag: str, **attributes: str) -> Element:
        (found,) = self.all(tag, **attributes)
        return found

    def has(self, key: str, value: str) -> bool:
        said = self.attributes.get(key.rstrip("_"), "")
        return value in said.split() if key == "class_" else said == value


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open = [Element("", {})]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, {key: value or "" for key, value in attrs})
        self.open[-1].children.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open[-1].children.append(Element(tag, {key: value or "" for key, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        assert self.open[-1].tag == tag, f"</{tag}> closes <{self.open[-1].tag}>"
        self.open.pop()

    def handle_data(self, data: str) -> None:
        self.open[-1].children.append(data)


def parsed(html: str) -> Element:
    """The page; raises AssertionError for elements that are not closed in order."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    (root,) = reader.open
    return root
