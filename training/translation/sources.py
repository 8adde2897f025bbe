"""Which files of the data are used, how often, and under which licence.

`REPEATS` says how many times a pair of a file is drawn in one pass over the data (0.25: every fourth pass).
The longest matching path wins. General prose that was translated by hand carries the model; software
documentation, of which there is plenty, is drawn seldom, since a text of a user is hardly ever a manual.
Articles, everyday text and plain talk written for this project, of the kinds that the rest hold little of,
are drawn four, six and twelve times, English prose translated for it twice, the press half: translations of
the press that the translator never saw have the loss of those that it saw many times.
"""

import lzma
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from training.articles import ORIGIN

MONOLINGUAL = {"fa": "mono/fa/modern.txt.xz", "en": "mono/en/modern.txt.xz"}
"""Text of the data folder without a translation, by its language."""

REPEATS = {
    "gold": 1.0,
    "gold/press": 0.5,
    "gold/tatoeba": 0.5,
    "gold/articles": 4.0,
    "gold/everyday": 6.0,
    "gold/plain": 12.0,
    "gold/translated-en": 2.0,
    "gold/translated-fa": 0.5,
    "human": 0.5,
    "human/bloc-docs": 0.1,
    "human/farsick": 0.1,
    "human/javascript-info": 0.15,
    "human/nosrat-lessons": 0.1,
    "human/stellarium-skycultures": 0.0,
    "human/tails": 0.25,
    "human/vite-docs": 0.1,
    "human/vitepress-docs": 0.1,
    "human/vue-docs": 0.1,
    "machine": 0.1,
    "machine/3b1b-mt": 0.5,
    "machine/abrilingo": 0.3,
    "machine/gnosis-books": 0.25,
    "machine/openclaw-docs": 0.02,
    "machine/persian-arc": 0.5,
    "machine/qqp-sample": 0.5,
    "interface": 0.02,
    "dictionary": 0.1,
    "dictionary/dict-countries": 1.0,
    "dictionary/names": 0.5,
    "dictionary/wiktionary-fa-en": 0.25,
    "scripture": 0.02,
    "noisy": 0.0,
    "back": 0.75,
}

_OPEN_LICENCES = ("ours", "MIT", "Apache-2.0", "BSD-3", "CC-BY", "CC0", "MPL-2.0", "UN public", "GPL", "LGPL")
_CLOSED_WORDS = ("NC", "none stated", "see repo", "per project", "copyrighted", "(c)", "non-commercial")


@dataclass(frozen=True, slots=True)
class Source:
    """One file of pairs."""

    name: str
    """Path below the translation folder without ending, such as `gold/press`."""
    path: Path
    licence: str
    origin: str
    repeats: float
    """Expected draws of one pair in one pass."""

    @property
    def tagged(self) -> bool:
        """Whether a model wrote the Persian side, which the translator is to be told."""
        return self.name.startswith("back/")

    @property
    def trusted(self) -> bool:
        """Whether the pairs were made for this project, so that only plain faults are dropped."""
        return self.name.startswith("gold/")

    def pairs(self) -> Iterator[tuple[str, str]]:
        """Persian and English of each line, as stored."""
        opened = lzma.open if self.path.suffix == ".xz" else open
        with opened(self.path, "rt", encoding="utf-8") as lines:
            for line in lines:
                persian, tab, english = line.rstrip("\n").partition("\t")
                if tab:
                    yield persian, english


def is_open(licence: str) -> bool:
    """Whether the licence lets anybody use and change the data, also in commerce."""
    return licence.startswith(_OPEN_LICENCES) and not any(word in licence for word in _CLOSED_WORDS)


def repeats_of(name: str) -> float:
    """Draws in one pass of the pairs of this file, by the longest matching path."""
    return REPEATS.get(name, REPEATS[name.partition("/")[0]])


def sources(data: Path, licences: str = "all") -> list[Source]:
    """The files to train on, hand-made ones first (the first of two equal pairs is the one kept).

    Args:
        data: the folder that holds `translation/SOURCES.tsv`.
        licences: `all`, or `open` to leave out research-only, non-commercial and unstated ones.
    """
    folder = data / "translation"
    table = (folder / "SOURCES.tsv").read_text(encoding="utf-8").splitlines()[1:]
    found = []
    for line in table:
        file, _, licence, origin = line.split("\t")
        name = file.removesuffix(".tsv.xz")
        if repeats_of(name) > 0 and (licences == "all" or is_open(licence)):
            found.append(Source(name, folder / file, licence, origin, repeats_of(name)))
    kinds = list(REPEATS)
    return sorted(found, key=lambda source: kinds.index(source.name.partition("/")[0]))


_SAID_OF = {"fa": "ours; of the Persian none stated", "en": "ours; of the English none stated"}


def newly_translated(path: Path, language: str) -> Source:
    """What `training.translation.translated` holds of sentences in this language, joined with them."""
    text = MONOLINGUAL[language].removesuffix(".txt.xz")
    origin = f"{text}, translated for this project by large language models, sentence by sentence"
    name = f"gold/translated-{language}"
    return Source(name, path, _SAID_OF[language], origin, repeats_of(name))


def written(path: Path, name: str) -> Source:
    """The sentences to train on of a set of `training.articles`."""
    return Source(f"gold/{name}", path, "ours", ORIGIN, repeats_of(f"gold/{name}"))


def back_translated(path: Path) -> Source:
    """What `training.translation.backtranslate` wrote."""
    origin = "mono/en/modern, its Persian written by an English-to-Persian model of this project"
    return Source("back/modern", path, "none stated", origin, repeats_of("back/modern"))


def development_pairs(data: Path) -> list[tuple[str, str]]:
    """FLORES-200 dev, Persian and English: for choosing, never for training."""
    text = (data / "translation" / "flores-dev" / "dev.fa-en.tsv").read_text(encoding="utf-8")
    return [(persian, english) for persian, english in (line.split("\t") for line in text.splitlines())]
