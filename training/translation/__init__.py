"""Training of the translator: data, model runs, scores, export."""
