"""The way back: systematic romanisation to Persian letters.

Vowel signs, tashdid and ezafe marks are not restored, only the letters and non-joiners of the spelling. The
tables are those of the romanisation, turned round.
"""

from __future__ import annotations

import re
from typing import Final

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
from engine.text.chars import ZWNJ

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
_SIGN_CHARS: Final = re.escape("".join(sorted({char for sign in SIGN_LETTERS for char in sign})))
_WORD: Final = re.compile(rf"[{_SIGN_CHARS}]+(?:{NON_JOINER_SIGN}+[{_SIGN_CHARS}]+)*")


def recover_word(romanised: str) -> str:
    """The letters and non-joiners of one word in the systematic style, its ezafe left out."""
    if romanised == AND_WORD[1]:
        return AND_WORD[0]
    bare = _EZAFE.sub("", romanised)
    return ZWNJ.join(map(_letters, bare.split(NON_JOINER_SIGN)))


def recover(romanised: str) -> str:
    """A text in the systematic style with every word in Persian letters.

    What is no sign of the style (digits, punctuation, spaces) stays. A Latin word that stood in the source
    cannot be told from a romanised one, nor a hyphen between words from a non-joiner: where these matter,
    recover the items of the alignment one by one.
    """
    return _WORD.sub(lambda match: recover_word(match.group()), romanised)


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
