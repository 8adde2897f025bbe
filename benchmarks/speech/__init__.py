"""The voices, measured in one run: `python -m benchmarks.speech --data DATA --recogniser CHECKPOINT`.

DATA is the folder of the training data; CHECKPOINT the `last.pt` of `training.speech.train_recogniser`.
eSpeak NG (`apt-get install libespeak-ng1 espeak-ng-data`) is both the teacher of the voices and the peer
here. Needs `pip install 'persian-engine[bench-speech]'`, of which pesq and pyworld want a C compiler. On
two CPU threads; where there is CUDA the speed is measured there too. `--sentences` makes a short run,
with `--all-voices` the recogniser hears the Premium voices too; `--only speed` measures one thing again and,
in a whole run, puts its table in the place of the old one.

Speed
    A sentence of about ten seconds, from text, another number in it each time so that nothing is
    remembered: median time over the length of the sound. The first sound of a text of 6,000 code points:
    from the call to the first piece of the stream. Processor time stands beside the clock, for machines
    that do other work.
Copy synthesis
    The recordings that the vocoder's training holds out, to log-mel and pitch and back. PESQ wide-band
    (ITU-T P.862.2) at 16 kHz; multi-resolution STFT distance (Yamamoto et al. 2020); root mean square
    difference of periodicity, the normalised autocorrelation of 43 ms frames at its best lag (Boersma
    1993); F1 of voiced frames, and pitch, by pyworld (DIO and StoneMask). WORLD itself, which also codes
    a sound as a spectral envelope, a pitch and a noisiness, stands beside it.
Intelligibility
    Phoneme error rate of a CTC recogniser that never heard our acoustic model: it learnt from the
    teacher's Persian in many throats and from the recordings. Sentences of `sentences.dev.tsv`, from
    their phonemes, the same for the teacher and every voice. The glottal stop counts.
Timbre
    Root mean square difference of long-term mean log-mel spectra of spoken frames, 400 Hz to 5 kHz, levels
    apart, between a voice and each recorded speaker moved to the voice's vocal tract and brightness.
Voicing
    The same periodicity in frames where pyworld finds a pitch, of the recorded speakers, the teacher and the
    voices: whether a voice is hoarser than people are.
Opinion
    What listeners would say of the same sounds, as DNSMOS P.835 and P.808 foretell (Reddy et al. 2022; by
    the package speechmos), at 16 kHz and one loudness.
Stability
    Texts of several dev sentences through the whole chain, the voices taking turns. A word is skipped
    where the recogniser hears none of its phonemes (three at least), repeated where it hears four
    phonemes in a row that are not there. A click is a step at a joint of sections that is larger than the
    steps around it. A runaway is a section that takes less than 40 or more than 150 ms a phoneme, pauses
    left out.

Writes `results/speech.md`, `speech.json` and a spectrogram of each Basic voice, `speech-VOICE.png`. The
score of a recogniser or a distance is no listener: no listening test has been held. `python -m
benchmarks.speech.samples` writes what there is to listen to.
"""
