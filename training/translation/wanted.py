"""Which Persian sentences a good translation would teach most: sheets for translators.

    python -m training.translation.wanted --data DATA --out checkpoints/translation/wanted

writes sheets of `SHEET` sentences of the modern monolingual text, `digest TAB sentence`, the most telling
first, for large language models to translate. A sentence tells much if its words are frequent in that text
and rare in the pairs at hand, those of the sentences chosen before it included; words that no lexicon has,
mostly names of the day's news, count little.
"""

import argparse
import heapq
import lzma
import math
import re
from argparse import RawDescriptionHelpFormatter
from collections import Counter
from collections.abc import Container, Iterable, Iterator
from pathlib import Path

from engine.translation.form import source_form
from training.digest import digest
from training.translation.cleaning import Overlap, key
from training.translation.sources import MONOLINGUAL, development_pairs, sources
from training.translation.translated import translated

SHEET = 100
_LEXICON = "reading/zaya_lexicon.tsv"
_WORD = re.compile(r"[^\W\d_]+")
_SENTENCE = re.compile(r"[^@#/<>|*=\\_]+[.!?]\"?")
_LENGTHS = range(40, 221)
_LEAST_PERSIAN = 0.75
"""Share of a line's code points that are Persian letters."""
_REAL_WORD = 4
"""A word seen less often may be a slip."""
_PERSIAN = re.compile(r"[ء-غف-يپچژکگی]")
_PARTICLE = re.compile(r"\b(?:از|به|را|که|در|با|این|است|می|برای)\b")
"""One of these is in nearly every Persian sentence and in no Arabic one, of which the text has some."""
_UNLISTED = 0.2
"""Worth of a word outside the lexicon, where a listed one has 1."""
_SHORT = 6
"""Added to the number of words that the worth of a sentence is divided by, so that scraps do not win."""


def sentences(data: Path) -> Iterator[str]:
    """Whole sentences of the monolingual text as they stand there, each once."""
    seen = set()
    with lzma.open(data / MONOLINGUAL, "rt", encoding="utf-8") as lines:
        for line in lines:
            text = line.strip()
            form = source_form(text)
            whole = len(form) in _LENGTHS and _SENTENCE.fullmatch(form) and _PARTICLE.search(form)
            if whole and len(_PERSIAN.findall(form)) >= _LEAST_PERSIAN * len(form) and key(form) not in seen:
                seen.add(key(form))
                yield text


def words(text: str) -> set[str]:
    """The words of a text, each once."""
    return set(_WORD.findall(source_form(text)))


def ranked(
    candidates: Iterable[str], known: Counter[str], lexicon: Container[str], most: int
) -> Iterator[str]:
    """The candidates that teach most, best first; `known` counts words of pairs and is changed."""
    texts = list(candidates)
    content = [words(text) for text in texts]
    frequency = Counter(word for found in content for word in found)
    full = {
        word: math.log(count) * (1 if word in lexicon else _UNLISTED)
        for word, count in frequency.items()
        if count >= _REAL_WORD
    }

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


def wanted(data: Path, most: int) -> Iterator[str]:
    """Sentences without a translation that are no dev sentence, best first."""
    paired: set[str] = set()
    known: Counter[str] = Counter()
    for source in sources(data):
        for persian, _ in source.pairs():
            paired.add(key(source_form(persian)))
            known.update(words(persian))
    held_out = Overlap(source_form(persian) for persian, _ in development_pairs(data))
    done = translated()
    free = []
    for text in sentences(data):
        if digest(text) in done:
            known.update(words(text))
        elif key(source_form(text)) not in paired and source_form(text) not in held_out:
            free.append(text)
    lexicon = (data / _LEXICON).read_text(encoding="utf-8").splitlines()
    return ranked(free, known, {source_form(line.partition("\t")[0]) for line in lexicon}, most)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path, default=Path("checkpoints/translation/wanted"))
    parser.add_argument("--sentences", type=int, default=40_000)
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    rows = [f"{digest(text)}\t{text}\n" for text in wanted(arguments.data, arguments.sentences)]
    for first in range(0, len(rows), SHEET):
        sheet = arguments.out / f"{first // SHEET:04}.tsv"
        sheet.write_text("".join(rows[first : first + SHEET]), encoding="utf-8")


if __name__ == "__main__":
    main()
