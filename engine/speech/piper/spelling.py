"""Our phones in the symbols that eSpeak NG writes for Persian, which Piper voices of Persian were trained on.

A voice has an id for each code point, but learnt only those that occurred: so each phone is spelled as eSpeak
NG 1.51 and 1.52 spell it most often (counted over 1,500 sentences), not as the IPA would have it. A voice
that lacks a spelling gets the next nearest one.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.brought import refusal
from engine.speech.phrases import Ending, Segment
from engine.speech.piper.config import BEGIN, END, PAD, PiperConfig
from engine.speech.sections import Section

SPELLINGS = {
    **{ipa: (ipa,) for ipa in ("p", "b", "t", "d", "k", "f", "v", "s", "z", "ʃ", "ʒ", "m", "n", "l", "j")},
    "x": ("x", "χ", "h"), "h": ("h", "x"), "tʃ": ("tʃ", "ʧ"), "dʒ": ("dʒ", "ʤ"), "g": ("ɡ", "g"),
    "ɢ": ("q1", "q", "ɢ", "ɣ", "ɡ"), "ɣ": ("q1", "q", "ɣ", "ɢ", "ɡ"), "ʔ": ("ʔ", ""), "w": ("v", "w"),
    "ɾ": ("r", "ɾ"), "æ": ("a", "æ"), "ɒ": ("ɑ", "ɒ", "ɑː"), "e": ("e", "ɛ"), "o": ("o", "ɔ"),
    "i": ("i", "iː"), "u": ("uː", "u"),
}  # fmt: skip
_STRESS, _LONG, _SPACE, _COMMA, _STOP = "ˈ", "ː", " ", ",", "."
_SIGNS = {
    _STRESS: ("ˈ", "'", ""), _LONG: ("ː", ""), _SPACE: (" ", ""), _COMMA: (",", ""), _STOP: (".", ""),
    "?": ("?", ".", ""), "!": ("!", ".", ""),
}  # fmt: skip
_ENDINGS = {
    Ending.CONTINUES: _COMMA, Ending.STATEMENT: _STOP, Ending.QUESTION: "?", Ending.EXCLAMATION: "!",
}  # fmt: skip


class Spelling:
    """A voice's ids for sections."""

    def __init__(self, config: PiperConfig) -> None:
        """Choose the spelling of each phone.

        Raises:
            WeightsError: The voice has no symbol for a phone, nor for any that is near it.
        """
        self._symbols = config.symbols
        self._chosen: dict[str, str] = {}
        wanted = SPELLINGS | _SIGNS
        for name, spellings in wanted.items():
            usable = [one for one in spellings if all(symbol in config.symbols for symbol in one)]
            if not usable:
                raise refusal(config.path, f"has no symbol for {name!r}", "Choose another voice.")
            self._chosen[name] = usable[0]
        self.substitutes = {
            wanted[name][0]: one for name, one in self._chosen.items() if one != wanted[name][0]
        }
        """Symbols that the voice lacks, and what stands in for each."""

    def ids(self, section: Section) -> list[int]:
        """What the graph is given: begin and end, each symbol followed by padding."""
        found = [*self._symbols[BEGIN], *self._symbols[PAD]]
        for symbol in self.written(section):
            found += [*self._symbols[symbol], *self._symbols[PAD]]
        return [*found, *self._symbols[END]]

    def written(self, section: Section) -> str:
        """The section in symbols: stress before its vowel, spaces between words, a mark after each phrase."""
        return "".join(self._pieces(section))

    def _pieces(self, section: Section) -> Iterator[str]:
        for number, phrase in enumerate(section.phrases):
            before = ""
            for place, segment in enumerate(phrase.segments):
                if segment.initial and (number or place):
                    yield self._chosen[_SPACE]
                if segment.stress:
                    yield self._chosen[_STRESS]
                yield self._phone(segment, before)
                before = segment.ipa
            yield self._chosen[_ENDINGS[phrase.ending]]

    def _phone(self, segment: Segment, before: str) -> str:
        """The w of /ow/ is written as the length of its vowel."""
        return self._chosen[_LONG if (before, segment.ipa) == ("o", "w") else segment.ipa]
