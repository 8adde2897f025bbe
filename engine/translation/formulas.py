"""What is said at a meeting, a meal, a feast or a funeral, and the labels of forms: by table, not by a model.

Such sentences mean something else than their words do (خسته نباشید is no order not to be tired), and have no
words around them from which a model could tell.
"""

import re
from functools import cache
from pathlib import Path
from typing import Final

from engine.translation.form import source_form, target_form

_CLAUSES: Final = re.compile(r"\s*[,،]\s*")
_SPOKEN: Final = re.compile(r"(?P<said>.*?)(?P<stop>[\s.!?؟…]*)", re.DOTALL)
_KEEPS_ITS_CAPITAL: Final = re.compile(r"(?:I|God|Ali|Nowruz|Eid)\b")
_LONGEST: Final = 120
"""Code points of a sentence that is looked up."""


def formula(sentence: str) -> str | None:
    """The English of a sentence that is one formula or several, commas between; None for any other."""
    match = _SPOKEN.fullmatch(sentence) if len(sentence) <= _LONGEST else None
    known = _table("formulas")
    found = [known.get(_key(clause)) for clause in _CLAUSES.split(match["said"])] if match else [None]
    clauses = [clause for clause in found if clause is not None]
    if match is None or len(clauses) < len(found):
        return None
    return ", ".join([clauses[0], *map(_inner, clauses[1:])]) + target_form(match["stop"])


def label(words: str) -> str | None:
    """The English of the label of a form, without its colon; None for other words."""
    return _table("labels").get(_key(words))


def _inner(clause: str) -> str:
    return clause if _KEEPS_ITS_CAPITAL.match(clause) else clause[0].lower() + clause[1:]


def _key(text: str) -> str:
    """Spellings that differ in spaces and non-joiners only have one key."""
    return source_form(text).replace(" ", "")


@cache
def _table(name: str) -> dict[str, str]:
    lines = Path(__file__).with_name(f"{name}.tsv").read_text(encoding="utf-8").splitlines()
    return {_key(persian): english for persian, english in (line.split("\t") for line in lines)}
