"""The end of a training run: limits, scores, and the export of the weights with them."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Final

from engine.pinglish.name_context import ContextWeights, read_weights
from engine.pinglish.name_model import NameModel
from engine.pinglish.name_table import NameTable
from engine.pinglish.names import NAME
from training.export import export
from training.pinglish.context import Seen, fit, odds_when_read_so, seen
from training.pinglish.evaluate import doubtful_scores, judge, limits, scores
from training.pinglish.prepare import DOUBTFUL, Example, part_of
from training.pinglish.sources import GOLD

_SHIPPED: Final = ("context", "common", "chunks")
_TABLE: Final = "weighed.txt"


def finish(
    model: NameModel,
    chunks: Sequence[str],
    found: Sequence[Example],
    prepared: Path,
    weights: Path | None,
    command: str,
) -> dict[str, float]:
    """Chooses the limits, prints the scores and, given a folder, exports the weights.

    Args:
        chunks: the model's chunks by id.
        found: all words, of all parts.
        prepared: what `prepare` wrote.
        weights: folder to export to.
        command: the command line that trains these weights.
    """
    table = NameTable.load(prepared / "table.txt")
    (prepared / "chunks.txt").write_text("\n".join(chunks), encoding="utf-8")
    parts: dict[str, list[Seen]] = {"train": [], "dev": [], "test": []}
    for case in seen(prepared / DOUBTFUL, table):
        parts[_part(case)].append(case)
    odds = odds_when_read_so(parts["train"])
    for cases in parts.values():
        cases[:] = [replace(case, log_odds=odds.get(case.key, case.log_odds)) for case in cases]
    NameTable(
        replace(name, log_odds=odds.get(name.keys[0], name.log_odds)) if name.log_odds is not None else name
        for name in table
    ).save(prepared / _TABLE)
    context = fit(parts["train"], ContextWeights(*read_weights(prepared / "context.txt")))
    dev, test = (
        judge(model, chunks, (example for example in found if part_of(example.key) == part))
        for part in ("dev", "test")
    )
    chosen = limits(dev, parts["dev"], context)
    result = scores(test, chosen.foreign, chosen.spelling)
    result |= doubtful_scores(parts["test"], context, chosen.log_odds)
    result = {name: round(value, 5) for name, value in result.items()}
    print(f"limits {chosen}")
    for name, value in result.items():
        print(f"{name:24} {value:.4f}")
    if weights is not None:
        factors = ("beside", "prior", "agreeing", "differing")
        export(
            NAME,
            model.state_dict(),
            {
                "model": asdict(model.config),
                "context": {name: getattr(context, name) for name in factors},
                "limits": asdict(chosen),
            },
            weights,
            assets={"table": prepared / _TABLE} | {name: prepared / f"{name}.txt" for name in _SHIPPED},
            data=[
                {"name": "pinglish/names.tsv", "licence": "ours"},
                *({"name": f"translation/gold/{name}", "licence": licence} for name, licence in GOLD),
                {"name": "reading/zaya_lexicon.tsv", "licence": "published free of charge, no licence text"},
            ],
            command=command,
            scores=result,
        )
    return result


def _part(case: Seen) -> str:
    """The part an occurrence belongs to: a fifth each is "test" and "dev"."""
    place = zlib.crc32(f"{case.key} {case.neighbours}".encode()) % 5
    return {0: "test", 1: "dev"}.get(place, "train")
