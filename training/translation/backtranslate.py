"""Back-translation (Sennrich 2016): an English-to-Persian twin writes the Persian side of English prose.

    python -m training.translation.train --reverse --config full --minutes 60 --device cuda --out TWIN
    python -m training.translation.backtranslate --data DATA --run TWIN --out back.tsv --device cuda
    python -m training.translation.prepare --data DATA --keep-vocabulary --back back.tsv

writes a line for each sentence of the prose, Persian TAB English, in its order, but for those translated for
this project (`translated.en.tsv` beside the vocabulary, which `prepare` writes); `prepare` drops the bad ones
and tags the rest. Stopped and started again, it goes on after the last whole line.
"""

import argparse
import lzma
import re
from argparse import RawDescriptionHelpFormatter
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path

import torch
from rich.progress import track

from engine.translation.form import source_form, target_form
from engine.translation.model import Transformer
from engine.translation.vocabulary import Vocabulary
from training.translation.evaluate import plain_search
from training.translation.export import Run
from training.translation.sources import MONOLINGUAL

_BEAMS = 1  # greedy: three times as fast as four
CHUNK = 2000
"""Sentences translated between two writes; those of like length share a batch."""
_SENTENCES = re.compile(r"""["'A-Z0-9].*[.!?]["']?""")
_LENGTHS = range(30, 301)


def prose(lines: Iterable[str], known: Iterable[str] = ()) -> Iterator[str]:
    """Lines that are whole sentences of 30 to 300 code points and not `known`, in target form, each once."""
    seen = set(map(target_form, known))
    for line in lines:
        text = target_form(line)
        if len(text) in _LENGTHS and _SENTENCES.fullmatch(text) and text not in seen:
            seen.add(text)
            yield text


def backtranslate(
    twin: Transformer, vocabulary: Vocabulary, sentences: list[str], out: Path, chunk: int = CHUNK
) -> None:
    """Append to `out` the lines that are missing there.

    Raises:
        ValueError: what is there was made of other sentences.
    """
    with out.open("ab+") as file:
        file.seek(0)
        whole = file.read().rpartition(b"\n")
        file.truncate(len(whole[0] + whole[1]))  # half a line of a run that was killed
        kept = (whole[0] + whole[1]).decode().split("\n")[:-1]
        done = len(kept)
        if any(line.partition("\t")[2] != english for line, english in zip(kept, sentences, strict=False)):
            raise ValueError(f"{out} holds back-translations of other sentences")
        for at in track(range(done, len(sentences), chunk), description="back-translation"):
            english = sentences[at : at + chunk]
            persian = plain_search(twin, vocabulary, english, _BEAMS)
            lines = (f"{source_form(fa)}\t{en}\n" for fa, en in zip(persian, english, strict=True))
            file.write("".join(lines).encode())
            file.flush()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="holds mono/en/modern.txt.xz")
    parser.add_argument("--prepared", type=Path, default=Path("checkpoints/translation"))
    parser.add_argument("--run", type=Path, required=True, help="folder of the twin's training run")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--skip", type=int, default=0, help="sentences left out at the start")
    parser.add_argument("--sentences", type=int, default=None, help="so many after those only")
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--threads", type=int, default=1)
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.threads)
    run = Run.load(arguments.run)
    twin = Transformer(run.config)
    twin.load_state_dict(run.weights)
    precision = torch.bfloat16 if torch.device(arguments.device).type == "cuda" else torch.float32
    twin.to(arguments.device, precision).eval()
    translated = (arguments.prepared / "translated.en.tsv").read_text(encoding="utf-8").splitlines()
    known = (line.partition("\t")[2] for line in translated)
    with lzma.open(arguments.data / MONOLINGUAL["en"], "rt", encoding="utf-8") as lines:
        sentences = list(islice(prose(lines, known), arguments.skip, None))[: arguments.sentences]
    vocabulary = Vocabulary(arguments.prepared / "vocabulary.model")
    backtranslate(twin, vocabulary, sentences, arguments.out)


if __name__ == "__main__":
    main()
