"""Scores on FLORES-200 dev: loss per piece, and BLEU and chrF++ of sacrebleu with their signatures."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from sacrebleu.metrics import BLEU, CHRF
from torch.nn import functional as F

from engine.translation.decoder import batches
from engine.translation.form import source_form, target_form
from engine.translation.model import Transformer
from engine.translation.preserve import protect, protect_pair
from engine.translation.search import SearchOptions, search
from engine.translation.vocabulary import PAD, Vocabulary
from training.translation.batches import Batch, Pairs, plan

_TOKENS = 4096


@dataclass(frozen=True, slots=True)
class Scores:
    """BLEU and chrF++ of a set of translations."""

    bleu: float
    chrf: float
    signatures: tuple[str, str]
    sentences: int

    def __str__(self) -> str:
        return (
            f"BLEU {self.bleu:.2f} ({self.signatures[0]})\n"
            f"chrF++ {self.chrf:.2f} ({self.signatures[1]})\non {self.sentences} sentences"
        )


def score(translations: list[str], references: list[str]) -> Scores:
    """Corpus scores of translations against one reference each."""
    bleu, chrf = BLEU(), CHRF(word_order=2)
    bleu_score = bleu.corpus_score(translations, [references]).score
    chrf_score = chrf.corpus_score(translations, [references]).score
    signatures = str(bleu.get_signature()), str(chrf.get_signature())
    return Scores(bleu_score, chrf_score, signatures, len(references))


def read_pairs(path: Path) -> list[tuple[str, str]]:
    """Persian and English of each line of a TSV file."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [(persian, english) for persian, english in (line.split("\t") for line in lines)]


def development_batches(path: Path, vocabulary: Vocabulary, reverse: bool = False) -> list[Batch]:
    """The dev pairs, or with `reverse` English to Persian, in batches without source padding."""
    formed = [protect_pair(source_form(fa), target_form(en)) for fa, en in read_pairs(path)]
    sources, targets = ([pair[side] for pair in formed] for side in (0, 1))
    pairs = Pairs(vocabulary.encode_many(sources), vocabulary.encode_many(targets))
    pairs = pairs.swapped() if reverse else pairs
    everything = np.arange(len(pairs))
    planned = plan(pairs, everything, _TOKENS, 1000, np.random.default_rng(0))
    return [pairs.collate(indices) for indices in planned]


@torch.inference_mode()
def development_loss(model: Transformer, batches: list[Batch]) -> float:
    """Cross-entropy per piece in nats, without label smoothing."""
    device = model.embedding.weight.device
    total, pieces = 0.0, 0
    for batch in batches:
        source, target, expected = (t.to(device) for t in (batch.source, batch.target, batch.expected))
        with torch.autocast(device.type, dtype=torch.bfloat16):
            scores = model.score(model.decode(target, model.encode(source)))
        scores = scores.float().flatten(0, 1)
        loss = F.cross_entropy(scores, expected.flatten(), ignore_index=PAD, reduction="sum")
        total += loss.item()
        pieces += int((expected != PAD).sum())
    return total / pieces


def development_scores(
    model: Transformer, vocabulary: Vocabulary, path: Path, first: int | None = None, reverse: bool = False
) -> Scores:
    """Scores of the model's translations of the first dev sentences (all if None), by plain beam search.

    With `reverse`, of English to Persian: against the references in source form, nothing held in slots.
    """
    pairs = read_pairs(path)[:first]
    if reverse:
        translations = plain_search(model, vocabulary, [target_form(en) for _, en in pairs])
        return score(translations, [source_form(fa) for fa, _ in pairs])
    protected = [protect(fa) for fa, _ in pairs]
    found = plain_search(model, vocabulary, [source_form(sentence.text) for sentence in protected])
    translations = [sentence.restore(text) for sentence, text in zip(protected, found, strict=True)]
    return score(translations, [en for _, en in pairs])


def plain_search(
    model: Transformer, vocabulary: Vocabulary, sentences: list[str], beams: int = 4
) -> list[str]:
    """The best hypothesis of each sentence, both in the forms that the model was trained on, unchecked."""
    sources = vocabulary.encode_many(sentences)
    pieces: list[list[int]] = [[]] * len(sources)
    for rows in batches([len(source) for source in sources]):
        results = search(model, [sources[row] for row in rows], SearchOptions(beams=beams))
        for row, found in zip(rows, results, strict=True):
            pieces[row] = found[0].pieces
    return [vocabulary.decode(found) for found in pieces]
