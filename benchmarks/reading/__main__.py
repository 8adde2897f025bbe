import argparse
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import torch

import benchmarks.reading as protocol
from benchmarks.reading import diacritics, tables
from benchmarks.reading.peers import DIACRITIZER, PEERS, Answer, ask, phonemes
from benchmarks.reading.phonemes import score, sentences
from benchmarks.reading.speed import about_twenty_words, latency
from benchmarks.reading.systems import Speed, marked_letters, speeds, transcribe
from benchmarks.report import write_tables
from engine.reading.reader import Reader
from engine.text.normalize import normalize

THREADS = 2
OURS = "ours"
_WARM_UP = 5  # sentences


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.reading",
        description=protocol.__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--weights", type=Path, help="folder of the weights; the package's own if not given")
    parser.add_argument(
        "--peers", type=Path, default=Path(sys.executable), help="a Python that has the peers"
    )
    arguments = parser.parse_args()
    torch.set_num_threads(THREADS)

    dev = sentences(arguments.data)
    texts = [sentence.text for sentence in dev]
    references = diacritics.references(arguments.data)
    bare = [diacritics.bare(reference) for reference in references]

    answers: dict[str, Answer | str] = {}
    with ThreadPoolExecutor(THREADS) as pool:  # each peer uses one thread
        marking = pool.submit(ask, DIACRITIZER, bare, arguments.peers)
        for peer, answer in zip(
            PEERS, pool.map(lambda peer: phonemes(peer, texts, arguments.peers), PEERS), strict=True
        ):
            answers[peer.title] = answer
    marked = marking.result()

    reader = Reader(arguments.weights, "cpu")
    scores = {OURS: score(transcribe(reader, texts), dev)}
    letters = {OURS: marked_letters(reader, references)}
    peer_speeds = {}
    chosen = about_twenty_words(texts)
    for name, answer in answers.items():
        if isinstance(answer, Answer):
            scores[name] = score(answer.outputs, dev)
            taken = latency([answer.seconds[i] for i in chosen])
            peer_speeds[name] = Speed("one thread", taken, None)
    if isinstance(marked, Answer):
        letters["persian_phonemizer"] = [
            letter
            for reference, output in zip(references, marked.outputs, strict=True)
            for letter in diacritics.letters(reference, normalize(output).text)
        ]
    others = [text for i, text in enumerate(texts) if i not in chosen][:_WARM_UP]
    ours = speeds([texts[i] for i in chosen], others, texts + bare, THREADS, arguments.weights)

    print(
        write_tables(
            "reading",
            "Reading beside its peers",
            [
                tables.phoneme_table(scores),
                tables.word_table(
                    scores,
                    {OURS} | {peer.title for peer in PEERS if peer.ezafe},
                    sum(len(sentence.homographs) for sentence in dev),
                ),
                tables.diacritic_table(letters),
                tables.error_table(letters[OURS]),
                tables.speed_table(ours, peer_speeds),
                tables.peer_table(answers),
            ],
            f"torch {torch.__version__}, {THREADS} CPU threads. `python -m benchmarks.reading --help` "
            "is the protocol.",
        )
    )


if __name__ == "__main__":
    main()
