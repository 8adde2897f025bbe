"""Reading beside its peers, in one run: `python -m benchmarks.reading --data DATA --peers peers/bin/python`.

Writes `benchmarks/results/reading.md` and `.json`. DATA is the data folder; only its dev files are read, and
nothing is tuned to them here. A few minutes on two cores, most of them the peers'.

Peers run in a Python of their own (`--peers`), because their dependencies do not agree with ours; one that is
absent is named as absent. To have all of them:

    apt-get install -y espeak-ng                      # Debian; libespeak-ng.so.1 comes with it
    python -m venv peers
    peers/bin/pip install -r benchmarks/reading/peers.txt
    peers/bin/pip install --no-deps nltk==3.10.4      # hazm 0.7 asks for 3.3, which Python 3.11 cannot run

Protocol
========

Phonemes: the 800 sentences of `sentences.dev.tsv`, given to every system as they are written, one at a time.
A system's output is put in the project's scheme by the table in `notation.py`. Tokens and alignment are those
of `training/reading/score.py`: one token a phoneme, the glottal stop dropped, `ow` counted as `o`, ezafe a
token of its own; spaces, stress and length do not count. The phoneme error rate is edits for each reference
token over all sentences of a kind. An ezafe read as a plain e is no error of this rate, so a peer that reads
ezafe without saying so loses nothing; a peer that leaves it out loses it. The second rate takes the ezafe and
its glide out of both sides after alignment, for peers without ezafe. A sentence at which a peer raises an
exception counts as silent.

eSpeak NG: voice `fa`, phonemes of the whole sentence as IPA from `espeak_TextToPhonemes` of the shared
library, which is what `espeak-ng -q -v fa --ipa` prints. epitran: `fas-Arab`. PersianG2p: with its large
dictionary, its normaliser kept between calls. persian_phonemizer and gruut: as installed; both say where they
read an ezafe.

Homographs: words that have several readings in the homograph files, in the dev sentences written around
homographs; right if the reference reading occurs in the output, ezafe, glottal stops and word boundaries
ignored (a benefit of the doubt, the same for all).

Ezafe: precision, recall and F1 of the ezafe tokens on the same alignment, for systems that say them.

Diacritics: the 574 lines of `updt.dev.txt`, given without any mark, tokenised punctuation set as people write
it. A letter is wrong if its set of marks differs from the reference's; sukun is ignored, ezafe marks count,
and the reference is taken as it is, which leaves out some marks (see the table of where errors are). Which
letters count differs in the field, so there are several rates. Fadel et al., "Arabic Text Diacritization
Using Deep Neural Networks" (ICCAIS 2019), whose script most work on Arabic uses, count every letter
("including no diacritic") or those that carry a mark in the reference ("excluding no diacritic"), each with
or without the last letter of words ("case ending"; here that is where ezafe is). The project's own protocol
counts the letters of words that the reference marks at all. The 8.3 % published for a 132M-parameter model is
on that model's own test, and how it was counted is not stated where we could read it: no row is surely the
same measure. A peer's text may have other letters than its input: letters are aligned, and one it changed
counts as unmarked.

Speed: the dev sentences of 18 to 22 words, each once, warm (median and 95th percentile), and many texts at
once. Ours on two CPU threads; on a GPU, where there is one, in bfloat16; each peer on one thread, which is
all it uses, in the run that gave its phonemes.
"""
