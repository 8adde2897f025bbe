"""The sources of the tagger's data, each with its file, licence and the reader of its notation."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from engine.reading.encoding import Encoded, encode, mark_bits
from engine.reading.labels import LABEL_IDS, LABELS
from engine.text.chars import ZWNJ
from engine.text.normalize import normalize
from training import articles
from training.reading.marked import ezafes_apart, read_marked
from training.reading.pairing import UNKNOWN, WordTarget, pair, phoneme_words, read_word
from training.reading.targets import Example, LabelSets


@dataclass
class Report:
    """What a source gave: words read and words rejected, with the first few rejects."""

    words: int = 0
    rejected: int = 0
    sentences: int = 0
    dropped: int = 0
    rejects: list[str] = field(default_factory=list)

    def reject(self, what: str) -> None:
        self.rejected += 1
        if len(self.rejects) < 200:
            self.rejects.append(what)


@dataclass(frozen=True)
class Source:
    """One source.

    Attributes:
        name: as in reports and the manifest.
        file: path below the data folder, or an absolute one.
        licence: under which it may be used.
        open: whether a build of open licences only may use it.
        weight: how often an example is drawn in a pass, beside 1 for sentences written for this project.
        late: the same for the last part of the training, which ends on the cleanest source.
    """

    name: str
    file: str
    licence: str
    open: bool
    weight: float
    late: float


WRITTEN: Final = Path(__file__).with_name("written.tsv")
"""Sentences around homographs with their phonemes, kept beside this file."""

SOURCES: Final = (
    Source(
        "sentences",
        "reading/sentences.train.tsv",
        "written for this project; part annotates HomoRich (CC0)",
        True,
        1.5,
        3.0,
    ),
    Source("updt", "reading/updt.train.txt", "Apache-2.0", True, 0.7, 0.35),
    Source("farsdat", "reading/farsdat.tsv", "MIT (GE2PE)", True, 0.7, 0.5),
    Source("homographs_human", "reading/homographs_human.tsv", "CC0 (HomoRich)", True, 1.5, 1.5),
    Source("homographs_llm", "reading/homographs_llm.tsv", "CC0 (HomoRich)", True, 1.5, 1.5),
    Source("bijankhan", "reading/bijankhan.train.tsv", "research use (Bijankhan corpus)", False, 0.4, 0.2),
    Source("zaya", "reading/zaya_lexicon.tsv", "published free of charge, no licence text", False, 0.5, 0.25),
    Source("wiktionary", "reading/wiktionary_romanised.tsv", "CC BY-SA 4.0", True, 0.4, 0.2),
    Source("written", str(WRITTEN), "written for this project by large language models", True, 6.0, 3.0),
    Source("articles", str(articles.file_of("articles")), articles.ORIGIN, True, 1.0, 0.5),
    Source("everyday", str(articles.file_of("everyday")), articles.ORIGIN, True, 2.0, 1.0),
    Source("plain", str(articles.file_of("plain")), articles.ORIGIN, True, 1.0, 0.5),
)

SELF: Final = Source("self", "", "as the unlabelled text it labels", False, 0.6, 0.4)
"""What trained taggers say of unlabelled text (`training.reading.selftrain`)."""

JUDGED: Final = Source("judged", "", "labels made for this project, of text as unlabelled", False, 1.0, 0.5)
"""Unlabelled lines in which readers decided what a tagger doubted (`training.reading.judged`)."""

DRAWN: Final = (*SOURCES, SELF, JUDGED)
"""All sources that training draws from; a source's number is its place here."""

LEXICA: Final = frozenset(("zaya", "wiktionary"))
"""Sources of single words."""


def lines(path: Path) -> list[list[str]]:
    """The rows of a tab-separated file."""
    return [line.split("\t") for line in path.read_text(encoding="utf-8").rstrip("\n").split("\n")]


def letters_of(word: str) -> str:
    """The letters of a segment's word, non-joiners left out."""
    return word.replace(ZWNJ, "")


