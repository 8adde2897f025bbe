"""The end of a training run: limits, scores, and the export of the weights with them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Final

from engine.pinglish.english_names import EnglishNames
from engine.pinglish.name_choice import ChoiceWeights
from engine.pinglish.name_context import ContextWeights, read_weights
from engine.pinglish.name_model import NameModel
from engine.pinglish.name_table import NameTable
from engine.pinglish.names import NAME, Guesser
from training.export import export
from training.pinglish.context import Seen, fit, odds_when_read_so, seen
from training.pinglish.evaluate import FOREIGN_STEPS, curve, doubtful_scores, guessed, judge, limits, scores
from training.pinglish.prepare import DOUBTFUL, Example, part_of
from training.pinglish.sources import ENGLISH, GOLD
from training.pinglish.weigh import weigh

_SHIPPED: Final = ("context", "common", "chunks", "english")
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
    guesser = Guesser(model, EnglishNames.load(prepared / "english.txt", chunks), ChoiceWeights())
    parts: dict[str, list[Seen]] = {"train": [], "dev": [], "test": []}
    for case in seen(prepared / DOUBTFUL, table):
        parts[case.part].append(case)
    odds = odds_when_read_so(parts["train"])
    for cases in parts.values():
        cases[:] = [replace(case, log_odds=odds.get(case.key, case.log_odds)) for case in cases]
    NameTable(
        replace(name, log_odds=odds.get(name.keys[0], name.log_odds)) if name.log_odds is not None else name
        for name in table
    ).save(prepared / _TABLE)
    uncertain = [case for case in parts["train"] if not case.certain]
    context = fit(uncertain, ContextWeights(*read_weights(prepared / "context.txt")))
    dev, test = (
        judge(guesser, (example for example in found if part_of(example.key) == part))
        for part in ("dev", "test")
    )
    names = [one for one in dev if one.example.origin == "foreign"]
    guesser = replace(guesser, weights=weigh(names, guesser.english.counts))
    chosen = limits(guessed(guesser, dev), parts["dev"], context)
    tested = guessed(guesser, test)
    result = scores(tested, chosen.foreign, chosen.spelling)
    result |= doubtful_scores(parts["test"], context, chosen.log_odds)
    result = {name: round(value, 5) for name, value in result.items()}
    print(f"limits {chosen}, {guesser.weights}")
    for limit, coverage, exact in curve(tested, min(chosen.foreign, FOREIGN_STEPS[-1])):
        print(f"spelling {limit:.2f} guessed {coverage:.3f} exact {exact:.3f}")
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
                "choice": asdict(guesser.weights),
                "limits": asdict(chosen),
            },
            weights,
            assets={"table": prepared / _TABLE} | {name: prepared / f"{name}.txt" for name in _SHIPPED},
            data=[
                {"name": "pinglish/names.tsv", "licence": "ours"},
                {"name": "training/pinglish/more_names.tsv", "licence": "ours"},
                *({"name": f"translation/gold/{name}", "licence": licence} for name, licence in GOLD),
                *({"name": name, "licence": licence} for name, licence in ENGLISH),
                {"name": "reading/zaya_lexicon.tsv", "licence": "published free of charge, no licence text"},
            ],
            command=command,
            scores=result,
        )
    return result
