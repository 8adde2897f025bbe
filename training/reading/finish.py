"""The end of a training run: scores, and the export of the weights with them."""

from __future__ import annotations

from pathlib import Path

from engine.checkpoint import restored
from engine.reading.forms import FormVocabulary
from engine.reading.model import Tagger
from engine.reading.reader import NAME, Reader
from training.export import eight_bit, export
from training.reading.batches import Corpus
from training.reading.calibrate import calibrate
from training.reading.evaluate import evaluate
from training.reading.known import known_readings, unseen


def finish(
    model: Tagger,
    forms: FormVocabulary,
    out: Path,
    data: Path,
    weights: Path | None,
    command: str,
    corpus: Corpus,
) -> dict[str, float]:
    """Prints the dev scores of a trained tagger and, given a folder, exports its weights.

    Args:
        forms: saved as an asset; `out` holds the file.
        corpus: what it was trained on, for the manifest and the known readings.
    """
    known = known_readings(corpus)
    known.save(out / "readings.xz")
    print("readings that occur once, of {1:,} words of known form: {0:,}".format(*unseen(corpus)))
    model.load_state_dict(restored(eight_bit(model.state_dict())))  # scored as it is stored
    for head, temperature in calibrate(model, forms, data).items():
        print(f"temperature of {head:17} {temperature:.4f}")
    scores = {name: round(value, 6) for name, value in evaluate(Reader.of(model, forms, known), data).items()}
    for name, value in scores.items():
        print(f"{name:32} {value:.4f}")
    if weights is not None:
        export(
            NAME,
            model.state_dict(),
            model.config,
            weights,
            assets={"forms": out / "forms.txt", "readings": out / "readings.xz"},
            data=corpus.licences,
            command=command,
            scores=scores,
            eight_bits=True,
        )
    return scores
