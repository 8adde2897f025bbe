"""What is said at a meeting, a meal, a feast or a funeral, and the labels of forms: by table, not by a model.

Such sentences mean something else than their words do (خسته نباشید is no order not to be tired), and have no
words around them from which a model could tell. A sentence is looked up as a whole, or clause by clause where
every clause of it is in the table. Where only its first or last clauses are, as in «خسته نباشید، این چنده؟»,
they stand as sentences of their own round what is left to the model (`framed`).
"""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from string import whitespace
from typing import Final

from engine.translation.form import source_form, target_form

_CLAUSES: Final = re.compile(r"\s*([,،])\s*")
_STOPS: Final = f"{whitespace}\u00a0.!؟?…"
_KEEPS_ITS_CAPITAL: Final = re.compile(r"(?:I|God)\b")
_GREETINGS: Final = frozenset(("سلام", "درود", "چطوری", "مرسی", "ممنون", "ببخشید", "ببخشین", "الو", "قربونت"))
"""Formulas of one word that stand by themselves before whatever follows."""
_SENTENCE_WORDS: Final = 3
"""Fewer words beside a greeting are whom it is for, not a sentence."""
_LONGEST: Final = 120
"""Code points of a sentence that is looked up."""


@dataclass(frozen=True, slots=True)
class _Formula:
    """Its English, and the signs of which one must stand behind it, since the word alone may be another."""

    english: str
    stops: str = ""

    def fits(self, behind: str) -> bool:
        """Whether it may be meant, by the sign behind it, if any."""
        return not self.stops or (behind != "" and behind[0] in self.stops)


def formula(sentence: str) -> str | None:
    """The English of a sentence that is one formula or several, commas between; None for any other."""
    if len(sentence) > _LONGEST:
        return None
    words, signs = _parted(sentence)
    parts = [*_CLAUSES.split(words), signs.strip()]
    found = [_formulas().get(_key(clause)) for clause in parts[::2]]
    clauses = [
        one.english for one, behind in zip(found, parts[1::2], strict=True) if one and one.fits(behind)
    ]
    if len(clauses) < len(found):
        return None
    stop = target_form(signs)
    asked = clauses[-1].endswith("?") and stop in ("", ".", "?")
    first, *others = (clause.removesuffix("?") for clause in clauses)
    return ", ".join([first, *map(_inner, others)]) + ("?" if asked else stop)


@dataclass(frozen=True, slots=True)
class Framed:
    """A sentence without the formulas that it begins and ends with, and the English of those."""

    opening: str
    sentence: str
    closing: str

    def around(self, english: str) -> str:
        """The English of the whole, from that of the sentence."""
        return f"{self.opening}{english}{self.closing}"


def framed(sentence: str) -> Framed:
    """A sentence parted from the formulas before and behind it, unless it is nothing else."""
    words, signs = _parted(sentence)
    asked = "?" in target_form(signs)
    places = [0, *(at for comma in _CLAUSES.finditer(words) for at in comma.span()), len(words)]
    spans = list(zip(places[::2], places[1::2], strict=True))
    said = [_framing(words[start:end]) for start, end in spans]
    first = next((n for n, one in enumerate(said) if one is None), len(said))
    last = len(said) - next((n for n, one in enumerate(reversed(said)) if one is None), 0)
    if asked:
        last = len(said)
    inner = words[spans[first][0] : spans[last - 1][1]] if first < last else ""
    is_address = len(inner.split()) < _SENTENCE_WORDS and not asked  # سلام، علی!
    if (first, last) == (0, len(said)) or is_address:
        return Framed("", sentence, "")
    opening = "".join(f"{_sentence(one)} " for one in said[:first] if one)
    closing = "".join(f" {_sentence(one)}" for one in said[last:] if one)
    return Framed(opening, f"{inner}." if closing else f"{inner}{signs}", closing)


def _parted(sentence: str) -> tuple[str, str]:
    """The words of a sentence, and the signs and spaces behind them."""
    words = sentence.rstrip(_STOPS)
    return words, sentence[len(words) :]


def _framing(clause: str) -> str | None:
    """The English of a clause that is a formula of several words, or a greeting."""
    found = _formulas().get(_key(clause))
    alone = clause.strip() in _GREETINGS
    return found.english if found and not found.stops and (alone or " " in clause.strip()) else None


def _sentence(english: str) -> str:
    return english if english.endswith("?") else f"{english}."


def label(words: str) -> str | None:
    """The English of the label of a form, without its colon; None for other words."""
    return _labels().get(_key(words))


def _inner(clause: str) -> str:
    """A clause behind a comma."""
    return clause if _KEEPS_ITS_CAPITAL.match(clause) else clause[0].lower() + clause[1:]


def _key(text: str) -> str:
    """Spellings that differ in marks, spaces and non-joiners only have one key."""
    return source_form(text).replace(" ", "")


@cache
def _formulas() -> dict[str, _Formula]:
    return {_key(persian): _Formula(*english) for persian, *english in _rows("formulas")}


@cache
def _labels() -> dict[str, str]:
    return {_key(persian): english for persian, english in _rows("labels")}


def _rows(name: str) -> list[list[str]]:
    lines = Path(__file__).with_name(f"{name}.tsv").read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines]
