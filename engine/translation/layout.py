"""Puts translated sentences back where the original's stood."""

import re
from collections.abc import Iterator, Sequence

from engine.text.chars import BIDI_CONTROLS
from engine.translation.form import source_form
from engine.translation.formulas import label
from engine.translation.preserve import protect
from engine.translation.segments import LABEL, Kind, Segment

_STOPS = ".!?؟…۔:؛;"
_CLOSERS = "»”\"')]} \u200c\u200f\u200e"
_ABBREVIATIONS = ("etc", "et al", "Inc", "Ltd", "Co", "Corp", "Jr", "Sr", "St", r"Ph\.D")
_ABBREVIATED = re.compile(rf"(?<![\w.])(?:(?:[A-Za-z]\.){{2,}}|(?:{'|'.join(_ABBREVIATIONS)})\.)\Z")
"""The stop at the end is that of an abbreviation: the U.S., 9 a.m., Smith Jr."""
_ENDS = frozenset(".!?…")
_BEGINS = re.compile(r"(?:\A\s*|\n\s*|[.!?…][\"')*_]*\s*)\Z")
_FIRST_LETTER = re.compile(r"([\"'*_(]*)([a-z])")
_LATIN_FIRST = re.compile(r"[\W_]*[A-Za-z]")
_NO_DIRECTION = str.maketrans(dict.fromkeys(BIDI_CONTROLS, ""))


def laid_out(text: str, segments: Sequence[Segment], translations: Iterator[str]) -> str:
    """The English text: kept segments as they are, translated ones from the iterator, in order.

    Direction marks go, since the text now runs the other way; numbers come in Latin digits.
    """
    pieces: list[str] = []
    before: Segment | None = None
    for segment in segments:
        original = text[segment.start : segment.end]
        if segment.kind is Kind.TRANSLATED:
            piece = next(translations)
            if before is None or before.kind is Kind.MARKER or _BEGINS.search("".join(pieces[-2:])):
                piece = _begun(original, piece)
        elif segment.kind is Kind.MARKER:
            piece = source_form(original) + trailing_space(original)
        elif segment.kind is Kind.LABEL:
            piece = LABEL.sub(_labelled, original)
        elif segment.kind is Kind.FIGURES:
            protected = protect(original)
            piece = protected.restore(source_form(protected.text)) + trailing_space(original)
        else:
            piece = original.translate(_NO_DIRECTION)
        changed = before is not None and Kind.TRANSLATED in (before.kind, segment.kind)
        if changed and _glued(pieces[-1], piece):
            pieces.append(" ")
        pieces.append(piece)
        before = segment
    return "".join(pieces)


def stopped_like(original: str, translation: str) -> str:
    """Without the full stop that the model put where the original has none, as in headings."""
    owed = original.rstrip(_CLOSERS)[-1:] in _STOPS or _ABBREVIATED.search(translation)
    return translation if owed else translation.removesuffix(".")


def _labelled(found: re.Match[str]) -> str:
    return f"{found['before']}{label(found['words'])}{found['after']}{found['space']}"


def _begun(original: str, sentence: str) -> str:
    """A sentence with a capital, unless it is a heading or begins with what was Latin in the original."""
    first = _FIRST_LETTER.match(sentence)
    if first is None or sentence.rstrip(_CLOSERS)[-1:] not in _ENDS or _LATIN_FIRST.match(original):
        return sentence
    return f"{first[1]}{first[2].upper()}{sentence[first.end() :]}"


def trailing_space(text: str) -> str:
    """The space at the end of a text."""
    return text[len(text.rstrip()) :]


def _glued(before: str, after: str) -> bool:
    return bool(before) and bool(after) and not before[-1].isspace() and not after[0].isspace()
