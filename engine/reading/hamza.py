"""Words whose hamza many writers leave out: تاثیر is read as تأثیر, موسسه as مؤسسه.

An alef or a vav alone says no glottal stop, so these letters are read as the ones that should stand there.
Only what is no other word without its hamza is here: شان, یاس, راس, رای and رویت are other words too, and
they are settled in company alone.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from engine.reading.encoding import Encoded, character_id
from engine.text.chars import LETTERS, ZWNJ, char_class

STEMS: Final = (
    "تأثیر", "تأثر", "تأخیر", "تأدیب", "تأدیه", "تأسف", "تأسیس", "تأکید", "تألیف", "تأمل", "تأمین", "تأنیث",
    "تأویل", "تأهل", "تأیید", "تفأل", "تلألؤ", "توأم",
    "متأثر", "متأخر", "متأسف", "متألم", "متأمل", "متأهل", "مستأجر", "مستأصل",
    "مأثور", "مأجوج", "مأخذ", "مأخوذ", "مأذنه", "مأذون", "مأکول", "مألوف", "مأمور", "مأمول", "مأمون", "مأنوس",
    "مأیوس", "یأجوج", "جرأت", "هیأت", "مسأله", "مسؤول", "سؤال",
    "مؤاخذه", "مؤانست", "مؤتلفه", "مؤتمن", "مؤثر", "مؤخر", "مؤدب", "مؤذن", "مؤسس", "مؤکد", "مؤلف", "مؤنث",
    "مؤید", "امیرالمؤمنین", "المؤمنین",
)  # fmt: skip
"""Beginnings of words, whatever follows: تاثیرات, مسوولان, موسسه‌ها."""

WORDS: Final = (
    "تأخر", "تألم", "رأفت", "رأسا", "رؤسای", "مؤجل",
    "مأمن", "مأوا", "مأوای", "مبدأ", "ملجأ", "منشأ", "نشأت",
    "مؤمن", "مؤمنی", "مؤمنان", "مؤمنین", "مؤمنون", "مؤمنات", "مؤمنه", "مؤمنانه",
    "با تأنی", "کأسا و ناولها", "در رأس", "رأس ساعت", "رأس هرم", "رأس الخیمه", "رأس مخروط", "رأس گاو",
    "رأس گوسفند", "رأس دام", "رأس اسب", "شأن نزول", "شأن و شوکت", "شأن و مقام", "شأن و منزلت", "کسر شأن",
    "یأس و ناامیدی", "یأس و نومیدی", "یأس آور", "یأس فلسفی", "امید و یأس", "دچار یأس",
    "قابل رؤیت", "رؤیت شد", "رؤیت کرد", "رؤیت می شود", "رؤیت ماه", "رؤیت هلال",
    "رأی اعتماد", "رأی آورد", "رأی آوردن", "رأی دادگاه", "رأی داد", "رأی دادن", "رأی دادند", "رأی دهنده",
    "رأی دهندگان", "رأی گیری", "رأی ممتنع", "رأی مثبت", "رأی منفی", "رأی مخفی", "رأی مردم", "رأی می",
    "رأی صادر", "رأی قطعی", "اخذ رأی", "به رأی", "حق رأی", "صندوق رأی", "هزار رأی", "میلیون رأی",
)  # fmt: skip
"""Whole words, or parts between non-joiners; a space here may be a non-joiner in the text."""

READINGS: Final[dict[str, str]] = {
    "با تأنی": "bA ta?anni",
    "تأخر": "ta?axxor",
    "تفأل": "tafa?ol",
    "تلألؤ": "tala?lo?",
    "توأم": "tow?am",
    "توأمان": "tow?amAn",
    "رأسا": "ra?san",
    "متأثر": "mote?asser",
    "متأخر": "mote?axxer",
    "متأسف": "mote?assef",
    "متأسفانه": "mote?assefAne",
    "متأسفم": "mote?assefam",
    "متأمل": "mote?ammel",
    "متألم": "mote?allem",
    "متأهل": "mote?ahhel",
    "متأهلین": "mote?ahhelin",
    "مأخذ": "ma?xaz",
    "مأذنه": "ma?zane",
    "مأمن": "ma?man",
    "مأوا": "ma?vA",
    "مأوای": "ma?vAy",
    "مستأصل": "mosta?sal",
    "ملجأ": "malja?",
    "مؤاخذه": "mo?Axeze",
    "مؤانست": "mo?Anesat",
    "مؤتلفه": "mo?talefe",
    "مؤجل": "mo?ajjal",
    "مؤخر": "mo?axxar",
    "مؤکد": "mo?akkad",
    "مؤنث": "mo?annas",
}
"""Those that the model would misread, in the phonemic scheme."""

_BARE: Final = str.maketrans({"أ": "ا", "ؤ": "و"})
_L: Final = char_class(LETTERS)
_ROWS: Final = {row.translate(_BARE).replace(" ", ZWNJ): row for row in STEMS + WORDS}
_GAP: Final = f"[ {ZWNJ}]"


def _any_of(rows: tuple[str, ...]) -> str:
    return "|".join(row.translate(_BARE).replace(" ", _GAP) for row in rows)


_UNSEATED: Final = re.compile(rf"(?<![{_L}])(?:{_any_of(STEMS)}|(?:{_any_of(WORDS)})(?![{_L}]))")


def respelled(encoded: Encoded) -> Encoded:
    """The text with the letters of hamza where they have been left out, letter for letter."""
    letters = {
        match.start() + n: letter
        for match in _UNSEATED.finditer(encoded.text)
        for n, letter in enumerate(_ROWS[match.group().replace(" ", ZWNJ)])
        if letter.translate(_BARE) != letter
    }
    if not letters:
        return encoded
    text = "".join(letters.get(i, char) for i, char in enumerate(encoded.text))
    characters = encoded.characters.copy()
    for i, letter in letters.items():
        characters[i] = character_id(letter)
    segments = tuple(
        replace(s, word=s.word[:1] + text[s.start + 1 : s.end]) if s.word else s for s in encoded.segments
    )
    return replace(encoded, text=text, characters=characters, segments=segments)
