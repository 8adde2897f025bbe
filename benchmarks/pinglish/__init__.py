"""Pinglish beside people and peers: `python -m benchmarks.pinglish --data DATA --peers peers/bin/python`.

Writes `benchmarks/results/pinglish.md` and `.json`. Several minutes on two cores, most for the word list.

Peers run in a Python of their own (`--peers`); one that is absent has a row of dashes. To have all of them:

    apt-get install -y icu-devtools                   # Debian: ICU's transliterators as the command uconv
    python -m venv peers
    peers/bin/pip install -r benchmarks/pinglish/peers.txt

Protocol
--------

People: each Persian sentence of DATA/pinglish/human_finglish.tsv (924 pairs, used for nothing else) is
romanised and compared with what a person typed for it. The character error rate (CER) counts edits for each
character of the person's text, after both went through the table of `folding.py`, and once before folding.
A few per cent of the pairs are misaligned, and some persons drift into colloquial forms, which no romaniser
can follow; so the median of the sentences' rates stands beside the rate of all. Ours is the readable style,
`double_a`; a peer's sounds are put in the letters people type by the table in `romanizers.py`. Speed is code
points of Persian a second, loading left out (of ICU, which runs as a command, included); ours includes the
reading, on two threads.

The way back: every distinct word of a text (DATA/mono/fa/modern.txt.xz, or --words FILE) is read alone,
written in the systematic style in both notations, and turned back. A word is exact if its letters and
non-joiners in normal spelling come back one by one; vowel marks are left out.
"""
