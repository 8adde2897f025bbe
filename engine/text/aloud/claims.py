"""Rules applied together: each span of a text to the first rule that takes it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.text.aloud.rule import Rule
from engine.text.chars import LETTERS, MARKS
from engine.text.mapped import Edit


def claimed(text: str, rules: Sequence[Rule]) -> list[Edit]:
    """What the rules say of a canonical text, each span by the first rule that takes it, in order."""
    taken = bytearray(len(text))
    edits: list[Edit] = []
    for rule in rules:
        for edit in rule(text):
            if not any(taken[edit.start : edit.end]):
                taken[edit.start : edit.end] = b"\1" * (edit.end - edit.start)
                edits.append(edit)
    return sorted(edits, key=lambda edit: edit.start)


def spaced(text: str, edits: list[Edit]) -> Iterator[Edit]:
    """The edits with a space wherever what is said would run into a word beside it."""
    at = 0
    last = " "  # the code point last put out
    for index, edit in enumerate(edits):
        last = text[edit.start - 1] if edit.start > at else last
        next_start = edits[index + 1].start if index + 1 < len(edits) else len(text)
        following = text[edit.end] if edit.end < next_start else " "
        said = edit.replacement
        if _wordlike(last) and _wordlike(said[:1] or following):
            said = " " + said
        if said and _wordlike(said[-1]) and _wordlike(following):
            said += " "
        yield Edit(edit.start, edit.end, said)
        at = edit.end
        last = said[-1:] or last


def _wordlike(char: str) -> bool:
    return char.isalnum() or char in LETTERS or char in MARKS
