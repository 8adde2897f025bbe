"""Hand-marked text to targets: a mark says which labels a letter may have, its absence says a little.

In the Uppsala text ezafe is written and precise, but missing on a tenth of the words in ی and ه; sukun and
tashdid come and go; a vowel written by a mater or before a silent he is often left out. So: a marked letter
takes the labels its marks permit, an unmarked letter of a marked word has no short vowel unless its
neighbour may write it, a word without any mark says nothing.
"""

from __future__ import annotations

from typing import Final

from engine.reading.encoding import Encoded, encode, mark_bits
from engine.reading.labels import ALLOWED, LABELS, permitted
from engine.text.chars import DAMMA, FATHA, HAMZA_ABOVE, KASRA, SHADDA, SUKUN, ZWNJ
from engine.text.normalize import normalize
from training.reading.targets import Example, LabelSets

_VOWEL_SIGNS: Final = frozenset((FATHA, KASRA, DAMMA))
_SIGNS: Final = _VOWEL_SIGNS | {SUKUN, SHADDA}
_BARE_DENSITY: Final = 0.18  # vowel signs a letter; lines below it were left half marked
_MASKED_FINALS: Final = frozenset("یه")
_CARRIED: Final = {"و": "o", "ی": "e", "ه": "e"}  # the next letter stands for this short vowel too


def read_marked(encoded: Encoded, sets: LabelSets, source: str) -> Example | None:
    """The targets of one marked text, or None if it is barely marked."""
    letters = sum(c in ALLOWED for c in encoded.text)
    signs = sum(mark in _VOWEL_SIGNS for marks in encoded.marks for mark in marks)
    if letters == 0 or signs < _BARE_DENSITY * letters:
        return None
    targets = [0] * len(encoded.text)
    ezafe = [-1] * len(encoded.text)
    for segment in encoded.segments:
        last = segment.end - 1
        if not segment.word:
            ezafe[last] = 0
            continue
        places = [i for i in range(segment.start, segment.end) if encoded.text[i] != ZWNJ]
        well_marked = any(mark in _SIGNS for i in places for mark in encoded.marks[i])
        ezafe[last] = _ezafe(encoded.text[last], encoded.marks[last], well_marked)
        if not well_marked:
            continue
        for n, i in enumerate(places):
            following = encoded.text[places[n + 1]] if n + 1 < len(places) else ""
            marks = encoded.marks[i].replace(HAMZA_ABOVE, "")
            if following == "":
                marks = marks.replace(KASRA, "")
            next_unmarked = n + 1 < len(places) and not encoded.marks[places[n + 1]]
            if marks:
                targets[i] = sets.number(_marked(encoded.text[i], marks, following))
            elif len(places) > 1:
                carried = next_unmarked and (following != "ه" or n + 2 == len(places))
                targets[i] = sets.number(_unmarked(encoded.text[i], following if carried else "", n == 0))
    return Example(encoded.text, [mark_bits("")] * len(targets), targets, ezafe, source)


def ezafes_apart(text: str) -> tuple[Encoded, frozenset[int]]:
    """A text whose every kasra and hamza says ezafe: without them, and where the words with ezafe end."""
    encoded = encode(normalize(text).text)
    ends = (segment.end for segment in encoded.segments if segment.word)
    said = frozenset(end for end in ends if _says_ezafe(encoded.text[end - 1], encoded.marks[end - 1]))
    kept = [marks.replace(KASRA, "").replace(HAMZA_ABOVE, "") for marks in encoded.marks]
    return encode("".join(map(str.__add__, encoded.text, kept))), said


def _says_ezafe(letter: str, marks: str) -> bool:
    return KASRA in marks or (letter == "ه" and HAMZA_ABOVE in marks)


def _ezafe(letter: str, marks: str, well_marked: bool) -> int:
    if _says_ezafe(letter, marks):
        return 1
    return 0 if well_marked and letter not in _MASKED_FINALS else -1


def _marked(letter: str, marks: str, following: str) -> tuple[int, ...]:
    """Marked letters: what the marks permit; a vowel sign on a consonant means the short vowel."""
    found = permitted(letter, marks, following)
    short = tuple(i for i in found if LABELS[i].nucleus not in ("i", "u"))
    return short if short and any(m in _VOWEL_SIGNS for m in marks) else found


def _unmarked(letter: str, following: str, first: bool) -> tuple[int, ...]:
    """Unmarked letters of a marked word: no short vowel, but for one that the next letter may stand for."""
    if letter not in ALLOWED or (letter in "اع" and first):
        return ()
    silent_vowels = {"", "A", "i", "u", _CARRIED.get(following, "")}
    tanvin = {"an"} if letter == "ا" else set()
    return tuple(
        i
        for i in ALLOWED[letter]
        if LABELS[i].nucleus in silent_vowels | tanvin
        and (LABELS[i].nucleus not in ("A", "i", "u") or LABELS[i].onset == "")
    )