def example(
    encoded: Encoded, targets: list[WordTarget], sets: LabelSets, source: str, loose: bool = False
) -> Example:
    """An example from one target for each segment.

    Args:
        loose: the source writes `o` for `ow`: a و that seems silent after o may be its glide.
    """
    known = [0] * len(encoded.text)
    ezafe = [-1] * len(encoded.text)
    for segment, target in zip(encoded.segments, targets, strict=True):
        places = [i for i in range(segment.start, segment.end) if encoded.text[i] != ZWNJ]
        ezafe[segment.end - 1] = target.ezafe if segment.word else 0
        if target.labels is None:
            continue
        before = None
        for i, label in zip(places, target.labels, strict=True):
            maybe_glide = (
                loose and encoded.text[i] == "و" and before is not None and LABELS[before].nucleus == "o"
            )
            silent = LABELS[label].sound == ""
            known[i] = sets.number((label, LABEL_IDS["w", ""]) if maybe_glide and silent else (label,))
            before = label
    return Example(encoded.text, [mark_bits(m) for m in encoded.marks], known, ezafe, source)


def targets_of(encoded: Encoded, phonemes: str, report: Report) -> list[WordTarget] | None:
    """Targets of a transcribed sentence, one for each segment; None if too little of it aligns."""
    persian = [s for s in encoded.segments if s.word]
    spelled = [
        letters_of(s.word) if s.word else "" for s in encoded.segments if s.word or _is_read(encoded, s.start)
    ]
    found = pair(spelled, phoneme_words(phonemes))
    words = iter([t for w, t in zip(spelled, found, strict=True) if w])
    targets = [next(words) if s.word else UNKNOWN for s in encoded.segments]
    failed = 0
    for segment, target in zip(encoded.segments, targets, strict=True):
        if segment.word:
            report.words += 1
            if target.labels is None:
                failed += 1
                report.reject(f"{segment.word} in: {encoded.text[:60]} | {phonemes[:60]}")
    if failed * 4 > len(persian):
        report.dropped += 1
        return None
    return targets


def _is_read(encoded: Encoded, at: int) -> bool:
    """Whether a segment that is no Persian word is read aloud (digits and foreign letters are)."""
    return encoded.text[at].isalnum()


def transcribed(path: Path, source: str, sets: LabelSets, report: Report) -> Iterator[Example]:
    """sentence TAB phonemes [...]"""
    for row in lines(path):
        encoded = encode(normalize(respaced(row[0])).text)
        report.sentences += 1
        targets = targets_of(encoded, row[1], report)
        if targets is not None:
            yield example(encoded, targets, sets, source, loose=source == "farsdat")


def respaced(text: str) -> str:
    """Tokenised text with its punctuation set as people write it."""
    text = re.sub(r"\s+([.،؛:!؟»)\]])", r"\1", text)
    return re.sub(r"([«(\[])\s+", r"\1", re.sub(r"[ \t]+", " ", text)).strip()


def labelled_word(path: Path, source: str, sets: LabelSets, report: Report) -> Iterator[Example]:
    """word TAB reading TAB sentence: a label for every occurrence of one word."""
    for row in lines(path):
        if len(row) < 3:
            continue
        encoded = encode(normalize(row[2]).text)
        word = letters_of(normalize(row[0]).text)
        target = read_word(word, row[1].replace("'", "?"))
        report.words += 1
        report.sentences += 1
        if target.labels is None or not any(letters_of(s.word) == word for s in encoded.segments):
            report.reject(f"{row[0]} {row[1]} in: {row[2][:60]}")
            continue
        partial = WordTarget(target.labels, -1)
        targets = [partial if s.word and letters_of(s.word) == word else UNKNOWN for s in encoded.segments]
        yield example(encoded, targets, sets, source, loose=True)


def ezafe_corpus(path: Path, source: str, sets: LabelSets, report: Report) -> Iterator[Example]:
    """word TAB tag, blank line between sentences: ezafe alone; three neighbouring sentences make one text."""
    sentence: list[tuple[str, int]] = []
    block: list[tuple[str, int]] = []
    held = 0
    for row in [*lines(path), [""]]:
        if len(row) >= 2:
            sentence.append((normalize(row[0]).text, int(row[1].endswith("_GEN"))))
            continue
        block += sentence
        held += 1
        if block and (held == 3 or (row == [""] and len(block) > 60)):
            report.sentences += held
            yield from _ezafe_example(block, source, sets, report)
            block, held = [], 0
        sentence = []
    if block:
        yield from _ezafe_example(block, source, sets, report)


