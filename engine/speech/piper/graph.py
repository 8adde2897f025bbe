"""The ONNX graph of a Piper voice, through the `onnxruntime` package."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import torch
from numpy.typing import NDArray

from engine.brought import refusal
from engine.contract.errors import ServiceUnavailable, WeightsError

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

_INPUTS = {"input": "tensor(int64)", "input_lengths": "tensor(int64)", "scales": "tensor(float)"}
_SPEAKER = {"sid": "tensor(int64)"}
_OUTPUT = "tensor(float)"
_ACTION = "Carry a voice exported by Piper, or choose another."
_STEADY = 0.0  # noise of the durations: with any, the same words would last otherwise each time


class Graph:
    """One voice, loaded. Calls from several threads at once are fine."""

    def __init__(self, path: Path, speakers: int) -> None:
        """Load the graph.

        Raises:
            WeightsError: The package is missing, or this is no graph of a Piper voice.
        """
        self._session = _session(path)
        wanted = _INPUTS | (_SPEAKER if speakers > 1 else {})
        found = {one.name: one.type for one in self._session.get_inputs()}
        if found != wanted or self._session.get_outputs()[0].type != _OUTPUT:
            raise refusal(path, f"is no Piper voice: it takes {found}, not {wanted}", _ACTION)
        self._with_speaker = speakers > 1

    def run(self, ids: Sequence[int], noise: float, length: float, speaker: int) -> NDArray[np.float32]:
        """The sound of these ids at the voice's sample rate. (T,).

        Args:
            noise: How far the sounds vary.
            length: Factor on the durations.
            speaker: Its number, for a voice that has several.

        Raises:
            ServiceUnavailable: What came out is no sound.
        """
        given = {
            "input": np.array([ids], np.int64),
            "input_lengths": np.array([len(ids)], np.int64),
            "scales": np.array([noise, length, _STEADY], np.float32),
        }
        if self._with_speaker:
            given["sid"] = np.array([speaker], np.int64)
        made: NDArray[np.float32] = np.asarray(self._session.run(None, given)[0], np.float32).reshape(-1)
        if not made.size or not np.isfinite(made).all():
            raise ServiceUnavailable("the voice gave no sound")
        return made


def _session(path: Path) -> InferenceSession:
    try:
        import onnxruntime
    except ModuleNotFoundError:
        raise WeightsError(
            f"the voice {path} needs the package onnxruntime",
            details={"package": "onnxruntime", "file": str(path)},
            action="pip install 'persian-engine[piper]' or return to the shipped voice.",
        ) from None
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = torch.get_num_threads()
    options.log_severity_level = 3  # errors only, which are raised anyway
    try:
        return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    except Exception as error:  # its errors have no base of their own
        raise refusal(path, f"cannot be loaded: {error}", _ACTION) from None
