"""A sheet, and how it is put on paper: plain text, Markdown, HTML, data."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass, field
from html import escape
from typing import Any

#: What has to be said with a point that no source decides, or that reads a source otherwise than its plain words.
SILENT = "house rule: source silent"
DIFFER = "house rule: sources differ"
LEANS = "house rule: leans away from the plain words of the source"


@dataclass(frozen=True)
class Item:
    """A sentence or two. `mark` has to be said with it ("house rule: source silent"); `rules` are ledger ids."""

    text: str
    mark: str = ""
    rules: tuple[str, ...] = ()

    @property
    def marked(self) -> str:
        notes = "; ".join(filter(None, (self.mark, ", ".join(self.rules) if self.mark else "")))
        return f"{self.text} ({notes})" if notes else self.text


@dataclass(frozen=True)
class Section:
    """A heading with its items; `steps` are in order and are numbered."""

    title: str
    items: tuple[Item, ...]
    steps: bool = False


@dataclass(frozen=True)
class Sheet:
    """The rules of a game at a table, for people. `facts` are (label, words); `options` every house rule in force."""

    id: str
    name: str
    summary: str
    facts: tuple[tuple[str, str], ...]
    sections: tuple[Section, ...]
    sources: tuple[str, ...]
    options: dict[str, Any] = field(hash=False)

    def text(self, width: int = 80) -> str:
        """Plain text, no line longer than `width`, save for words that are."""
        return _text(self, max(20, width))

    def markdown(self) -> str:
        return _markdown(self)

    def html(self) -> str:
        """A fragment that stands by itself: one `article`, everything escaped, no style and no script."""
        return _html(self)

    def data(self) -> dict[str, Any]:
        """The same as plain data for JSON."""
        return {
            "id": self.id,
            "name": self.name,
            "summary": self.summary,
            "facts": [{"label": label, "text": text} for label, text in self.facts],
            "sections": [
                {
                    "title": section.title,
                    "steps": section.steps,
                    "items": [
                        {"text": item.text, "mark": item.mark, "rules": list(item.rules)} for item in section.items
                    ],
                }
                for section in self.sections
            ],
            "sources": list(self.sources),
            "options": dict(self.options),
        }


def _text(sheet: Sheet, width: int) -> str:
    lines = [*_wrapped(sheet.name.upper(), width), "", *_wrapped(sheet.summary, width), ""]
    for label, said in sheet.facts:
        lines += _wrapped(f"{label}: {said}", width, after="  ")
    for section in sheet.sections:
        lines += ["", section.title, "-" * min(width, len(section.title))]
        for place, item in enumerate(section.items, start=1):
            before = f"{place:2}. " if section.steps else "  - "
            lines += _wrapped(item.marked, width, before, "    ")
    lines += ["", *_wrapped(f"Sources: {', '.join(sheet.sources)}.", width, after="  ")]
    return "\n".join(lines) + "\n"


def _wrapped(text: str, width: int, before: str = "", after: str = "") -> list[str]:
    return textwrap.wrap(
        text, width, initial_indent=before, subsequent_indent=after, break_long_words=False, break_on_hyphens=False
    )


def _markdown(sheet: Sheet) -> str:
    lines = [f"# {sheet.name}", "", sheet.summary, ""]
    lines += [f"- **{label}**: {said}" for label, said in sheet.facts]
    for section in sheet.sections:
        lines += ["", f"## {section.title}", ""]
        lines += [
            f"{f'{place}.' if section.steps else '-'} {_marked_up(item)}"
            for place, item in enumerate(section.items, start=1)
        ]
    lines += ["", f"Sources: {', '.join(sheet.sources)}."]
    return "\n".join(lines) + "\n"


def _marked_up(item: Item) -> str:
    notes = f" *({item.marked[len(item.text) + 2 : -1]})*" if item.mark else ""
    return item.text + notes


def _html(sheet: Sheet) -> str:
    facts = "".join(f"<dt>{escape(label)}</dt><dd>{escape(said)}</dd>" for label, said in sheet.facts)
    parts = [
        f'<article class="rule-sheet" data-game="{escape(sheet.id)}">',
        f"<h1>{escape(sheet.name)}</h1>",
        f"<p>{escape(sheet.summary)}</p>",
        f"<dl>{facts}</dl>",
        *map(_section, sheet.sections),
        f"<footer><p>Sources: {escape(', '.join(sheet.sources))}.</p></footer>",
        "</article>",
    ]
    return "\n".join(parts) + "\n"


def _section(section: Section) -> str:
    tag = "ol" if section.steps else "ul"
    items = "".join(f"<li>{_item(item)}</li>" for item in section.items)
    return f"<section><h2>{escape(section.title)}</h2><{tag}>{items}</{tag}></section>"


def _item(item: Item) -> str:
    if not item.mark:
        return escape(item.text)
    return f"{escape(item.text)} <small>({escape(item.marked[len(item.text) + 2 : -1])})</small>"
