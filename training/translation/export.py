"""Export: the averaged weights of a run into `weights/`, with what belongs to them, scores and model card.

    python -m training.translation.export --data DATA --prepared checkpoints/translation \\
        --run checkpoints/translation/run --weights weights

The scores are measured on the weights as shipped, in fp16, through the whole engine. `--further` says that
the run started from the weights that it replaces, `--share 0.75` that a mean of both is shipped (Wortsman
2022), this much of it from the run: it forgets less of what the run did not see.
"""

import argparse
import json
import tempfile
from argparse import RawDescriptionHelpFormatter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import torch

from engine.checkpoint import manifest
from engine.translation.model import ModelConfig, Transformer
from engine.translation.own import BEAMS
from engine.translation.translator import Translator
from engine.translation.vocabulary import Vocabulary
from training.export import export as export_weights
from training.translation.measure import Measures, measure
from training.translation.sources import development_pairs
from training.translation.train import shipped

NAME = "translation"
ASSETS = {"vocabulary": "vocabulary.model", "names": "names.txt", "words": "words.npz"}
"""What is shipped beside the weights: files of the prepared data."""


@dataclass(frozen=True, slots=True)
class Run:
    """A finished or running training run, as its last checkpoint has it."""

    config: ModelConfig
    weights: Mapping[str, torch.Tensor]
    step: int
    minutes: float

    @classmethod
    def load(cls, folder: Path) -> "Run":
        """The averaged weights of `last.pt` in the folder of the run."""
        state = torch.load(folder / "last.pt", map_location="cpu", weights_only=True)
        return cls(ModelConfig(**state["config"]), state["average"], state["step"], state["elapsed"] / 60)


def export(
    data: Path,
    prepared: Path,
    run_folder: Path,
    weights: Path,
    command: str,
    further: bool = False,
    first: int | None = None,
    share: float = 1.0,
) -> Measures:
    """Ship the run; returns what was measured on FLORES dev, or on its first sentences only.

    Args:
        command: that trained the weights.
        further: from those in the folder, whose commands and data count as well.
        share: of the run in the mean with those, grown to its size.
    """
    run = Run.load(run_folder)
    if share < 1.0:
        started = shipped(weights, Vocabulary(prepared / "vocabulary.model"), run.config)
        mean = {name: started[name].lerp(end.float(), share) for name, end in run.weights.items()}
        run = replace(run, weights=mean)
    files = json.loads((prepared / "data.json").read_text(encoding="utf-8"))
    used = [{"name": f"translation/{entry['name']}", "licence": entry["licence"]} for entry in files]
    commands, earlier = [command], []
    if further:
        before = manifest(weights)[NAME]
        commands.insert(0, before["command"])
        now = {entry["name"] for entry in used}
        earlier = [entry for entry in before["data"] if entry["name"] not in now]
    assets = {name: prepared / file for name, file in ASSETS.items()}

    def write(folder: Path, scores: Mapping[str, Any]) -> None:
        export_weights(
            NAME,
            run.weights,
            run.config,
            folder,
            data=[*used, *earlier],
            command="; ".join(commands),
            scores=scores,
            assets=assets,
        )

    with tempfile.TemporaryDirectory() as trial:
        write(Path(trial), {})
        measured = measure(Translator(Path(trial), device="cpu"), development_pairs(data)[:first])
    write(weights, scores_of(measured))
    (weights / f"{NAME}.md").write_text(card(run, files, earlier, measured, commands), encoding="utf-8")
    return measured


def scores_of(measured: Measures) -> dict[str, Any]:
    """The measures as they stand in the manifest."""
    return {
        "set": f"FLORES-200 dev, {measured.scores.sentences} sentences",
        "bleu": round(measured.scores.bleu, 2),
        "bleu_signature": measured.scores.signatures[0],
        "chrf++": round(measured.scores.chrf, 2),
        "chrf++_signature": measured.scores.signatures[1],
        "refused": round(measured.refused, 4),
        "omissions": round(measured.omissions, 4),
    }


def card(
    run: Run,
    files: list[dict[str, Any]],
    earlier: list[dict[str, str]],
    measured: Measures,
    commands: list[str],
) -> str:
    """The model card in Markdown."""
    config = run.config
    lines = "\n".join(f"    {command}" for command in commands)
    parameters = sum(p.numel() for p in Transformer(config).parameters())
    rows = "\n".join(
        f"| {entry['name']} | {entry['pairs']:,} | {entry['repeats']:g} "
        f"| {entry['licence']} | {entry['origin']} |"
        for entry in files
    ) + "".join(f"\n| {entry['name']} | earlier only | | {entry['licence']} | |" for entry in earlier)
    return f"""# Translation: Persian to English

An encoder-decoder Transformer with {parameters / 1e6:.1f} M parameters: width {config.width}, \
{config.encoder_layers} encoder and {config.decoder_layers} decoder layers, {config.heads} heads, a shared \
vocabulary of {config.vocabulary:,} pieces. Stored as fp16. Trained on the pairs below with these \
commands, the first from nothing, each other one from the weights of the one before; the last ran for \
{run.step:,} steps, {run.minutes:.0f} minutes.

{lines}

Names of `translation.names.txt`, which come from the table of `pinglish_names`, from `names.tsv` in \
`training/translation` and from the pairs, are carried over. \
Words in lower case are spelled within `translation.words.npz`, which holds those of the English data.

## What it reaches

| FLORES-200 dev, {measured.scores.sentences} sentences | |
|---|---|
| BLEU | {measured.scores.bleu:.2f} |
| chrF++ | {measured.scores.chrf:.2f} |
| sentences refused (`service_unavailable`) | {measured.refused:.2%} |
| sentences with an omission | {measured.omissions:.2%} |

`{measured.scores.signatures[0]}`, `{measured.scores.signatures[1]}`. Beam {BEAMS}, fp32 on a CPU. FLORES dev
was never trained on, but search settings and the list of names were chosen on parts of it, so that the score
is a little optimistic. One seed. An omission is a sentence with under 0.6 of the reference's words, or
one that loses a number.

## What it is for, and what not

Prose of the press, encyclopedias and everyday talk. Poetry, dialects and the classical language are hardly
in its data. What it writes may be fluent and wrong: nothing but numbers, addresses, code and Latin words is
checked against the source.

## Data

Draws: how often a pair is drawn in one pass over the data. Licences differ: some sets are for research or
non-commercial use only, or state none. `training/translation/README.md` says how to train without them
(`--licences open`).

| Set | Pairs | Draws | Licence | Origin |
|---|---|---|---|---|
{rows}
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--prepared", type=Path, default=Path("checkpoints/translation"))
    parser.add_argument("--run", type=Path, default=Path("checkpoints/translation/run"))
    parser.add_argument("--weights", type=Path, default=Path("weights"))
    parser.add_argument("--command", default="python -m training.translation.train --config cpu")
    parser.add_argument("--further", action="store_true", help="the run started from the weights it replaces")
    parser.add_argument("--share", type=float, default=1.0, help="of the run in the mean of both")
    parser.add_argument("--first", type=int, default=None, help="measure on this many sentences only")
    parser.add_argument("--threads", type=int, default=1)
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.threads)
    measured = export(
        arguments.data,
        arguments.prepared,
        arguments.run,
        arguments.weights,
        arguments.command,
        arguments.further,
        arguments.first,
        arguments.share,
    )
    print(measured)


if __name__ == "__main__":
    main()
