"""One spelling for what is written in many ways, with the origin of every code point kept.

Letters of Arabic keyboards, presentation forms, decomposed letters and digits of three scripts become the
ones of standard Persian; kashida, direction marks and other invisible code points go. Vowel marks, spaces
and newlines stay as they are, and so do Latin words, addresses and emoji, digits and joiners included. Of a
run of non-joiners inside a word one ZWNJ stays; elsewhere none does, save beside a Latin word, which must not
grow.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import Final

from engine.text.chars import (
    DIGIT_VALUE,
    DIGITS,
    HAMZA_ABOVE,
    HAMZA_BELOW,
    INNER_JOINERS,
    LETTERS,
    MADDAH_ABOVE,
    MARKS,
    NON_JOINERS,
    PERSIAN_DIGITS,
    PERSIAN_LETTERS,
    TATWEEL,
    ZWNJ,
    char_class,
)
from engine.text.mapped import Edit, Mapped, edited
from engine.text.words import WordKind, words

LETTER_FOLDS: Final[dict[str, str]] = {
    # Arabic
    "ي": "ی", "ى": "ی", "ك": "ک", "ة": "ه", "ٱ": "ا", "ٲ": "أ", "ٳ": "إ", "ٵ": "أ", "ٶ": "ؤ", "ٸ": "ئ",
    "ڤ": "و", "ڨ": "گ", "ڥ": "و", "ڪ": "ک", "ڭ": "گ",
    # forms of he and ye, Urdu and Kurdish
    "ہ": "ه", "ھ": "ه", "ە": "ه", "ۃ": "ه", "ۀ": "ه" + HAMZA_ABOVE, "ۂ": "ه" + HAMZA_ABOVE,
    "ے": "ی", "ۓ": "ئ", "ې": "ی", "ۍ": "ی", "ێ": "ی", "ۑ": "ی", "ؽ": "ی", "ؾ": "ی", "ؿ": "ی",
    "ۆ": "و", "ۇ": "و", "ۈ": "و", "ۋ": "و", "ۅ": "و", "ۏ": "و", "ۊ": "و", "ۉ": "و",
    "ٹ": "ت", "ټ": "ت", "ڈ": "د", "ډ": "د", "ڑ": "ر", "ړ": "ر", "ڕ": "ر", "ڔ": "ر",
    "ڵ": "ل", "ڷ": "ل", "ڬ": "ک", "ګ": "گ", "ڰ": "گ", "ږ": "ژ", "ښ": "ش", "څ": "س", "ځ": "ز", "ڜ": "ش",
    "ٺ": "ت", "ٻ": "ب", "ٿ": "ت", "ڀ": "ب", "ڃ": "چ", "ڄ": "ج", "ڇ": "چ", "ڌ": "د", "ڏ": "د", "ڊ": "د",
    "ڍ": "د", "ڎ": "د", "ۥ": "و", "ۦ": "ی", "ؠ": "ی", "ٴ": "ء",
    "ں": "ن", "ڼ": "ن", "ڻ": "ن", "ڦ": "پ", "ڳ": "گ", "ڱ": "گ", "ٮ": "ب", "ٯ": "ق", "ڡ": "ف",
}  # fmt: skip
"""Letters of other keyboards and languages, and the Persian letters a reader would take them for."""

COMPOSED: Final[dict[tuple[str, str], str]] = {
    ("ا", MADDAH_ABOVE): "آ",
    ("ا", HAMZA_ABOVE): "أ",
    ("ا", HAMZA_BELOW): "إ",
    ("و", HAMZA_ABOVE): "ؤ",
    ("ی", HAMZA_ABOVE): "ئ",
}
"""Letter and mark that together are a letter of their own. Hamza above he is not: there it is the ezafe."""

_ISLAND_KINDS: Final = (WordKind.LATIN, WordKind.ADDRESS, WordKind.SYMBOL)
_DROPPED: Final = INNER_JOINERS | {TATWEEL}
_BASES: Final = frozenset(base for base, _ in COMPOSED)


def _presentation_forms() -> dict[str, str]:
    """Shaped letters and ligatures by the plain letters they show; a shaped mark loses the space under it."""
    forms: dict[str, str] = {}
    for point in (*range(0xFB50, 0xFE00), *range(0xFE70, 0xFEFF)):
        plain = unicodedata.normalize("NFKC", chr(point))
        if plain != chr(point) and (chr(point) in LETTERS or chr(point) in MARKS):
            bare = plain.strip() if plain.strip() and all(c in MARKS or c == " " for c in plain) else plain
            forms[chr(point)] = "".join(LETTER_FOLDS.get(c, c) for c in bare if c != TATWEEL)
    return forms


def _base_letters() -> dict[str, str]:
    """Letters made of another and something on it (ݐ: BEH WITH three dots) by that other one."""
    bases = {unicodedata.name(char): char for char in LETTERS}
    built = {char: unicodedata.name(char).partition(" WITH ")[0] for char in LETTERS - set(PERSIAN_LETTERS)}
    return {
        char: LETTER_FOLDS.get(bases[base], bases[base])
        for char, base in built.items()
        if base in bases and bases[base] != char
    }


def _digit_folds() -> dict[str, str]:
    return {digit: PERSIAN_DIGITS[value] for digit, value in DIGIT_VALUE.items()}


FOLDS: Final[dict[str, str]] = _base_letters() | _presentation_forms() | LETTER_FOLDS | _digit_folds()
"""What a single code point becomes, where it does not stay itself."""

PHRASE_LIGATURES: Final = frozenset(char for char, plain in FOLDS.items() if " " in plain)
"""The letters that stand for several words: ﷺ, ﷻ. They are words apart, whatever they adjoin."""


_PLAIN: Final = LETTERS | MARKS | DIGITS | INNER_JOINERS | frozenset(TATWEEL + " \t\r\n.,:;!?،؛؟«»()[]\"'-/…")
_FOREIGN: Final = re.compile(f"[^{char_class(_PLAIN)}]")  # plain code points alone make no island
_COMPOSING: Final = frozenset(mark for _, mark in COMPOSED)
_BETWEEN: Final = (MARKS | _DROPPED) - _COMPOSING
_CHANGED: Final = re.compile(
    f"[{char_class(_DROPPED | frozenset(FOLDS))}]"
    f"|[{char_class(_BASES)}](?=[{char_class(_BETWEEN)}]*+[{char_class(_COMPOSING)}])"
)
"""Where something may have to change; all between two such places stays as it is."""


def normalize(text: str) -> Mapped:
    """The text in standard Persian spelling; time and memory are linear in its length.

    Marks are kept in their order; a mark that is part of a decomposed letter
    (alef + madda, ye + hamza) joins it even where vowel marks stand between the two, and all of these then
    share one origin.
    """
    return edited(text, _edits(text))


def _edits(text: str) -> Iterator[Edit]:
    at = 0
    kept = ""  # the code point last put out: what a non-joiner would stand after
    islands = _islands(text) if _FOREIGN.search(text) else {}
    island_ends = frozenset(islands.values())
    for begins, ends in (*islands.items(), (len(text), len(text))):
        while (found := _CHANGED.search(text, at, begins)) is not None:
            start, char = found.start(), found.group()
            kept = text[start - 1] if start > at else kept
            if char in _DROPPED:
                at = _run_end(text, start)
                beside_island = start in island_ends or at in islands
                joined = ZWNJ if _parts_letters(text, start, at, kept) else ""
                plain = text[start:at] if beside_island else joined
            else:
                at, plain = _composed(text, start, FOLDS.get(char, char))
                if char in PHRASE_LIGATURES:
                    plain = _apart(text, at, plain, kept)
            if plain != text[start:at]:
                yield Edit(start, at, plain)
            kept = plain[-1:] or kept
        at, kept = ends, text[ends - 1 : ends]


def _islands(text: str) -> dict[int, int]:
    """Where the words begin that stay as they are, and where each ends."""
    return {
        word.start: word.end
        for word in words(text)
        if word.kind in _ISLAND_KINDS and (len(word.text) > 1 or word.kind is not WordKind.SYMBOL)
    }


def _composed(text: str, at: int, plain: str) -> tuple[int, str]:
    """The plain letters for the code point at `at`, with the first mark that makes another letter of them.

    Returns:
        one past the last code point taken, and what stands for them.
    """
    if plain[-1:] in _BASES:
        end = at + 1
        while end < len(text) and (text[end] in MARKS or text[end] in _DROPPED):
            letter = COMPOSED.get((plain[-1], text[end]))
            end += 1
            if letter is not None:
                between = "".join(FOLDS.get(c, c) for c in text[at + 1 : end - 1] if c not in _DROPPED)
                return end, plain[:-1] + letter + between
    return at + 1, plain


def _apart(text: str, end: int, plain: str, kept: str) -> str:
    """The words of a ligature that ends at `end`, with a space to each side where a letter adjoins."""
    after = _run_end(text, end)
    opening = " " if kept in LETTERS or kept in MARKS else ""
    return opening + plain + (" " if after < len(text) and text[after] in LETTERS else "")


def _run_end(text: str, at: int) -> int:
    """The end of the run of dropped code points that begins at `at`."""
    while at < len(text) and text[at] in _DROPPED:
        at += 1
    return at


def _parts_letters(text: str, at: int, end: int, kept: str) -> bool:
    """Whether the dropped run at:end holds a non-joiner that stands between two letters of a word."""
    inside = (kept in LETTERS or kept in MARKS) and end < len(text) and text[end] in LETTERS
    if inside and text[end] in PHRASE_LIGATURES:
        return False
    return inside and any(char in NON_JOINERS for char in text[at:end])
