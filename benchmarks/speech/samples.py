"""Writes something to listen to: `python -m benchmarks.speech.samples --out out/samples`.

Each voice says the sentences of the spectrograms in `results/`, in `OUT/VOICE.wav`. No listening test has
been held; these are what one could begin with.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from benchmarks.speech.pictures import SENTENCES
from engine.reading.reader import Reader
from engine.speech.audio_file import encode_wav
from engine.speech.delivery import Delivery
from engine.speech.synthesizer import Synthesizer
from engine.speech.voices import VOICES


def main() -> None:
    """Write a WAV file for each voice."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.speech.samples",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--out", type=Path, default=Path("out/samples"))
    parser.add_argument("--weights", type=Path, help="folder of the weights; the package's own if not given")
    parser.add_argument("--voices", nargs="+", choices=list(VOICES), default=list(VOICES), metavar="VOICE")
    parser.add_argument("--text", help="what to say instead")
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    synthesizer = Synthesizer(Reader(arguments.weights, "cpu"), arguments.weights)
    for voice in arguments.voices:
        spoken = synthesizer.speak(arguments.text or "\n".join(SENTENCES), Delivery(voice))
        path = arguments.out / f"{voice}.wav"
        path.write_bytes(encode_wav(spoken.samples, spoken.sample_rate))
        print(path)


if __name__ == "__main__":
    main()
