"""Piper voices (VITS in ONNX), spoken from our own phonemes."""
