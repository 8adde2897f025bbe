"""The way back: systematic romanisation to Persian letters.

Vowel signs, tashdid and ezafe marks are not restored, only the letters and non-joiners of the spelling. The
tables are those of the romanisation, turned round.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from engine.contract.responses import AlignmentItem
from engine.pinglish.rules import (
    ALEF,
    ALEF_MADDA,
    AND_WORD,
    CONSONANT_SIGNS,
    FINAL_VOWELS,
    GLIDE_SIGNS,
    HE,
    LONG_A,
    NON_JOINER_SIGN,
    SEPARATOR,
    SILENT_SIGNS,
    TANVIN_SIGN,
    UNWRITTEN_SIGNS,
    VOWEL_SIGNS,
)
from engine.reading.scheme import SHORT_VOWELS
from engine.text.chars import ZWNJ, is_letter
from engine.text.words import WordKind, words

_CONSONANTS: Final = {sign: letter for letter, sign in CONSONANT_SIGNS.items()} | {
    sign: letter for letter, (_, sign) in GLIDE_SIGNS.items()
}
_FIRST_ALEF_A: Final = SILENT_SIGNS[ALEF] + VOWEL_SIGNS[ALEF, "A"]


def _with_both_notations(table: dict[str, str]) -> dict[str, str]:
    return {
        sign.replace(LONG_A["macron"], long_a): letter
        for sign, letter in table.items()
        for long_a in LONG_A.values()
    }


SIGN_LETTERS: Final[dict[str, str]] = _with_both_notations(
    dict.fromkeys((*UNWRITTEN_SIGNS.values(), SEPARATOR), "")
    | _CONSONANTS
    | {sign: letter for (letter, _), sign in VOWEL_SIGNS.items()}
    | {sign: letter for letter, sign in SILENT_SIGNS.items()}
    | {TANVIN_SIGN: ALEF, _FIRST_ALEF_A: ALEF}
)
"""The letter of every sign, "" for what no letter writes."""

FIRST_SIGN_LETTERS: Final[dict[str, str]] = _with_both_notations(
    dict.fromkeys(SHORT_VOWELS, ALEF)
    | {VOWEL_SIGNS[ALEF, "A"]: ALEF_MADDA}
    | {sign: ALEF + letter for (letter, vowel), sign in VOWEL_SIGNS.items() if vowel in "iu"}
)
"""Signs that stand for other letters at the beginning of a word or behind a non-joiner."""

_LONGEST_FIRST: Final = sorted(SIGN_LETTERS, key=len, reverse=True)
_SIGN: Final = re.compile("|".join(map(re.escape, _LONGEST_FIRST)) + "|.", re.DOTALL)
_EZAFE: Final = re.compile(rf"(?<=.){NON_JOINER_SIGN}y?e\Z")
_LETTER: Final = rf"[^\W\d_]|[\u0300-\u036f{SEPARATOR}]"
_TOKEN: Final = re.compile(rf"(?:{_LETTER})++(?:{NON_JOINER_SIGN}++(?:{_LETTER})++)*+")
_SIGN_CHARS: Final = frozenset(NON_JOINER_SIGN.join(SIGN_LETTERS))


def recover_word(romanised: str) -> str:
    """The letters and non-joiners of one word in the systematic style, its ezafe left out."""
    if romanised == AND_WORD[1]:
        return AND_WORD[0]
    bare = _EZAFE.sub("", romanised)
    return ZWNJ.join(map(_letters, bare.split(NON_JOINER_SIGN)))


def recover(romanised: str, alignment: Sequence[AlignmentItem] | None = None) -> str:
    """A text in the systematic style with every word in Persian letters; punctuation and digits stay Latin.

    Args:
        romanised: the text.
        alignment: that of its romanisation. It tells romanised words from Latin words, addresses and emoji,
            and non-joiners from hyphens between words. Without it addresses stay, and words with a letter
            that is no sign of the style (Google), but not every Latin word can be told (telegram).
    """
    spans = _likely_spans(romanised) if alignment is None else _aligned_spans(romanised, alignment)
    recovered: list[str] = []
    at = 0
    for start, end in spans:
        recovered += (romanised[at:start], " ".join(map(recover_word, romanised[start:end].split(" "))))
        at = end
    return "".join((*recovered, romanised[at:]))


def _aligned_spans(romanised: str, alignment: Sequence[AlignmentItem]) -> Iterator[tuple[int, int]]:
    """Where the items of Persian words stand in the romanised text."""
    end = 0
    for item in alignment:
        start = romanised.index(item.pinglish, end)
        end = start + len(item.pinglish)
        if is_letter(item.source[0]):
            yield start, end


def _likely_spans(romanised: str) -> Iterator[tuple[int, int]]:
    """Where words stand that consist of signs of the style, addresses left out."""
    addresses = [(word.start, word.end) for word in words(romanised) if word.kind is WordKind.ADDRESS]
    at = 0
    for start, end in (*addresses, (len(romanised), len(romanised))):
        for match in _TOKEN.finditer(romanised, at, start):
            if _SIGN_CHARS.issuperset(match.group()):
                yield match.span()
        at = end


def _letters(part: str) -> str:
    """The letters of a stretch without non-joiners."""
    letters: list[str] = []
    signs = _SIGN.findall(part)
    before = ""
    for at, sign in enumerate(signs):
        if at == 0 and sign in FIRST_SIGN_LETTERS:
            letters.append(FIRST_SIGN_LETTERS[sign])
        elif sign == before and sign in _CONSONANTS:
            sign = ""  # tashdid: no letter of its own, and a third one begins anew
        else:
            letters.append(SIGN_LETTERS.get(sign, sign))
        before = sign
    if signs and signs[-1] in FINAL_VOWELS:
        letters.append(HE)
    return "".join(letters)
