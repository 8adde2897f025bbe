import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import torch

import benchmarks.speech as protocol
from benchmarks import report
from benchmarks.report import Table, write_tables
from benchmarks.speech import copy_synthesis, intelligibility, pictures, speed, stability, timbre
from engine import checkpoint
from engine.reading.reader import Reader
from engine.speech.delivery import Delivery
from engine.speech.rendering import Renderer
from engine.speech.synthesizer import Synthesizer
from engine.speech.voices import VOICES, voice_named
from training.speech.espeak import Espeak
from training.speech.measure import BASIC, Sentence, dev_sentences, rendered
from training.speech.prepare_acoustic import sentences
from training.speech.recogniser import Recogniser, load

THREADS = 2
MODELS: Final = ("acoustic", "vocoder")
_LISTENED = 5  # renderings that the stability counts over, for each that intelligibility hears of a voice


def speeds(weights: Path | None, espeak: Espeak) -> Table:
    """On the CPU, and on the GPU where there is one."""
    devices = ["cpu", *(["cuda"] if torch.cuda.is_available() else [])]
    timings = {}
    for device in devices:
        synthesizer = Synthesizer(Reader(weights, device), weights, device)
        timings[device] = (speed.whole_sentence(synthesizer), speed.first_sound(synthesizer))
    return speed.table(timings, speed.espeak_sentence(espeak))


def copies(data: Path, renderer: Renderer, count: int | None) -> Table:
    """Our vocoder and WORLD over the same recordings."""
    recordings = list(copy_synthesis.held_out(data, count))
    parameters = sum(one.numel() for one in renderer.vocoder.parameters())
    found = {
        "ours": [
            copy_synthesis.compared(one, copy_synthesis.copied(renderer.vocoder, one)) for one in recordings
        ],
        "WORLD": [copy_synthesis.compared(one, copy_synthesis.by_world(one)) for one in recordings],
    }
    means = {name: copy_synthesis.mean(each) for name, each in found.items()}
    return copy_synthesis.table(means, parameters, len(recordings))


def hearings(
    recogniser: Recogniser,
    known: dict[str, float],
    renderer: Renderer,
    said: Sequence[Sentence],
    voices: Sequence[str],
) -> list[Table]:
    """The teacher, the teacher through the vocoder, and every voice."""
    found = {
        intelligibility.TEACHER: intelligibility.of_teacher(recogniser, said),
        intelligibility.COPIED: intelligibility.of_copies(recogniser, renderer.vocoder, said),
    }
    for name in voices:
        found[name] = intelligibility.of_voice(recogniser, renderer, name, said)
    tables = intelligibility.error_table(found, known, len(said)), intelligibility.phoneme_table(found)
    return list(tables)


def timbres(data: Path, renderer: Renderer, said: Sequence[Sentence], voices: Sequence[str]) -> Table:
    """Each voice beside each recorded speaker."""
    distances, meant = {}, {}
    for name in voices:
        voice = voice_named(name)
        spoken = timbre.spectrum(rendered(renderer, one, voice) for one in said)
        references = timbre.references(data, voice)
        distances[name] = {who: timbre.distance(spoken, other) for who, other in references.items()}
        meant[name] = timbre.intended(voice)
    return timbre.table(distances, meant)


def faults(
    data: Path, synthesizer: Synthesizer, reader: Reader, recogniser: Recogniser, espeak: Espeak, count: int
) -> Table:
    """Over dev sentences, the voices taking turns."""
    dev = [text for text, _ in sentences(data / "reading" / "sentences.dev.tsv")][:count]
    texts = list(stability.texts(dev))
    ours, sections = stability.ours(synthesizer, reader, recogniser, texts, BASIC)
    teacher = stability.espeak_ng(espeak, recogniser, sections)
    return stability.table(ours, teacher, stability.seeds_that_differ(synthesizer, texts[0], BASIC[0]))


def size(weights: Path | None) -> Table:
    """What the voices weigh on disk."""
    rows = [
        (model, sum(file["bytes"] for file in checkpoint.manifest(weights)[model]["files"]) / 2**20, "")
        for model in MODELS
    ]
    total = sum(row[1] for row in rows)
    return Table(
        "size",
        "Size on disk, MiB",
        ("model", "MiB", "goal"),
        [*rows, ("all voices together", total, "under 50")],
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.speech",
        description=protocol.__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--recogniser", type=Path, required=True, help="checkpoint of train_recogniser")
    parser.add_argument("--weights", type=Path, help="folder of the weights; the package's own if not given")
    parser.add_argument("--sentences", type=int, default=500, help="of the stability; a fifth for each voice")
    parser.add_argument("--recordings", type=int, help="so many held-out recordings of each speaker only")
    parser.add_argument("--all-voices", action="store_true", help="listen to the Premium voices too")
    arguments = parser.parse_args()
    torch.set_num_threads(THREADS)

    data, weights, espeak = arguments.data, arguments.weights, Espeak()
    recogniser, known = load(arguments.recogniser)
    reader, renderer = Reader(weights, "cpu"), Renderer(weights)
    synthesizer = Synthesizer(reader, weights)
    voices = list(VOICES) if arguments.all_voices else list(BASIC)
    said = list(dev_sentences(data, espeak, max(1, arguments.sentences // _LISTENED)))
    tables = [
        speeds(weights, espeak),
        copies(data, renderer, arguments.recordings),
        *hearings(recogniser, known, renderer, said, voices),
        timbres(data, renderer, said[:20], voices),
        faults(data, synthesizer, reader, recogniser, espeak, arguments.sentences),
        size(weights),
    ]
    for name in BASIC:
        sounds = [synthesizer.speak(text, Delivery(name)).samples for text in pictures.SENTENCES]
        pictures.draw(report.RESULTS / f"speech-{name}.png", name, sounds)
    print(
        write_tables(
            "speech",
            "The voices beside eSpeak NG",
            tables,
            f"torch {torch.__version__}, {THREADS} CPU threads, eSpeak NG {espeak.version}. "
            "`python -m benchmarks.speech --help` is the protocol. No listening test has been held.",
        )
    )


if __name__ == "__main__":
    main()
