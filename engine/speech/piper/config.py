"""A Piper voice's `.onnx.json`: what it must say for the engine to speak with it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.brought import refusal

PAD, BEGIN, END = "_", "^", "$"
_RATES = range(8_000, 48_001)  # samples per second
_ACTION = "Carry a Persian Piper voice of phoneme type espeak: NAME.onnx beside NAME.onnx.json."


@dataclass(frozen=True)
class PiperConfig:
    """A Piper voice.

    Attributes:
        sample_rate: of its sound, samples per second.
        symbols: ids of each symbol; what is a string here is what eSpeak NG writes, code point by code point.
        noise: how far its sounds vary, by default.
        length: factor on its durations, by default.
        speakers: how many it has.
        names: numbers of its speakers by name.
    """

    sample_rate: int
    symbols: dict[str, tuple[int, ...]]
    noise: float
    length: float
    speakers: int
    names: dict[str, int]
    path: Path

    def number_of(self, speaker: str | None) -> int:
        """The number of a speaker by its name or number; the first one if None.

        Raises:
            WeightsError: there is none.
        """
        if speaker is None:
            return 0
        number = self.names.get(speaker, int(speaker) if speaker.isdecimal() else -1)
        if not 0 <= number < self.speakers:
            known = ", ".join(self.names) or f"0 to {self.speakers - 1}"
            raise refusal(self.path, f"knows no speaker {speaker!r}, but {known}", _ACTION)
        return number


def read(graph: Path) -> PiperConfig:
    """The configuration beside a graph.

    Raises:
        WeightsError: it is missing or damaged, or tells of a voice that does not speak Persian from phonemes.
    """
    path = graph.with_name(graph.name + ".json")
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
        config = _parsed(document, path)
        _check(document, config)
    except OSError as error:
        raise refusal(path, f"cannot be read: {error.strerror}", _ACTION) from None
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise refusal(path, f"is no configuration of a Piper voice: {error!r}", _ACTION) from None
    return config


def _parsed(document: dict[str, Any], path: Path) -> PiperConfig:
    inference = document.get("inference", {})
    symbols = {str(name): tuple(map(int, ids)) for name, ids in document["phoneme_id_map"].items()}
    known = int(document.get("num_symbols", 1 + max(max(ids) for ids in symbols.values())))
    if any(not 0 <= number < known for ids in symbols.values() for number in ids):
        raise ValueError(f"phoneme_id_map has ids that are not under num_symbols, {known}")
    if not {PAD, BEGIN, END} <= symbols.keys():
        raise ValueError(f"phoneme_id_map lacks one of {PAD} {BEGIN} {END}")
    return PiperConfig(
        sample_rate=int(document["audio"]["sample_rate"]),
        symbols=symbols,
        noise=float(inference.get("noise_scale", 0.667)),
        length=float(inference.get("length_scale", 1.0)),
        speakers=int(document.get("num_speakers", 1)),
        names={str(name): int(number) for name, number in document.get("speaker_id_map", {}).items()},
        path=path,
    )


def _check(document: dict[str, Any], config: PiperConfig) -> None:
    language = document.get("espeak", {}).get("voice") or document.get("language", {}).get("code", "")
    kind = document.get("phoneme_type", "espeak")
    for holds, message in (
        (str(language)[:2] == "fa", f"tells of a voice for {language!r}, not 'fa'"),
        (kind == "espeak", f"tells of a voice that is given {kind!r}, not the phonemes of eSpeak NG"),
        (config.sample_rate in _RATES, f"has a sample rate of {config.sample_rate} Hz"),
        (config.length > 0 and config.noise >= 0, "has scales that are not positive"),
        (config.speakers > 0, "tells of no speaker"),
    ):
        if not holds:
            raise refusal(config.path, message, _ACTION)
