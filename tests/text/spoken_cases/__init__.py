"""What is said for what is written: cases by kind, each a text and the same text as it is read aloud."""

from tests.text.spoken_cases import letters, measures, numbers, running, times
from tests.text.spoken_cases.kind import Cases

CASES: Cases = {
    kind: cases
    for table in (numbers, times, measures, letters, running)
    for kind, cases in table.CASES.items()
}
