"""The state of a training run on disk: written whole or not at all."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import torch


def save(path: Path, state: dict[str, Any]) -> None:
    """Write the state beside its place, then move it there, so that a kill leaves the last one whole."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_suffix(".part")
    torch.save(state, beside)
    beside.replace(path)


def resume(path: Path, device: torch.device) -> dict[str, Any] | None:
    """The last state saved there, or None."""
    if not path.exists():
        return None
    state: dict[str, Any] = torch.load(path, map_location=device, weights_only=True)
    return state
