"""Persian speech: phonemes -> acoustic model -> neural vocoder -> WAV or MP3, all local PyTorch models."""
