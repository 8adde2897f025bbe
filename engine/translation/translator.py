"""Persian text to English text: sentences, model, checks, and the original's layout around them."""

from collections.abc import Sequence
from pathlib import Path

from engine.contract.errors import ServiceUnavailable
from engine.translation.decoder import Candidate, Decoder, Progress
from engine.translation.emphasis import emphasised
from engine.translation.layout import laid_out, stopped_like
from engine.translation.own import OwnDecoder
from engine.translation.segments import Kind, segments


class Translator:
    """Translates Persian to English.

    Args:
        weights: folder of the weights; that of the package if None.
        device: a torch device; a GPU where there is one if None.
        dtype: name of a torch floating dtype; bfloat16 on a GPU and float32 on a CPU if None.
        decoder: what translates sentences, in place of the weights.

    Raises:
        WeightsError: a weight file is missing or damaged.
    """

    def __init__(
        self,
        weights: Path | None = None,
        device: str | None = None,
        dtype: str | None = None,
        *,
        decoder: Decoder | None = None,
    ) -> None:
        self.decoder = decoder or OwnDecoder(weights, device, dtype)

    def translate(self, text: str) -> str:
        """The text in English, its paragraphs, blank lines, list markers and indentation kept.

        What holds no Persian letter comes back as it is.

        Raises:
            ServiceUnavailable: no valid translation was found for a sentence (contract, section 4 rule 6).
        """
        return self.translate_many([text])[0]

    def translate_many(self, texts: Sequence[str], progress: Progress | None = None) -> list[str]:
        """`translate` for many texts, their sentences batched together.

        Args:
            texts: of any length.
            progress: called with sentences done and sentences in all, after each batch.
        """
        cut = [segments(text) for text in texts]
        sentences = [
            emphasised(text[segment.start : segment.end])
            for text, found in zip(texts, cut, strict=True)
            for segment in found
            if segment.kind is Kind.TRANSLATED
        ]
        translated = self.translate_sentences([sentence.text for sentence in sentences], progress)
        restored = (
            sentence.restored(stopped_like(sentence.text, translation))
            for sentence, translation in zip(sentences, translated, strict=True)
        )
        return [laid_out(text, found, restored) for text, found in zip(texts, cut, strict=True)]

    def translate_sentences(self, sentences: Sequence[str], progress: Progress | None = None) -> list[str]:
        """Translations of single sentences, each with a Persian letter, in order; equal ones are done once.

        Raises:
            ServiceUnavailable: one of them has no valid translation.
        """
        best = self.candidates(list(dict.fromkeys(sentences)), progress)
        for sentence, candidate in best.items():
            if candidate.rank[0]:
                names = ", ".join(fault.name for fault in candidate.faults)
                raise ServiceUnavailable(
                    "No valid translation was found for a sentence of the text.",
                    details={"faults": names, "sentence": sentence},
                )
        return [best[sentence].text for sentence in sentences]

    def candidates(self, sentences: Sequence[str], progress: Progress | None = None) -> dict[str, Candidate]:
        """The best candidate of each sentence, valid or not."""
        best: dict[str, Candidate] = {}
        for attempt in range(self.decoder.attempts):
            # A number that is translated well ("two" for 2) looks lost, so a fault is no more than a doubt.
            doubtful = [sentence for sentence in sentences if sentence not in best or best[sentence].faults]
            report = progress if attempt == 0 else None
            for sentence, found in self.decoder.decode(doubtful, attempt, report):
                known = best.get(sentence)
                if known is None or found.rank < known.rank:
                    best[sentence] = found
        return best
