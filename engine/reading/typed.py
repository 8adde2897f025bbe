"""What the marks that the writer typed on a word say about its letters and its ezafe."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.reading.encoding import Encoded
from engine.reading.labels import ALLOWED, LABEL_IDS, LABELS, MATERS, SILENT, permitted
from engine.text.chars import (
    DAMMATAN,
    FATHA,
    FATHATAN,
    HAMZA_ABOVE,
    KASRA,
    KASRATAN,
    SHADDA,
    SUKUN,
    SUPERSCRIPT_ALEF,
    VOWEL_MARKS,
)

_TANVIN_ALEF: Final = LABEL_IDS["", "an"]
_NO_BARE_L: Final = tuple(i for i in ALLOWED["ل"] if LABELS[i].sound[-1:] != "l")
_TANVINS: Final = frozenset((FATHATAN, KASRATAN, DAMMATAN))
_NO_LONG_I: Final = tuple(
    i for i in ALLOWED["ی"] if LABELS[i].onset[:1] == "y" or LABELS[i].sound not in ("", "i")
)
_A_OR_E: Final = frozenset("ae")
_DENY_EZAFE: Final = VOWEL_MARKS - {SUPERSCRIPT_ALEF}  # معنیٰ: the mark names the vowel that ezafe follows


def typed_labels(letters: Sequence[str], marks: Sequence[str]) -> dict[int, tuple[int, ...]]:
    """The labels that the typed marks leave to the letters of one word; a letter left out may take any.

    Some marks speak of two letters: a tanvin before its alef (کتابًا) or on a final he, which is the Arabic t
    after a then (عادةً), the tashdid of a lam after another (اللّه), the hamza of a silent he (خانهٔ), which
    a short vowel precedes. Within a word, a he with a vowel is heard (هَٰذا), and a letter with a sukun
    is not doubled (سُکْن).

    Args:
        letters: the word's letters.
        marks: the marks on each.
    """
    wanted: dict[int, tuple[int, ...]] = {}
    last = len(letters) - 1
    for n, (letter, typed) in enumerate(zip(letters, marks, strict=True)):
        if not typed:
            continue
        before = letters[n - 1] if n else ""
        following = letters[n + 1] if n < last else ""
        if (before, letter, following) == ("ل", "ل", "ه") and n + 1 == last:
            typed = _of_god(typed)
        own = permitted(letter, typed, following)
        wanted[n] = tuple(i for i in wanted.get(n, own) if i in own) or own
        if letter == "ه" and following and VOWEL_MARKS.intersection(typed):
            wanted[n] = tuple(i for i in wanted[n] if LABELS[i].onset) or wanted[n]
        if SUKUN in typed and SHADDA not in typed and following:
            wanted[n] = tuple(i for i in wanted[n] if not LABELS[i].doubled) or wanted[n]
        if FATHATAN in typed and following == "ا":
            wanted[n] = _with_nucleus(wanted[n], frozenset(("",)))
            wanted[n + 1] = (_TANVIN_ALEF,)
        if FATHA in typed and following == "ی":
            wanted[n + 1] = _NO_LONG_I
            if n == 0 or n + 1 < last:  # else it may be the ی of عَلَی
                wanted[n] = _with_nucleus(wanted[n], _A_OR_E)
        if SHADDA in typed and before == letter == "ل" and not marks[n - 1]:
            wanted[n - 1] = (SILENT,) if n > 1 and letters[n - 2] == "ا" else _NO_BARE_L
        if _TANVINS.intersection(typed) and letter == "ه" and n == last and before not in ("", "ا"):
            wanted[n] = tuple(i for i in wanted[n] if LABELS[i].onset == "t") or wanted[n]
            wanted.setdefault(n - 1, _with_nucleus(ALLOWED.get(before, (SILENT,)), frozenset("a")))
        if HAMZA_ABOVE in typed and letter == "ه" and n == last and before in ALLOWED:
            wanted |= _before_ezafe(n, before, wanted.get(n - 1, ALLOWED[before]))
    return wanted


def typed_ezafe(encoded: Encoded, places: Sequence[int]) -> bool | None:
    """What the marks typed on a word's last letter say about its ezafe, None if nothing.

    Kasra is one, on he hamza above too; a sign of another short vowel or of none says there is none. A word
    of one letter (بِ) wears its kasra as a vowel; whether یِ is an ezafe the word before it tells.
    """
    marks = encoded.marks[places[-1]]
    if not marks or (len(places) == 1 and encoded.text[places[-1]] == "ی"):
        return None
    if HAMZA_ABOVE in marks and encoded.text[places[-1]] == "ه":
        return True
    if len(places) > 1 and KASRA in marks:
        return True
    return False if any(mark in _DENY_EZAFE for mark in marks) else None


def _of_god(marks: str) -> str:
    """The marks of the second lam of «الله», whose vowel is long: a fatha says so too, and tashdid alone."""
    spoken = marks.replace(FATHA, SUPERSCRIPT_ALEF)
    return spoken if VOWEL_MARKS.intersection(spoken) else spoken + SUPERSCRIPT_ALEF


def _before_ezafe(n: int, before: str, labels: tuple[int, ...]) -> dict[int, tuple[int, ...]]:
    """A silent final he and the vowel before it; after a mater (گروهٔ) the he may be a consonant."""
    if before in MATERS:
        return {}
    return {n - 1: _with_nucleus(labels, _A_OR_E), n: (SILENT,)}


def _with_nucleus(labels: tuple[int, ...], nuclei: frozenset[str]) -> tuple[int, ...]:
    """Those of some labels that have one of the nuclei, all where none has."""
    return tuple(i for i in labels if LABELS[i].nucleus in nuclei) or labels
