"""Emphasis as it is typed: *so*, **so**, _so_ or ~~so~~, round a whole sentence or some words of it.

Signs round a whole sentence, or at one end of it, stand aside while it is translated. Emphasised words are
translated as a quotation, which the model knows, and get their signs back if it comes out as one.
"""

import re
from dataclasses import dataclass

from engine.text.chars import PERSIAN_LETTERS
from engine.translation.preserve import ENCLOSED

_SIGN = r"(\*{1,3}|_{1,3}|~~)"
_PAIR = re.compile(rf"(?<![\w*_~]){_SIGN}(?=[^\s*_~])((?:(?!\1).)*?(?<=[^\s*_~]))\1(?![*_~])", re.DOTALL)
_FIRST = re.compile(rf"{_SIGN}(?=[^\s*_~])")
_LAST = re.compile(rf"(?<=[^\s*_~]){_SIGN}\Z")
_PERSIAN = re.compile(f"[{PERSIAN_LETTERS}]")
_QUOTES = frozenset("«»“”\"'")


@dataclass(frozen=True, slots=True)
class Emphasised:
    """One sentence.

    Attributes:
        text: What is translated.
        before, after: What stands round it.
        sign: Round the words that `text` quotes; empty where it quotes none.
    """

    text: str
    before: str = ""
    after: str = ""
    sign: str = ""

    def restored(self, translation: str) -> str:
        """The translation with the signs; those of single words are left out where it does not quote them."""
        if self.sign:
            as_many = translation.count('"') == self.text.count("«") + self.text.count("»")
            translation = translation.replace('"', self.sign if as_many else "")
        return f"{self.before}{translation}{self.after}"


def emphasised(sentence: str) -> Emphasised:
    """A sentence, signs and text apart."""
    pairs = _pairs(sentence)
    if len(pairs) == 1 and pairs[0][0] == sentence:
        inner = emphasised(pairs[0][2])
        sign = pairs[0][1]
        return Emphasised(inner.text, sign + inner.before, inner.after + sign, inner.sign)
    signs = {pair[1] for pair in pairs}
    quotable = len(signs) == 1 and not _QUOTES & set(sentence)
    text = sentence
    for whole, _, words in pairs:
        text = text.replace(whole, f"«{words}»" if quotable else words, 1)
    first, last = _FIRST.match(text), _LAST.search(text)
    before, after = first[0] if first else "", last[0] if last else ""
    text = text[len(before) : len(text) - len(after)]
    return Emphasised(text, before, after, signs.pop() if quotable else "")


def _pairs(sentence: str) -> list[tuple[str, str, str]]:
    """With their signs, the signs, and without: the emphasised words outside of code."""
    code = [range(*match.span()) for match in ENCLOSED.finditer(sentence)]
    return [
        (match[0], match[1], match[2])
        for match in _PAIR.finditer(sentence)
        if _PERSIAN.search(match[2]) and not any(match.start() in inside for inside in code)
    ]
