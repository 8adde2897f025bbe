"""Which sentences a good translation would teach most: sheets for translators.

    python -m training.translation.wanted --data DATA --language fa --out checkpoints/translation/wanted-fa

writes sheets of `SHEET` sentences of the modern monolingual text in that language, `digest TAB sentence`, the
most telling first, for large language models to translate into the other. A sentence tells much if its words
are frequent in that text and rare in the pairs at hand, those of the sentences chosen before it included;
Persian words that no lexicon has, mostly names of the day's news, count little, English names nothing.
"""

import argparse
import heapq
import lzma
import math
import re
from argparse import RawDescriptionHelpFormatter
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from engine.translation.form import source_form, target_form
from training.digest import digest
from training.translation.cleaning import Overlap, key
from training.translation.parts import parts
from training.translation.sources import MONOLINGUAL, development_pairs, sources
from training.translation.translated import translated

SHEET = 100
_LENGTHS = range(40, 321)
_LEAST_PERSIAN = 0.75
"""Share of a line's code points that are Persian letters."""
_REAL_WORD = 4
"""A word seen less often may be a slip."""
_UNLISTED = 0.2
"""Worth of a Persian word outside the lexicon, where a listed one has 1."""
_SHORT = 6
"""Added to the number of words that the worth of a sentence is divided by, so that scraps do not win."""

_WHOLE = re.compile(r"[^@#/<>|*=\\_]+[.!?]\"?")
_PERSIAN = re.compile(r"[ء-غف-يپچژکگی]")
_PARTICLE = re.compile(r"\b(?:از|را|که|در|با|این|است|می|برای)\b")
"""One of these is in nearly every Persian sentence and in no Arabic one, of which the text has some."""
_ENGLISH = re.compile(r"[\"A-Z][ -~‘’“”–—]*[a-z][ -~‘’“”–—]*")


def _is_persian(text: str) -> bool:
    letters = len(_PERSIAN.findall(text))
    return _PARTICLE.search(text) is not None and letters >= _LEAST_PERSIAN * len(text)


def _is_english(text: str) -> bool:
    return _ENGLISH.fullmatch(text) is not None


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two languages."""

    column: int
    """Of a pair."""
    form: Callable[[str], str]
    fits: Callable[[str], bool]
    """Whether a sentence in this form is prose in the language."""
    word: re.Pattern[str]
    lexicon: str | None = None
    """File of the data folder outside of which words have `_UNLISTED`; none if all count alike."""

    def words(self, text: str) -> set[str]:
        """The words of a text, each once."""
        return set(self.word.findall(self.form(text)))

    def sentences(self, lines: Iterable[str]) -> Iterator[str]:
        """Whole sentences among the lines and within the long ones as they stand there, each once."""
        seen = set()
        for text in (sentence for line in lines for sentence in parts(line.strip())):
            form = self.form(text)
            whole = len(form) in _LENGTHS and _WHOLE.fullmatch(form) and self.fits(form)
            if whole and key(form) not in seen:
                seen.add(key(form))
                yield text


SIDES = {
    "fa": Side(0, source_form, _is_persian, re.compile(r"[^\W\d_]+"), "reading/zaya_lexicon.tsv"),
    "en": Side(1, target_form, _is_english, re.compile(r"\b[a-z]+\b")),
}


def ranked(
    candidates: Iterable[str],
    known: Counter[str],
    words: Callable[[str], set[str]],
    weight: Callable[[str], float],
    most: int,
) -> Iterator[str]:
    """The candidates that teach most, best first; `known` counts words of pairs and is changed.

    Args:
        words: of a candidate.
        weight: what a word counts beside others as frequent.
    """
    texts = list(candidates)
    content = [words(text) for text in texts]
    frequency = Counter(word for found in content for word in found)
    full = {word: math.log(count) * weight(word) for word, count in frequency.items() if count >= _REAL_WORD}

    def worth(index: int) -> float:
        gains = (full.get(word, 0.0) / (1 + known[word]) for word in content[index])
        return sum(gains) / (len(content[index]) + _SHORT)

    queue = [(-worth(index), index) for index in range(len(texts))]
    heapq.heapify(queue)
    while queue and most > 0:
        _, index = heapq.heappop(queue)
        now = worth(index)  # less than when it was queued, if its words have been met since
        if queue and now < -queue[0][0]:
            heapq.heappush(queue, (-now, index))
            continue
        known.update(content[index])
        most -= 1
        yield texts[index]


def wanted(data: Path, language: str, most: int) -> Iterator[str]:
    """Sentences without a translation that are no dev sentence, best first."""
    side = SIDES[language]
    paired: set[str] = set()
    known: Counter[str] = Counter()
    for source in sources(data):
        for pair in source.pairs():
            paired.add(key(side.form(pair[side.column])))
            known.update(side.words(pair[side.column]))
    held_out = Overlap(side.form(pair[side.column]) for pair in development_pairs(data))
    for other in SIDES.keys() - {language}:
        for answer in translated(other).values():
            known.update(side.words(answer))
    done = translated(language)
    free = []
    with lzma.open(data / MONOLINGUAL[language], "rt", encoding="utf-8") as lines:
        for text in side.sentences(lines):
            if digest(text) in done:
                known.update(side.words(text))
            elif key(side.form(text)) not in paired and side.form(text) not in held_out:
                free.append(text)
    return ranked(free, known, side.words, _weight(data, side), most)


def _weight(data: Path, side: Side) -> Callable[[str], float]:
    if side.lexicon is None:
        return lambda word: 1.0
    lexicon = (data / side.lexicon).read_text(encoding="utf-8").splitlines()
    listed = {source_form(line.partition("\t")[0]) for line in lexicon}
    return lambda word: 1.0 if word in listed else _UNLISTED


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--language", choices=SIDES, required=True)
    parser.add_argument("--out", type=Path, required=True, help="folder of the sheets")
    parser.add_argument("--sentences", type=int, default=40_000)
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    chosen = wanted(arguments.data, arguments.language, arguments.sentences)
    rows = [f"{digest(text)}\t{text}\n" for text in chosen]
    for first in range(0, len(rows), SHEET):
        sheet = arguments.out / f"{first // SHEET:04}.tsv"
        sheet.write_text("".join(rows[first : first + SHEET]), encoding="utf-8")


if __name__ == "__main__":
    main()
