"""Words of a sentence to the words of its phonemes, which need not be split alike.

`آب ها` may stand beside `AbhA`, `درحالیکه` beside `dar hAli ke`, a number beside the words that read it.
Moves of one to three words on either side are tried, cheapest first; words whose letters fit no phonemes are
rejected.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from engine.reading.align import align

_EZAFE: Final = re.compile(r"-(ye|e)$")
_CLEAN: Final = re.compile(r"[^A-Za-z?' -]")
_MOVES: Final = ((1, 1), (1, 2), (2, 1), (1, 3), (3, 1), (2, 2), (2, 3), (3, 2))
_MOVE_COST: Final = 0.6
_REJECT_COST: Final = 2.5


@dataclass(frozen=True)
class WordTarget:
    """What is known of one word: a label for each letter (None: nothing), ezafe 1, 0 or -1 (unknown)."""

    labels: tuple[int, ...] | None
    ezafe: int


UNKNOWN: Final = WordTarget(None, -1)


def phoneme_words(phonemes: str) -> list[str]:
    """The words of a phonemic transcription, punctuation and capitals of no meaning taken out."""
    plain = _CLEAN.sub(" ", phonemes).replace("'", "?").replace(" -", "-")
    return [word for word in (w.strip("-") for w in plain.split()) if word.strip("?-")]


def read_word(letters: str, phonemes: str) -> WordTarget:
    """Aligns a written word with its phonemes, ezafe included; inner hyphens are ezafe inside a compound."""
    ezafe = 1 if _EZAFE.search(phonemes) else 0
    stem = _EZAFE.sub("", phonemes).replace("-", "")
    if ezafe and phonemes.endswith("-ye") and letters.endswith("ی") and stem[-1:] in tuple("Auoe"):
        labels = align(letters, stem + "y")  # the written ی of هوای: its own sound, whatever the ezafe
        if labels is not None:
            return WordTarget(labels, ezafe)
    return WordTarget(align(letters, stem), ezafe)


def pair(words: list[str], phonemes: list[str]) -> list[WordTarget]:
    """A target for each written word.

    Args:
        words: the letters of each Persian word; "" for a word that is not Persian (a number, Latin).
        phonemes: the words of the transcription.
    """
    if len(words) == len(phonemes):
        direct = [read_word(w, p) if w else UNKNOWN for w, p in zip(words, phonemes, strict=True)]
        failed = sum(t.labels is None for t in direct)
        if failed <= max(1, len(words) // 12):
            return [t if t.labels is not None else UNKNOWN for t in direct]
    return _paired(words, phonemes)


def _paired(words: list[str], phonemes: list[str]) -> list[WordTarget]:
    n, m = len(words), len(phonemes)
    width = abs(n - m) + 6
    best: dict[tuple[int, int], float] = {(0, 0): 0.0}
    back: dict[tuple[int, int], tuple[int, int, list[WordTarget]]] = {}

    def relax(i: int, j: int, di: int, dj: int, cost: float, targets: list[WordTarget]) -> None:
        to = (i + di, j + dj)
        if cost < best.get(to, 1e9):
            best[to] = cost
            back[to] = (i, j, targets)

    for i in range(n + 1):
        for j in range(max(0, i - width), min(m, i + width) + 1):
            so_far = best.get((i, j))
            if so_far is None:
                continue
            if i < n and not words[i]:  # a number or Latin word takes any few words
                for taken in range(0, min(9, m - j) + 1):
                    relax(i, j, 1, taken, so_far + 0.3 + 0.1 * taken, [UNKNOWN])
                continue
            for di, dj in _MOVES:
                if i + di <= n and j + dj <= m and all(words[i : i + di]):
                    joined = _joined(words[i : i + di], phonemes[j : j + dj])
                    if joined is not None:
                        relax(i, j, di, dj, so_far + _MOVE_COST * (di + dj - 2), joined)
            if i < n and j < m:
                relax(i, j, 1, 1, so_far + _REJECT_COST, [UNKNOWN])
            if i < n:
                relax(i, j, 1, 0, so_far + _REJECT_COST, [UNKNOWN])
            if j < m:
                relax(i, j, 0, 1, so_far + _REJECT_COST, [])
    at = (n, m)
    if at not in best:
        return [UNKNOWN] * n
    targets: list[WordTarget] = []
    while at != (0, 0):
        i, j, found = back[at]
        targets = found + targets
        at = (i, j)
    return targets


def _joined(words: list[str], phonemes: list[str]) -> list[WordTarget] | None:
    """Targets of words read together: the last one carries the ezafe, the others have none."""
    inner = "".join(_EZAFE.sub(r"\1", p) for p in phonemes[:-1])
    whole = read_word("".join(words), inner + phonemes[-1])
    if whole.labels is None:
        return None
    targets: list[WordTarget] = []
    at = 0
    for n, word in enumerate(words):
        last = n == len(words) - 1
        targets.append(WordTarget(whole.labels[at : at + len(word)], whole.ezafe if last else 0))
        at += len(word)
    return targets
