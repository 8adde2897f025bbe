"""The two romanisations, as tables.

Readable: what Iranians type and read easily. Systematic: DIN 31635 in its Persian values (those of the
Deutsche Morgenländische Gesellschaft, 1969), made reversible. It deviates from the standard in this:

1. Short vowels are those of Persian today (a e o, not a i u); diphthongs are ``ey`` and ``ow``, whose
   second sign is the written ی or و.
2. A vowel that a letter writes and one that no letter writes differ: ``ī ū ā`` are written ی و ا; ``i u â``
   are not written. و read o is ``ō``; ی read ā (موسی) is ``á``.
3. Silent letters are written: و is ``ʷ`` (ḫʷāhar), ی ``ʸ``, ه ``ʰ``, ا ``ˀ``. The ا of tanvin is ``ⁿ``.
4. ا at a word's beginning is understood before a short vowel and before ``ī ū``; آ is ``ā`` there. Elsewhere
   آ is ``ʾā`` and an ا that is not ā is ``ˀ``.
5. The seats of hamza are told apart: ء ``ʾ``, أ ``ʾᵃ``, إ ``ʾⁱ``, ؤ ``ʾʷ``, ئ ``ʾʸ``. ة is ``ẗ``.
6. A word's last ه that is not pronounced is understood behind ``e`` and ``a``; the word و is ``va``.
7. ``-`` is a non-joiner (ketāb-hā); ``-e`` and ``-ye`` at a word's end are the ezafe, which has no letter.
   A ی written for it is: havāy-e.
8. ``·`` parts what would be read together: two like letters from one with tashdid (m·m), and, around and
   within a word, letters from what rules 4 and 6 would understand.

In the notation ``double_a`` ā is written ``aa``, in both styles.
"""

from __future__ import annotations

import re
from typing import Final

from engine.contract.names import VowelNotation
from engine.text.chars import (
    BIDI_CONTROLS,
    DIGIT_VALUE,
    INNER_JOINERS,
    MARKS,
    TATWEEL,
)

LONG_A: Final[dict[VowelNotation, str]] = {"double_a": "aa", "macron": "ā"}

READABLE_SOUNDS: Final[dict[str, str]] = {
    "b": "b", "p": "p", "t": "t", "s": "s", "j": "j", "C": "ch", "h": "h", "x": "kh", "d": "d", "z": "z",
    "r": "r",
    "Z": "zh", "S": "sh", "q": "gh", "f": "f", "k": "k", "g": "g", "l": "l", "m": "m", "n": "n", "v": "v",
    "y": "y",
    "w": "w", "?": "'", "a": "a", "e": "e", "o": "o", "A": "ā", "i": "i", "u": "u",
}  # fmt: skip
"""Each phoneme in the readable style; ā stands for either notation."""

JOINED_PREFIXES: Final = re.compile("(?:باز|بر|در|فرا|فرو|وا)?(?:ن|ه)?می")
_PLURALS: Final = "ها|ا|ی?ان"
_POSSESSIVES: Final = "[متش]|[متش][او]ن"
_COPULAS: Final = "ا?(?:م|یم|ید|ند)|ین|ن|ست|س|ه"
JOINED_SUFFIXES: Final = re.compile(
    f"(?!(?:این|است)$)(?:تر|ترین)?(?:{_PLURALS})?ی?(?:{_POSSESSIVES}|{_COPULAS}|ا?ی?ی)?"
)
LETTER_NAMES: Final = frozenset(("em", "en", "ey"))
"""Parts of a word, between non-joiners, that are one with what they stand on: miravam, ketaabhaa, rafte'am.

Between other parts is a hyphen, and an inner ezafe and an inner «and» are parts: daanesh-aamuz, be-vizhe,
dast-e-kam, goft-o-gu. What sounds as the name of a Latin letter is no suffix: si-en-en.
"""

