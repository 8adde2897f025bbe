"""The README's table of scores, from weights/manifest.json: `python -m benchmarks.accuracy` rewrites it.

The scores in the manifest are those that training measured on the dev sets when it exported the weights;
each model's card in weights/ says with which command, and how to measure again.
"""

from pathlib import Path
from typing import Any, Final

from engine.checkpoint import manifest

README = Path(__file__).parents[1] / "README.md"
START, END = "<!-- accuracy -->", "<!-- end of accuracy -->"

# model, key of the score, what it is, factor, unit
ROWS: Final = (
    ("reading", "phoneme_error_rate", "Phoneme error rate, sentences, ezafe counted", 100, " %"),
    ("reading", "homograph_accuracy", "Homographs read right, 407 words of the dev sentences", 100, " %"),
    ("reading", "ezafe_f1", "Ezafe F1", 100, " %"),
    ("reading", "diacritic_error_rate", "Diacritic error rate, UPDT, sukun ignored", 100, " %"),
    ("translation", "bleu", "BLEU, FLORES-200 dev", 1, ""),
    ("translation", "chrf++", "chrF++, FLORES-200 dev", 1, ""),
    ("translation", "refused", "Sentences refused, FLORES-200 dev", 100, " %"),
    ("vocoder", "mel_l1", "Vocoder copy synthesis, mel L1 (natural log)", 1, ""),
    (
        "acoustic",
        "teacher_plain",
        "Acoustic model, mel L1 on held-out teacher speech, Persian and English",
        1,
        "",
    ),
    ("acoustic", "human_plain", "Acoustic model, mel L1 on held-out English recordings", 1, ""),
)


def table(entries: dict[str, Any]) -> str:
    """The scores of a manifest as a Markdown table."""
    lines = [
        f"| {label} | {entries[model]['scores'][key] * factor:.2f}{unit} |"
        for model, key, label, factor, unit in ROWS
    ]
    return "\n".join(["| Measured on the dev sets | |", "|---|---|", *lines])


def main() -> None:
    before, rest = README.read_text(encoding="utf-8").split(START)
    after = rest.split(END)[1]
    README.write_text(f"{before}{START}\n{table(manifest())}\n{END}{after}", encoding="utf-8")
    print(table(manifest()))


if __name__ == "__main__":
    main()
