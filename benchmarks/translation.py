"""Quality and speed of the shipped translator: `python -m benchmarks.translation --data DATA`.

FLORES-200 dev through the whole engine, beside the stored outputs of other translators for the same lines,
scored in the same run, on two CPU threads; `--threads 1` where another program keeps one of two cores busy,
since a second thread is waited for then. With the extra `ctranslate2`, the same weights run there too.
"""

import argparse
import statistics
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path

import torch

from benchmarks.report import Row, write
from engine.translation.own import BEAMS
from engine.translation.translator import Translator
from training.translation.evaluate import score
from training.translation.measure import measure, omissions
from training.translation.sources import development_pairs

SENTENCE = "وزیر آموزش و پرورش روز گذشته در نشست خبری گفت که مدرسه‌های شهر از هفته آینده دوباره باز خواهند شد."
"""Twenty words."""
SPEED = f"speed, beam {BEAMS}"
WORK = f"sentences in a processor second, beam {BEAMS}"
"""Comparable even where other programs kept the processor busy."""


def one_sentence(translator: Translator, runs: int = 9) -> float:
    """Median milliseconds of one sentence of twenty words, warm."""
    seconds = []
    for _ in range(runs + 2):
        started = time.perf_counter()
        translator.translate(SENTENCE)
        seconds.append(time.perf_counter() - started)
    return 1000 * statistics.median(seconds[2:])


def beside_ctranslate2(data: Path, weights: Path | None, ours: float) -> list[Row]:
    """The same weights through the same checks in CTranslate2, beside our sentences in a processor second."""
    if find_spec("ctranslate2") is None:
        print("CTranslate2 is absent: pip install 'persian-engine[ctranslate2]'")
        return []
    from engine.translation.brought.decoder import BroughtDecoder
    from engine.translation.brought.registry import examine
    from training.translation.to_ctranslate2 import export

    found = []
    pairs = development_pairs(data)
    for quantization in ("float32", "int8"):
        with tempfile.TemporaryDirectory() as folder:
            export(Path(folder), weights, quantization)
            theirs = measure(Translator(decoder=BroughtDecoder(examine(Path(folder)), "cpu")), pairs)
        work = len(pairs) / theirs.processor_seconds
        name = f"CTranslate2 {quantization}"
        found += [
            Row(f"{SPEED}, {name}", len(pairs) / theirs.seconds, "sentences/s", ""),
            Row(f"{WORK}, {name}", work, "", f"ours {ours / work:.2f} of it"),
            Row(f"BLEU, {name}", theirs.scores.bleu, "", "without the list of names"),
        ]
    return found


def rows(weights: Path | None, device: str, data: Path) -> list[Row]:
    """All figures, ours first."""
    translator = Translator(weights, device)
    pairs = development_pairs(data)
    references = [english for _, english in pairs]
    ours = measure(translator, pairs)
    found = [
        Row("BLEU, FLORES-200 dev", ours.scores.bleu, "", "20"),
        Row("chrF++, FLORES-200 dev", ours.scores.chrf, "", ""),
        Row("sentences with an omission", 100 * ours.omissions, "%", "fewer than the best peer"),
        Row("sentences refused", 100 * ours.refused, "%", ""),
        Row("CPU threads", torch.get_num_threads(), "", ""),
        Row(SPEED, len(pairs) / ours.seconds, "sentences/s", "20"),
        Row(WORK, len(pairs) / ours.processor_seconds, "", ""),
        Row("one sentence of 20 words", one_sentence(translator), "ms", "250"),
    ]
    for file in sorted((data / "translation" / "flores-dev" / "peers").glob("*.en")):
        lines = file.read_text(encoding="utf-8").splitlines()
        peer = score(lines, references)
        found += [
            Row(f"BLEU of {file.stem}", peer.bleu, "", f"gap {peer.bleu - ours.scores.bleu:+.1f}"),
            Row(f"chrF++ of {file.stem}", peer.chrf, "", f"gap {peer.chrf - ours.scores.chrf:+.1f}"),
            Row(f"omissions of {file.stem}", 100 * omissions(pairs, lines), "%", ""),
        ]
    return found


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--weights", type=Path, default=None)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--threads", type=int, default=2)
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.threads)
    found = rows(arguments.weights, arguments.device, arguments.data)
    if arguments.device == "cpu":
        work = next(row.value for row in found if row.measure == WORK)
        found += beside_ctranslate2(arguments.data, arguments.weights, work)
    print(write("translation", "Translation", found))


if __name__ == "__main__":
    main()
