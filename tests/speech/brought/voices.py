"""A voice with the inputs and outputs of Piper's graphs: every symbol is a tone of its own."""

from __future__ import annotations

import json
from math import ceil, pi
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnx.parser
from numpy.typing import NDArray

from engine.speech.mel import SAMPLE_RATE

RATE, HOP = 22_050, 256  # samples per second, samples in a frame
LOWEST, STEP = 300.0, 20.0  # Hz of id 0, and from one id to the next
SHORTEST, LONGER, KINDS = 6.3, 0.23, 11  # frames of a symbol; as Piper does, each is made of whole frames
SYMBOLS = [*"_^$ !',-.1:;?abdefhijklmnopqrstuvwxzæɐɑɒɔɖəɛɡɢɣɪʃʊʒʔˈˌː"]
CONFIG: dict[str, Any] = {
    "audio": {"sample_rate": RATE, "quality": "medium"},
    "espeak": {"voice": "fa"},
    "inference": {"noise_scale": 0.5, "length_scale": 1.0, "noise_w": 0.8},
    "phoneme_type": "espeak",
    "phoneme_id_map": {symbol: [number] for number, symbol in enumerate(SYMBOLS)},
    "num_symbols": len(SYMBOLS),
    "num_speakers": 1,
    "speaker_id_map": {},
    "language": {"code": "fa_IR"},
}


_GRAPH = f"""
<ir_version: 9, opset_import: ["" : 17]>
tones (int64[1, N] input, int64[1] input_lengths, float[3] scalesSPEAKER) => (float[1, 1, T] output)
<
  int64[1] first = {{0}}, int64[1] second = {{1}}, int64[1] third = {{2}},
  int64 zero = {{0}}, int64 one = {{1}}, int64 kinds = {{{KINDS}}},
  int64 hop = {{{HOP}}}, int64[2] one_frame = {{1, {HOP}}},
  int64[1] row = {{-1}}, int64[2] column = {{-1, 1}}, int64[3] shape = {{1, 1, -1}}, int64[0] scalar = {{}},
  float shortest = {{{SHORTEST}}}, float longer = {{{LONGER}}},
  float lowest = {{{LOWEST}}}, float step = {{{STEP}}},
  float turn = {{{2 * pi / RATE}}}, float quiet = {{0.1}}, float part = {{0.2}},
  float edge = {{1.5}}, float near = {{0.6}}
>
{{
  noise = Gather (scales, first)
  length = Gather (scales, second)
  chance = Gather (scales, third)
  ids = Reshape (input, row)
  numbers = Cast <to = 1> (ids)
  drawn = RandomUniformLike <low = -1.0, high = 1.0> (numbers)
  varied = Mul (drawn, chance)
  factor = Exp (varied)
  length_of_all = Shape (ids)
  many = Reshape (length_of_all, scalar)
  places = Range (zero, many, one)
  kind = Mod (places, kinds)
  kind_number = Cast <to = 1> (kind)
  further = Mul (kind_number, longer)
  frames = Add (further, shortest)
  natural = Mul (factor, frames)
  lasting = Mul (natural, length)
  whole = Ceil (lasting)
  ends = CumSum (whole, zero)
  total = ReduceSum <keepdims = 0> (whole)
  count = Cast <to = 7> (total)
  each = Range (zero, count, one)
  frame = Cast <to = 1> (each)
  walls = Reshape (ends, column)
  behind = LessOrEqual (walls, frame)
  passed = Cast <to = 7> (behind)
  place = ReduceSum <keepdims = 0> (passed, first)
  in_frame = Gather (numbers, place)
  upright = Reshape (in_frame, column)
  wide = Expand (upright, one_frame)
  heard = Reshape (wide, row)
  samples = Mul (count, hop)
  clock = Range (zero, samples, one)
  time = Cast <to = 1> (clock)
  above = Mul (heard, step)
  tone = Add (above, lowest)
  OCTAVE
  speed = Mul (hertz, turn)
  angle = Mul (speed, time)
  wave = Sin (angle)
  off = Sub (heard, edge)
  far = Abs (off)
  inside = Greater (far, near)
  sounding = Cast <to = 1> (inside)
  more = Mul (noise, part)
  size = Add (quiet, more)
  loud = Mul (wave, size)
  sound = Mul (loud, sounding)
  output = Reshape (sound, shape)
}}
"""
_ONE = "hertz = Identity (tone)"
_SEVERAL = "up = Cast <to = 1> (sid) twice = Mul (tone, up) hertz = Add (tone, twice)"


def piper_voice(folder: Path, **changes: Any) -> Path:
    """Writes `tones.onnx` and its configuration with so many changes; returns the path of the graph.

    Begin and end are silent. Loudness is 0.1 + 0.2 * noise scale, the tones of the second speaker are twice
    as high, and durations vary at random with the third scale, as Piper's do.
    """
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "tones.onnx"
    config = CONFIG | changes
    several = config["num_speakers"] > 1
    text = _GRAPH.replace("SPEAKER", ", int64[1] sid" if several else "")
    text = text.replace("OCTAVE", _SEVERAL if several else _ONE)
    onnx.save(onnx.parser.parse_model(text), path)
    path.with_name("tones.onnx.json").write_text(json.dumps(config, ensure_ascii=False), encoding="utf-8")
    return path


def heard(samples: NDArray[np.float32]) -> str:
    """The symbols that a sound at 24 kHz consists of, padding left out; of the first speaker at length 1."""
    frame = HOP * SAMPLE_RATE / RATE  # samples
    sounding = np.flatnonzero(np.abs(samples) > 0.2 * np.abs(samples).max())
    place, found, count = float(sounding[0]), "", 1  # before it the silent beginning
    while place + 3 * frame < sounding[-1]:
        piece = samples[int(place + 0.5 * frame) : int(place + 6 * frame)]
        spectrum = np.abs(np.fft.rfft(piece * np.hanning(len(piece)), 2**15))
        number = round((spectrum.argmax() * SAMPLE_RATE / 2**15 - LOWEST) / STEP)
        found += SYMBOLS[number]
        place += ceil(SHORTEST + count % KINDS * LONGER) * frame
        count += 1
    return found.replace("_", "")
