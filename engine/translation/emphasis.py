"""Emphasis as it is typed: *so*, **so**, _so_ or ~~so~~, round a whole sentence or some words of it.

Signs round a whole sentence, or at one end of it, stand aside while it is translated, and so do quotation
marks round a whole sentence. Emphasised words are translated as a quotation, which the model knows, and get
their signs back if it comes out as one.
"""

import re
from dataclasses import dataclass

from engine.text.chars import PERSIAN_LETTERS
from engine.translation.preserve import ADDRESS, ENCLOSED

_SIGN = r"(\*{1,3}|_{1,3}|~~)"
_PAIR = re.compile(rf"(?<![\w*_~]){_SIGN}(?=[^\s*_~])((?:(?!\1).)*?(?<=[^\s*_~]))\1(?![*_~])", re.DOTALL)
_FIRST = re.compile(rf"{_SIGN}(?=[^\s*_~])")
_LAST = re.compile(rf"(?<=[^\s*_~]){_SIGN}\Z")
_SIGNLESS = re.compile(rf"{ENCLOSED.pattern}|(?:{ADDRESS.pattern})(?<![*_~])", re.DOTALL)
"""Code and addresses, where the signs are no emphasis; those at the end of an address may be."""
_PERSIAN = re.compile(f"[{PERSIAN_LETTERS}]")
_QUOTES = frozenset("«»“”\"'")
_QUOTED = re.compile(r"[«“\"](?P<words>[^«»“”\"]+)[»”\"](?P<stop>[.!؟]?)")
_STOPPED = re.compile(r"(.*?)([:،؛.]?)\Z", re.DOTALL)


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
    if quoted := _QUOTED.fullmatch(sentence):
        inner = emphasised(quoted["words"] + quoted["stop"])
        return Emphasised(inner.text, '"' + inner.before, inner.after + '"', inner.sign)
    pairs = _pairs(sentence)
    if len(pairs) == 1 and pairs[0].span() == (0, len(sentence)):
        sign = pairs[0][1]
        inner = emphasised(sentence[len(sign) : -len(sign)])
        return Emphasised(inner.text, sign + inner.before, inner.after + sign, inner.sign)
    signs = {pair[1] for pair in pairs}
    quotable = len(signs) == 1 and not _QUOTES & set(sentence)
    pieces, at = [], 0
    for pair in pairs:
        words = sentence[slice(*pair.span(2))]
        pieces += [
            sentence[at : pair.start()],
            _STOPPED.sub(r"«\1»\2", words, count=1) if quotable else words,
        ]
        at = pair.end()
    text = "".join([*pieces, sentence[at:]])
    first, last = _FIRST.match(text), _LAST.search(text)
    before, after = first[0] if first else "", last[0] if last else ""
    text = text[len(before) : len(text) - len(after)]
    return Emphasised(text, before, after, signs.pop() if quotable else "")


def _pairs(sentence: str) -> list[re.Match[str]]:
    """Where words are emphasised: the whole with its signs, the sign (1) and the words (2)."""
    masked = _SIGNLESS.sub(lambda kept: "`" * len(kept[0]), sentence)
    return [pair for pair in _PAIR.finditer(masked) if _PERSIAN.search(sentence, *pair.span(2))]
