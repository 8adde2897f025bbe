"""The spectrogram that joins both models."""

import math

import torch

from engine.speech.mel import FLOOR, HOP_LENGTH, N_BINS, N_MELS, SAMPLE_RATE, LogMel, filterbank, frames_of


def test_shape_follows_the_hop() -> None:
    for samples in (600, 2560, 24_000):
        assert LogMel()(torch.zeros(2, samples)).shape == (2, N_MELS, frames_of(samples))


def test_silence_is_the_floor() -> None:
    assert torch.allclose(LogMel()(torch.zeros(1, 4800)), torch.tensor(math.log(FLOOR)))


def test_a_tone_is_loudest_in_the_filter_over_it() -> None:
    filters = filterbank()
    for hertz in (200, 1000, 5000):
        time = torch.arange(SAMPLE_RATE) / SAMPLE_RATE
        mel = LogMel()(torch.sin(2 * math.pi * hertz * time)[None])[0, :, 40]
        nearest = filters[round(hertz / (SAMPLE_RATE / 2) * (N_BINS - 1))].argmax()
        assert abs(int(mel.argmax()) - int(nearest)) <= 1


def test_twice_the_amplitude_is_log_two_more() -> None:
    torch.manual_seed(0)
    audio = 0.1 * torch.randn(1, HOP_LENGTH * 20)
    assert torch.allclose(LogMel()(2 * audio) - LogMel()(audio), torch.tensor(math.log(2)), atol=1e-3)