ARTICLE: Final = "ال"
HYPHEN: Final = "-"
APOSTROPHE: Final = "'"
BARE_LETTERS: Final[dict[str, str]] = {
    "ا": "a", "آ": "ā", "أ": "a", "إ": "e", "ؤ": "o", "ئ": "'", "ء": "'", "ع": "a", "و": "v", "ه": "h",
    "ی": "y", "ل": "l",
}  # fmt: skip
"""Letters that may be silent, as the readable style writes them where a whole word says nothing: (ع)."""

DIGRAPH_SECOND: Final = "h"
DIGRAPH_FIRSTS: Final = "skgz"
"""Before h these would be read as sh, kh, gh, zh: an apostrophe goes between (tas'hih)."""

CONSONANT_SIGNS: Final[dict[str, str]] = {
    "ب": "b", "پ": "p", "ت": "t", "ث": "s̱", "ج": "ǧ", "چ": "č", "ح": "ḥ", "خ": "ḫ", "د": "d", "ذ": "ẕ",
    "ر": "r",
    "ز": "z", "ژ": "ž", "س": "s", "ش": "š", "ص": "ṣ", "ض": "ż", "ط": "ṭ", "ظ": "ẓ", "ع": "ʿ", "غ": "ġ",
    "ف": "f",
    "ق": "q", "ک": "k", "گ": "g", "ل": "l", "م": "m", "ن": "n", "ة": "ẗ", "ء": "ʾ", "أ": "ʾᵃ", "إ": "ʾⁱ",
    "ؤ": "ʾʷ",
    "ئ": "ʾʸ",
}  # fmt: skip
"""Letters that are always their one sign, with the vowels that no letter writes behind it."""

UNWRITTEN_SIGNS: Final[dict[str, str]] = {
    "a": "a", "e": "e", "o": "o", "A": "â", "i": "i", "u": "u", "n": "ñ",
}  # fmt: skip
"""Vowels that no letter writes; n is that of a tanvin."""

ALEF, ALEF_MADDA, WAW, YE, HE = "ا", "آ", "و", "ی", "ه"
VOWEL_SIGNS: Final[dict[tuple[str, str], str]] = {
    (ALEF, "A"): "ā", (WAW, "u"): "ū", (WAW, "o"): "ō", (WAW, "w"): "w", (YE, "i"): "ī", (YE, "A"): "á",
}  # fmt: skip
"""Letters that write a vowel or the end of a diphthong, by what they say."""

GLIDE_SIGNS: Final[dict[str, tuple[str, str]]] = {WAW: ("v", "v"), YE: ("y", "y"), HE: ("h", "h")}
"""Letters that are consonants where they say one: the phoneme, the sign."""

SILENT_SIGNS: Final[dict[str, str]] = {ALEF: "ˀ", ALEF_MADDA: "ʾā", WAW: "ʷ", YE: "ʸ", HE: "ʰ"}
TANVIN_SIGN: Final = "ⁿ"
NON_JOINER_SIGN: Final = "-"
SEPARATOR: Final = "·"
FINAL_VOWELS: Final = "ae"
"""Behind these at a word's end a silent ه is understood."""

AND_WORD: Final = (WAW, "va")
EZAFE_MARKS: Final = {"": "", "e": "-e", "ye": "-ye"}

_PUNCTUATION: Final[dict[str, str]] = {
    "،": ",", "؛": ";", "؟": "?", "«": "“", "»": "”", "٫": ".", "٬": ",", "٪": "%", "۔": ".", "٭": "*",
    "﴾": "(", "﴿": ")", "﷼": "rial", "؋": "afghani", "؍": "/", "؉": "‰", "؊": "‱", "⸮": "?",
    "⸲": ",", "⁏": ";", "⸵": ";", "⹁": ",", "‹": "‘", "›": "’", TATWEEL: "-",
}  # fmt: skip
SEPARATOR_TABLE: Final = str.maketrans(
    dict.fromkeys(INNER_JOINERS | BIDI_CONTROLS | MARKS, "")
    | {digit: str(value) for digit, value in DIGIT_VALUE.items()}
    | _PUNCTUATION
)
"""What stands between words and inside numbers in its Latin form; what cannot be seen, and lone marks, go."""