def _ezafe_example(
    tokens: list[tuple[str, int]], source: str, sets: LabelSets, report: Report
) -> Iterator[Example]:
    text = ""
    ends: dict[int, int] = {}  # code point after a token -> its ezafe
    for word, ezafe in tokens:
        glued = not text or re.fullmatch(r"[.،؛:!؟»)\]]", word) is not None or text[-1] in "«(["
        text += word if glued else " " + word
        ends[len(text)] = ezafe
    encoded = encode(text)
    if len(encoded.text) != len(text):  # marks in the corpus: rare, positions would move
        report.dropped += 1
        return
    targets = []
    for s in encoded.segments:
        known = ends.get(s.end, -1)
        report.words += 1
        if s.word and known < 0:
            report.reject(s.word)
        targets.append(WordTarget(None, known))
    yield example(encoded, targets, sets, source)


def ezafe_marked(_: Path, source: str, sets: LabelSets, report: Report) -> Iterator[Example]:
    """The sentences to train on of a set of `training.articles`: ezafe alone, that of every word."""
    for persian, _ in articles.taught(source):
        encoded, ends = ezafes_apart(persian)
        report.sentences += 1
        report.words += sum(s.word != "" for s in encoded.segments)
        targets = [WordTarget(None, int(s.end in ends)) for s in encoded.segments]
        yield example(encoded, targets, sets, source)


def vowelled(path: Path, source: str, sets: LabelSets, report: Report) -> Iterator[Example]:
    """Sentences with hand-added marks."""
    for row in lines(path):
        report.sentences += 1
        found = read_marked(encode(normalize(respaced(row[0])).text), sets, source)
        if found is None:
            report.dropped += 1
            continue
        report.words += sum(e >= 0 for e in found.ezafe)
        yield found


_ROMAN: Final = (
    ("sh", "S"), ("š", "S"), ("zh", "Z"), ("ž", "Z"), ("ch", "C"), ("č", "C"), ("kh", "x"), ("gh", "q"),
    ("ğ", "q"), ("â", "A"), ("ā", "A"), ("á", "a"), ("é", "e"), ("í", "i"), ("ī", "i"), ("ū", "u"),
    ("ú", "u"), ("ó", "o"), ("ô", "o"), ("ʾ", "?"), ("ʿ", "?"), ("’", "?"), ("'", "?"), ("`", "?"),
)  # fmt: skip


def lexicon(path: Path, source: str, sets: LabelSets, report: Report) -> Iterator[Example]:
    """word TAB reading; a word with two readings is left to the sentences that tell them apart."""
    rows = [row for row in lines(path) if len(row) >= 2]
    count = Counter(row[0] for row in rows)
    texts: list[tuple[Encoded, list[WordTarget]]] = []
    for row in rows:
        phonemes = row[1]
        if source == "wiktionary":
            phonemes = phonemes.lower()
            for roman, phoneme in _ROMAN:
                phonemes = phonemes.replace(roman, phoneme)
            phonemes = re.sub(r"-(?!y?e\b)", "", phonemes)
        if count[row[0]] > 1:
            continue
        encoded = encode(normalize(row[0]).text)
        persian = [s for s in encoded.segments if s.word]
        report.words += len(persian)
        if len(persian) != len(encoded.segments) or not persian:
            continue
        targets = pair([letters_of(s.word) for s in persian], phoneme_words(phonemes))
        if any(t.labels is None for t in targets):
            report.reject("\t".join(row[:2]))
            continue
        inner = [WordTarget(t.labels, t.ezafe) for t in targets[:-1]]
        texts.append((encoded, [*inner, WordTarget(targets[-1].labels, -1)]))
    for encoded, targets in texts:
        yield example(encoded, targets, sets, source, loose=True)


READERS: Final = {
    "sentences": transcribed,
    "farsdat": transcribed,
    "updt": vowelled,
    "homographs_human": labelled_word,
    "homographs_llm": labelled_word,
    "bijankhan": ezafe_corpus,
    "zaya": lexicon,
    "wiktionary": lexicon,
    "written": transcribed,
    **dict.fromkeys(articles.SETS, ezafe_marked),
}
