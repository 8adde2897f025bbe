"""How the text of a Premium job is cut: sections of about 150 s, none planned for over 180 s (section 8)."""

from math import ceil
from typing import Final

from engine.contract.limits import PREMIUM_SECTION_CEILING_SECONDS, PREMIUM_SECTION_TARGET_SECONDS
from engine.contract.persian import has_persian_letter
from engine.text.split import split_text

SECONDS_PER_CODE_POINT: Final = 0.1  # of running text with numbers in it, at pace 1
_SHORTEST, _LONGEST = 0.8, 1.05  # of a section's even share: between them it ends, as well and late as it can


def planned_sections(text: str, pace: float = 1.0) -> list[str]:
    """The text in sections of even length which joined give it back, cut where `split_text` cuts.

    Each holds a Persian letter if the text does: one without joins its neighbour, whatever its length.
    """
    seconds = SECONDS_PER_CODE_POINT / pace
    target = PREMIUM_SECTION_TARGET_SECONDS / seconds
    ceiling = int(PREMIUM_SECTION_CEILING_SECONDS / seconds)
    sections: list[str] = []
    while text:
        section = text if len(text) <= ceiling else _first_section(text, target, ceiling)
        text = text[len(section) :]
        if sections and not (has_persian_letter(sections[-1]) and has_persian_letter(section)):
            sections[-1] += section
        else:
            sections.append(section)
    return sections


def _first_section(text: str, target: float, ceiling: int) -> str:
    share = len(text) / max(ceil(len(text) / ceiling), round(len(text) / target))
    shortest, longest = int(share * _SHORTEST), min(int(share * _LONGEST), ceiling)
    last = split_text(text[shortest : longest + 1], longest - shortest)[0]
    return text[: shortest + len(last)]
