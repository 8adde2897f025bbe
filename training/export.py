"""Writes a trained model into `weights/`: shards in fp16 or int8, assets, and their entry in the manifest."""

import fcntl
import hashlib
import json
import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, is_dataclass
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import save
from torch import Tensor

from engine.checkpoint import MANIFEST, ROW_SCALE

SHARD_BYTES = 14 * 2**20  # a file stays under 15 MiB


def export(
    name: str,
    state_dict: Mapping[str, Tensor],
    config: Any,
    weights: Path,
    *,
    data: Sequence[Mapping[str, str]],
    command: str,
    scores: Mapping[str, Any],
    assets: Mapping[str, Path] | None = None,
    eight_bits: bool = False,
) -> None:
    """Replaces model `name` in the folder `weights`.

    Args:
        config: The model's configuration dataclass (or dict), stored beside the weights it describes.
        data: Training sets, each `{"name": ..., "licence": ...}`.
        command: The command line that trains these weights.
        scores: Dev scores as measured.
        assets: Other files to ship, by the name under which the model asks for them.
        eight_bits: Store matrices as int8 with a scale for each row; the rest stays fp16.
    """
    weights.mkdir(parents=True, exist_ok=True)
    for old in weights.glob(f"{name}-*.safetensors"):
        old.unlink()
    files = []
    for number, shard in enumerate(_shards(eight_bit(state_dict) if eight_bits else state_dict)):
        path = weights / f"{name}-{number:02d}.safetensors"
        path.write_bytes(save(shard))
        files.append({**_stamp(path), "tensors": {key: list(value.shape) for key, value in shard.items()}})
    shipped = {}
    for key, source in (assets or {}).items():
        target = weights / f"{name}.{key}{source.suffix}"
        shutil.copyfile(source, target)
        shipped[key] = _stamp(target)
    entry = {
        "config": asdict(config) if is_dataclass(config) and not isinstance(config, type) else config,
        "files": files,
        "assets": shipped,
        "data": [dict(item) for item in data],
        "command": command,
        "scores": dict(scores),
    }
    _enter(name, entry, weights)


def record(name: str, scores: Mapping[str, Any], weights: Path) -> None:
    """Puts scores measured anew, as when the code around a model has changed, in place of the export's."""
    _enter(name, {"scores": dict(scores)}, weights)


def _enter(name: str, changed: Mapping[str, Any], weights: Path) -> None:
    """Writes these keys of a model's entry in the manifest; its others stay."""
    with (weights / MANIFEST).open("a+", encoding="utf-8") as file:
        fcntl.flock(file, fcntl.LOCK_EX)  # two models may be exported at once
        file.seek(0)
        entries = json.loads(file.read() or "{}")
        entries[name] = {**entries.get(name, {}), **changed}
        file.truncate(0)
        file.write(json.dumps(entries, ensure_ascii=False, indent=1, sort_keys=True) + "\n")


def eight_bit(state_dict: Mapping[str, Tensor]) -> dict[str, Tensor]:
    """Matrices as int8, beside each the scale of its rows (rows, 1) fp32; other tensors as they are."""
    stored: dict[str, Tensor] = {}
    for name, value in state_dict.items():
        if value.ndim != 2 or not value.is_floating_point():
            stored[name] = value
            continue
        scale = value.detach().float().abs().amax(1, keepdim=True).clamp(min=1e-12) / 127
        stored[name] = (value / scale).round().to(torch.int8)
        stored[name + ROW_SCALE] = scale
    return stored


def _shards(state_dict: Mapping[str, Tensor]) -> Iterator[dict[str, Tensor]]:
    shard: dict[str, Tensor] = {}
    size = 0
    for key, value in state_dict.items():
        exact = key.endswith(ROW_SCALE) or not value.is_floating_point()
        dtype = value.dtype if exact else torch.float16
        half = value.detach().to("cpu", dtype).contiguous()
        if shard and size + half.nbytes > SHARD_BYTES:
            yield shard
            shard, size = {}, 0
        shard[key] = half
        size += half.nbytes
    yield shard


def _stamp(path: Path) -> dict[str, Any]:
    data = path.read_bytes()
    return {"name": path.name, "sha256": hashlib.sha256(data).hexdigest(), "bytes": len(data)}
