"""Persian text: code points, normalisation with offset maps, words, sentences, what is read aloud."""
