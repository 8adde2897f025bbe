"""eSpeak NG's mnemonics for German, as phones of the engine."""

IPA = {
    "p": "p", "b": "b", "t": "t", "d": "d", "k": "k", "g": "g", "f": "f", "v": "v", "s": "s", "z": "z",
    "S": "ʃ", "Z": "ʒ", "C": "ç", "x": "x", "h": "h", "pF": "pf", "ts": "ts", "tS": "tʃ", "dZ": "dʒ",
    "m": "m", "n": "n", "N": "ŋ", "l": "l", "r": "ɣ", "R": "ɣ", "j": "j",
    "i:": "i", "I": "ɪ", "y:": "y", "y": "ʏ", "e:": "e", "E:": "ɛ", "E": "ɛ", "E2": "ɛ", "Y:": "ø", "W": "œ",
    "A:": "aː", "A": "a", "a": "a", "o:": "o", "O": "ɔ", "u:": "u", "U": "ʊ", "UR": "ʊɐ", "@": "ə", "3": "ɐ",
    "aI": "aɪ", "aU": "aʊ", "OY": "ɔɪ",
    "": "", "_!": "", "_|": "",
}  # fmt: skip  # "" is no sound of its own: the joint of two words
CLOSING = {"r": "ɐ"}  # where no vowel follows
