"""What must come out as it went in: addresses, code, hashtags, placeholders, Latin words, signs, emoji.

Each such stretch is replaced by a slot, `⟦0⟧`, `⟦1⟧`, ..., which is one symbol of the vocabulary. The model
learns from pairs that hold the same stretch on both sides to carry the slot to its place; the search sees to
it that every slot comes out once. Afterwards the slot is exchanged for the very characters of the original.
Numbers stay digits at first, since the words around them depend on them; they become slots too where the
model loses one. A number with a sign on it (€20, m², -5) is one stretch from the start. Foreign names of a
list become slots that come back in English (`engine.translation.names`), months and some units always
(`engine.translation.terms`).
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engine.text.chars import MARKS, char_class
from engine.translation.form import source_form
from engine.translation.names import NO_NAMES, FoundName, NameList
from engine.translation.terms import terms

SLOT_COUNT = 8
"""Slots of one sentence. More are rare; the rest of a sentence with more is left to the model."""

SLOTS = tuple(f"⟦{i}⟧" for i in range(SLOT_COUNT))

NUMBER = re.compile(r"\d+(?:[.,:/٫٬]\d+)*")
"""A number, a decimal, a date in digits or a time of day, in any of the three scripts."""

SIGNS = (
    "\u00a1-\u00aa\u00ac\u00ae-\u00ba\u00bc-\u00bf×÷"  # Latin-1: £ ¥ § © ® ° ± ² µ ¶ ½
    "\u0606-\u060b\u060e\u060f\u066d\u06de\u06e9\ufd3e\ufd3f\ufdfc"  # Arabic: ؋ ۞ ﴾ ﷼
    "\u2016\u2017\u2020-\u2025\u2027\u2030-\u205e"  # † • ‰ ′ ‹ ›
    "\u2070-\u20cf\u2100-\u218f\u2200-\u22ff"  # superscripts, currencies, letter-like, fractions, mathematics
)
"""Inside of a character class: signs that the vocabulary has no piece for."""

_AMOUNT = r"\d+(?:[.,:/٫٬]\d+){0,15}"
"""A number with a sign on it. Its parts are bounded, since it is looked for at each part of a number."""

_LATIN = "A-Za-zÀ-ÖØ-öø-ɏ"
_LATIN_WORD = rf"[0-9]{{0,8}}[{_LATIN}](?:[{_LATIN}0-9_.+#&/'{SIGNS}-]*[{_LATIN}0-9+#{SIGNS}])?"
_SIGNED = rf"[{SIGNS}]+(?:{NUMBER.pattern}|{_LATIN_WORD})?"

_OTHER = (
    "\u0250-\u02ff\u0370-\u05ff\u0900-\u1fff\u2190-\ud7ff"
    "\ue000-\ufb4f\ufe30-\ufe6f\uff01-\ufffd\U00010000-\U0010ffff"
)

ENCLOSED = re.compile(
    r"```.*?```|`(?:[^`\n]|\n(?!\s*\n))+`"  # code
    r"|<[A-Za-z/][^<>\n]{0,80}>",  # tags
    re.DOTALL,
)
"""What has a beginning and an end of its own, and may hold spaces and stops between them."""

_IN_ADDRESS = r"[^\s<>«»\"()\[\]،؛]"
_FLAT = rf"\({_IN_ADDRESS}*\)|\[{_IN_ADDRESS}*\]"
_BRACKETED = rf"\((?:{_IN_ADDRESS}|{_FLAT})*\)|\[(?:{_IN_ADDRESS}|{_FLAT})*\]"

ADDRESS = re.compile(
    r"(?:(?i:https?|ftp)://|(?i:www)\.)"
    rf"(?:{_IN_ADDRESS}|{_BRACKETED})*(?:(?![.:,!?؟]){_IN_ADDRESS}|{_BRACKETED})"
)
"""An address of the web. A pair of brackets inside is part of it, a bracket that only encloses it is not."""

_IN_TAG = rf"[\w\u200c{char_class(MARKS)}]"

PRESERVED = re.compile(
    "|".join(
        (
            ENCLOSED.pattern,
            ADDRESS.pattern,
            r"[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+",  # e-mail
            rf"[#@]{_IN_TAG}*[^\W\d]{_IN_TAG}*",  # hashtags and handles
            r"\$?\{\{?[\w.]+\}?\}|%\([A-Za-z_]+\)[sd]|%[sdif](?![A-Za-z])|%\d+\$[sd]",  # placeholders
            r"‹[\w\u200c]+›",
            r"(?P<amount>"
            r"(?<![\d/.])\d+(?:/\d+)+(?![\d/])"  # fractions, dates
            rf"|(?<!\d)(?>{_AMOUNT})(?: [×÷±\u2200-\u22ff] {NUMBER.pattern})+"  # sums
            rf"|(?<!\d)(?>{_AMOUNT})?(?:{_SIGNED})+"  # signs, and the numbers on them
            rf"|(?<![\w)\]-])-\$?{NUMBER.pattern}(?:{_SIGNED})*"  # numbers below zero
            rf"|\$-?{NUMBER.pattern})",
            rf"{_LATIN_WORD}(?: {_LATIN_WORD})*",  # Latin words, a run of them as one
            rf"[{_OTHER}][{_OTHER}\u200d\ufe0f]*",  # emoji, arrows, words of other scripts
            r"[*_~^\\]+",  # signs of the keyboard that are no emphasis (`engine.translation.emphasis`)
        )
    ),
    re.DOTALL,
)

PRESERVED_OR_NUMBER = re.compile(f"{PRESERVED.pattern}|(?P<number>{NUMBER.pattern})", re.DOTALL)
_SLOT = re.compile(r"⟦\s*(\d+)\s*⟧")
_LOWER_CASE = re.compile(r"[^\WA-Z\d_]+(?!\w)")


class _Stretch(NamedTuple):
    """Where it starts and ends, what comes out for it, and whether that is the English of a name."""

    start: int
    end: int
    kept: str
    named: bool


@dataclass(frozen=True, slots=True)
class Protected:
    """A text with slots, what stands behind each slot, by its number, and which of them are names."""

    text: str
    kept: tuple[str, ...]
    named: frozenset[int] = frozenset()

    def restore(self, translation: str) -> str:
        """The translation with every slot exchanged for the original's characters; unknown slots vanish.

        A name in lower case (borscht) begins a sentence with a capital.
        """

        def exchange(match: re.Match[str]) -> str:
            number = int(match[1])
            kept = self.kept[number] if number < len(self.kept) else ""
            begins = number in self.named and not match.string[: match.start()].strip("\"' ")
            return kept[0].upper() + kept[1:] if begins and _LOWER_CASE.match(kept) else kept

        return _SLOT.sub(exchange, translation)

    def found_in(self, translation: str) -> str:
        """What a model without slots wrote, with slots for the stretches that it carried over."""
        slots: dict[str, list[str]] = {}
        for slot, kept in zip(SLOTS, self.kept, strict=False):
            slots.setdefault(kept, []).append(slot)

        def exchange(match: re.Match[str]) -> str:
            free = slots[match[0]]
            return free.pop(0) if free else match[0]

        plain = _without_slots(translation)
        longest_first = sorted(slots, key=len, reverse=True)
        return re.sub("|".join(map(_whole, longest_first)), exchange, plain) if slots else plain


def _whole(stretch: str) -> str:
    """A pattern of the stretch where it is no part of a longer word."""
    before, after = (r"(?<!\w)" * stretch[0].isalnum()), (r"(?!\w)" * stretch[-1].isalnum())
    return f"{before}{re.escape(stretch)}{after}"


def stretches(text: str) -> list[str]:
    """A text with slots, cut before and after each of them; none is lost, some may be empty."""
    return re.split(r"(⟦\d+⟧)", text)


def protect(
    text: str, numbers: bool = False, names: NameList = NO_NAMES, *, with_terms: bool = True
) -> Protected:
    """Exchange the stretches to preserve for slots, in their order; with `numbers`, numbers as well.

    A number comes back in Latin digits, a term or a name of the list in English, anything else as it was.
    Equal stretches share no slot. Terms and names take the slots that are left: the model can write a name,
    but no address.
    """
    text = _without_slots(text)
    return _slotted(text, _found(text, numbers, terms(text) if with_terms else (), names)[:SLOT_COUNT])


def protect_pair(
    source: str, target: str, numbers: bool = False, names: NameList = NO_NAMES
) -> tuple[str, str]:
    """A training pair in source and target form, with slots for what stands on both sides."""
    source = _without_slots(source)
    carried: list[_Stretch] = []
    for stretch in _found(source, numbers, terms(source), names):
        place = re.search(rf"(?<!\w){re.escape(stretch.kept)}(?!\w)", target)
        if place is not None and len(carried) < SLOT_COUNT:
            target = target[: place.start()] + SLOTS[len(carried)] + target[place.end() :]
            carried.append(stretch)
    return _slotted(source, carried).text, target


def _found(text: str, numbers: bool, known_terms: Iterable[FoundName], names: NameList) -> list[_Stretch]:
    """What is to be preserved, in order; of terms, numbers and names as many as there are slots left."""
    kept = (
        _Stretch(*match.span(), _latin_digits(match[0]) if match["amount"] else match[0], named=False)
        for match in PRESERVED.finditer(text)
    )
    figures = (
        _Stretch(*match.span(), _latin_digits(match[0]), named=False) for match in NUMBER.finditer(text)
    )
    taken = bytearray(len(text))
    found = list(_free(kept, taken))
    for more in (_named(known_terms), figures if numbers else (), _named(names.find(text))):
        found += list(_free(more, taken))[: max(0, SLOT_COUNT - len(found))]
    return sorted(found)


def _named(names: Iterable[FoundName]) -> Iterator[_Stretch]:
    return (_Stretch(name.start, name.end, name.english, named=True) for name in names)


def _free(stretches: Iterable[_Stretch], taken: bytearray) -> Iterator[_Stretch]:
    """The stretches that share nothing with those before, whose code points they join."""
    for stretch in stretches:
        if not any(taken[stretch.start : stretch.end]):
            taken[stretch.start : stretch.end] = b"\1" * (stretch.end - stretch.start)
            yield stretch


def _slotted(text: str, found: Sequence[_Stretch]) -> Protected:
    pieces, at = [], 0
    for slot, stretch in zip(SLOTS, found, strict=False):
        pieces += [text[at : stretch.start], slot]
        at = stretch.end
    return Protected(
        "".join([*pieces, text[at:]]),
        tuple(stretch.kept for stretch in found),
        frozenset(number for number, stretch in enumerate(found) if stretch.named),
    )


def _latin_digits(amount: str) -> str:
    return NUMBER.sub(lambda number: source_form(number[0]), amount)


def _without_slots(text: str) -> str:
    """Brackets that the user typed himself must not look like slots."""
    return text.replace("⟦", "[").replace("⟧", "]")
