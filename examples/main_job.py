"""The main job on a page of Persian: marks, aligned Pinglish, translation, speech, and what it all cost."""

import argparse
import sys
from pathlib import Path

from rich.console import Console
from rich.table import Table

from engine import LocalEngine
from engine.contract.errors import EngineError

PAGE = Path(__file__).with_name("sample.fa.txt")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "file", nargs="?", type=Path, default=PAGE, help="a UTF-8 text, at most 6,000 code points"
    )
    parser.add_argument("--output", type=Path, default=Path("out/sample.wav"), help="the WAV file to write")
    arguments = parser.parse_args()
    text = arguments.file.read_text(encoding="utf-8")
    arguments.output.parent.mkdir(parents=True, exist_ok=True)
    console = Console()

    with LocalEngine() as engine:
        console.rule("Marked text")
        console.print(engine.diacritize(text).marked)

        console.rule("Pinglish")
        pinglish = engine.pinglish(text)
        console.print(pinglish.pinglish)
        alignment = Table("code points", "source", "Pinglish", title="Alignment, the first twelve words")
        for item in pinglish.alignment[:12]:
            alignment.add_row(f"{item.source_start}-{item.source_end}", item.source, item.pinglish)
        console.print(alignment)

        console.rule("Translation")
        translation = engine.translate(text)
        console.print(translation.translation)

        console.rule("Speech")
        speech = engine.speech(text, tier="premium", voice="Kore")
        arguments.output.write_bytes(engine.download_audio(speech.audio_url))
        console.print(
            f"{arguments.output}: {speech.duration_seconds:.1f} s, {speech.mime_type}, voice {speech.voice}"
        )

        console.rule("Usage of the last requests, and so far")
        console.print(translation.usage, speech.usage)
        usage = engine.usage()
        console.print(usage.text, usage.basic_speech, usage.premium_speech)


if __name__ == "__main__":
    try:
        main()
    except EngineError as error:
        sys.exit(f"{error.detail.message}\n{error.detail.action}")
    except (OSError, UnicodeDecodeError) as error:
        sys.exit(str(error))
