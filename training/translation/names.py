"""The names that the translator carries over in English, from the table that `training.pinglish` made.

    python -m training.translation.names --table weights/pinglish_names.table.txt

writes `names.txt` beside the prepared pairs, which `training.translation.export` ships. Kept is a name that

- no common word is written like,
- the vocabulary has in three pieces or more (one in fewer was frequent: the model translates it by itself),
- most training pairs with it spell as the table does, where there are any.
"""

import argparse
import re
from argparse import RawDescriptionHelpFormatter
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from engine.pinglish.name_table import NameTable
from engine.translation.names import NameList
from engine.translation.vocabulary import Vocabulary
from training.translation.batches import Pairs

_PIECES = 3
_AGREEMENT = 0.5


def rare(table: NameTable, vocabulary: Vocabulary) -> dict[str, str]:
    """English by Persian, of the names that are no common words and that the vocabulary does not know."""
    whole = {name.keys[0]: name.latin[0] for name in table if len(name.keys) == 1}
    return {
        # The table cuts the English to its Persian words; as one word the name has it whole: LNG, not L N G.
        " ".join(name.keys): whole.get("".join(name.keys), " ".join(name.latin))
        for name in table
        if name.log_odds is None and len(vocabulary.encode(" ".join(name.keys))) >= _PIECES
    }


def agreeing(names: dict[str, str], pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """The names whose spelling most of the pairs that hold them have, if any does."""
    found = NameList(names)
    seen: Counter[str] = Counter()
    agreed: Counter[str] = Counter()
    for persian, english in pairs:
        for name in found.find(persian):
            seen[name.english] += 1
            agreed[name.english] += bool(re.search(rf"(?<!\w){re.escape(name.english)}(?!\w)", english))
    return {fa: en for fa, en in names.items() if agreed[en] >= _AGREEMENT * seen[en]}


def texts(pairs: Pairs, vocabulary: Vocabulary) -> Iterable[tuple[str, str]]:
    """The pairs as text, in their forms and with their slots."""
    for row in range(len(pairs)):
        source, target = pairs[row]
        yield vocabulary.decode(source.tolist()), vocabulary.decode(target.tolist())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("--prepared", type=Path, default=Path("checkpoints/translation"))
    parser.add_argument("--table", type=Path, default=Path("weights/pinglish_names.table.txt"))
    arguments = parser.parse_args()
    vocabulary = Vocabulary(arguments.prepared / "vocabulary.model")
    candidates = rare(NameTable.load(arguments.table), vocabulary)
    kept = agreeing(candidates, texts(Pairs.load(arguments.prepared / "pairs.npz"), vocabulary))
    NameList(kept).save(arguments.prepared / "names.txt")
    print(f"{len(kept)} of {len(candidates)} rare names kept")


if __name__ == "__main__":
    main()
