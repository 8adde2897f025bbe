"""Persian to English: sentences, a Transformer, search, checks, and the layout around them."""
