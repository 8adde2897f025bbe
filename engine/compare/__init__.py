"""Two engines on the same texts: how far their answers agree, and how fast each gives them."""
