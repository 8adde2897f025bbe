"""What shipped weights are worth on FLORES-200 dev and on held-out sentences of `training.articles`: scores,
refusals, speed, through the whole engine.

python -m training.translation.measure --data DATA --weights weights
"""

import argparse
import re
import time
from argparse import RawDescriptionHelpFormatter
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import torch

from engine.translation.form import source_form, target_form
from engine.translation.translator import Translator
from training.articles import SETS, held_out
from training.translation.evaluate import Scores, score
from training.translation.sources import development_pairs

_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
_SHORT = 0.6
"""A translation with fewer words than this share of the reference's has left something out."""


@dataclass(frozen=True, slots=True)
class Measures:
    """Results on a set of sentences.

    Attributes:
        scores: BLEU and chrF++; a refused sentence counts with the best candidate there was.
        refused: share of sentences for which the engine would raise service_unavailable.
        doubtful: share of sentences that kept a fault, refused ones included.
        omissions: share of sentences under 0.6 of the reference's words, or losing a number of the source.
        seconds: of translating them all, weights loaded.
        processor_seconds: the same as all threads together were busy, whatever else the machine did.
    """

    scores: Scores
    refused: float
    doubtful: float
    omissions: float
    seconds: float
    processor_seconds: float

    def __str__(self) -> str:
        return (
            f"{self.scores}\nrefused {self.refused:.2%}, doubtful {self.doubtful:.2%}, "
            f"omissions {self.omissions:.2%}, {self.scores.sentences / self.seconds:.1f} sentences/s, "
            f"{self.scores.sentences / self.processor_seconds:.1f} in a processor second"
        )


def measure(translator: Translator, pairs: list[tuple[str, str]]) -> Measures:
    """Translate the Persian sides and compare with the English ones."""
    started, busy = time.perf_counter(), time.process_time()
    found = translator.candidates([persian for persian, _ in pairs])
    seconds, processor_seconds = time.perf_counter() - started, time.process_time() - busy
    best = [found[persian] for persian, _ in pairs]
    texts = [candidate.text for candidate in best]
    return Measures(
        scores=score(texts, [english for _, english in pairs]),
        refused=sum(candidate.rank[0] for candidate in best) / len(best),
        doubtful=sum(bool(candidate.faults) for candidate in best) / len(best),
        omissions=omissions(pairs, texts),
        seconds=seconds,
        processor_seconds=processor_seconds,
    )


def omissions(pairs: list[tuple[str, str]], translations: list[str]) -> float:
    """Share of translations that are much shorter than the reference or lose a number that it kept."""
    lost = 0
    for (persian, english), translation in zip(pairs, translations, strict=True):
        short = len(translation.split()) < _SHORT * len(english.split())
        # Only numbers that a person carried over are asked for: a reference may convert or spell out others.
        asked = Counter(_NUMBER.findall(source_form(persian))) & Counter(
            _NUMBER.findall(target_form(english))
        )
        lost += short or bool(asked - Counter(_NUMBER.findall(target_form(translation))))
    return lost / len(pairs)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--weights", type=Path, default=Path("weights"))
    parser.add_argument("--device", default=None)
    parser.add_argument("--threads", type=int, default=torch.get_num_threads())
    parser.add_argument("--first", type=int, default=None, help="only this many sentences")
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.threads)
    pairs = development_pairs(arguments.data)[: arguments.first]
    translator = Translator(arguments.weights, arguments.device)
    print(measure(translator, pairs))
    for name in SETS:
        print(f"\nheld out, {name}\n{measure(translator, held_out(name)[: arguments.first])}")
    for peer in sorted((arguments.data / "translation" / "flores-dev" / "peers").glob("*.en")):
        lines = peer.read_text(encoding="utf-8").splitlines()[: arguments.first]
        print(
            f"\n{peer.stem}\n{score(lines, [en for _, en in pairs])}\nomissions {omissions(pairs, lines):.2%}"
        )


if __name__ == "__main__":
    main()
