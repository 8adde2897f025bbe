"""How far the answers of two engines agree; the remote one's are the reference."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.contract.errors import ValidationFailed
from engine.contract.names import OperationType

if TYPE_CHECKING:
    from sacrebleu.metrics.chrf import CHRF


@dataclass(frozen=True, slots=True)
class MarkScores:
    """Marks of one type: of those of the local engine the share that the remote one set too, and so on."""

    precision: float
    recall: float
    f1: float


def mark_scores(pairs: Sequence[tuple[Any, Any]], kind: OperationType) -> MarkScores:
    """Scores over pairs of diacritize responses, local and remote; a mark agrees in place and character."""
    shared = ours = theirs = 0
    for local, remote in pairs:
        mine, reference = _marks(local, kind), _marks(remote, kind)
        shared += (mine & reference).total()
        ours += mine.total()
        theirs += reference.total()
    # Where neither engine set a mark they agree.
    return MarkScores(
        shared / ours if ours else float(not theirs),
        shared / theirs if theirs else float(not ours),
        2 * shared / (ours + theirs) if ours + theirs else 1.0,
    )


def _marks(response: Any, kind: OperationType) -> Counter[tuple[int, str]]:
    found = (operation for operation in response.operations if operation.type == kind)
    return Counter((operation.source_index, operation.mark) for operation in found)


def character_error_rate(pairs: Sequence[tuple[str, str]]) -> float:
    """Edits from the local to the remote texts, over the characters of the remote ones."""
    edits = sum(edit_distance(local, remote) for local, remote in pairs)
    characters = sum(len(remote) for _, remote in pairs)
    return edits / characters if characters else float(edits > 0)


def edit_distance(one: str, other: str) -> int:
    """Levenshtein distance in code points, a row at a time (Wagner and Fischer, 1974)."""
    row = list(range(len(other) + 1))
    for deleted, char in enumerate(one, 1):
        diagonal, row[0] = row[0], deleted
        for at, against in enumerate(other, 1):
            replaced = diagonal + (char != against)
            diagonal = row[at]
            row[at] = min(replaced, row[at] + 1, row[at - 1] + 1)
    return row[-1]


def chrf(pairs: Sequence[tuple[str, str]]) -> float:
    """chrF++ (Popović, 2017) of the local translations against the remote ones, 0 to 100, by sacrebleu."""
    local, remote = [one for one, _ in pairs], [other for _, other in pairs]
    return float(chrf_metric().corpus_score(local, [remote]).score)


def chrf_metric() -> "CHRF":
    """sacrebleu's metric.

    Raises:
        ValidationFailed: sacrebleu is not installed.
    """
    try:
        from sacrebleu.metrics.chrf import CHRF
    except ImportError:
        raise ValidationFailed(
            "translations are compared by sacrebleu, which is not installed",
            details={"field": "capability"},
            action="Install it with `pip install persian-engine[bench]`, or leave translations out.",
        ) from None
    return CHRF(word_order=2)
