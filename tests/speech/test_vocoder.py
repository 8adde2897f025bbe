"""The pulse train and the vocoder, apart from what it learnt and with it."""

import numpy as np
import torch

from engine import checkpoint
from engine.speech.excitation import pulses
from engine.speech.mel import HOP_LENGTH, N_MELS, SAMPLE_RATE, LogMel
from engine.speech.vocoder import Vocoder, VocoderConfig, minimum_phase

SMALL = VocoderConfig(width=16, inner=16, layers=1)


def strongest(audio: torch.Tensor) -> float:
    """Frequency at which the autocorrelation of a voiced sound peaks, in Hz."""
    spectrum = torch.fft.rfft(audio, 2 * len(audio)).abs().square()
    lags = torch.fft.irfft(spectrum)[: SAMPLE_RATE // 60]
    first = SAMPLE_RATE // 450
    return SAMPLE_RATE / (first + int(lags[first:].argmax()))


def test_pulses_have_the_pitch_and_unit_power() -> None:
    for hertz in (80.0, 160.0, 320.0):
        train = pulses(torch.full((1, 60), hertz))[0]
        assert abs(strongest(train) - hertz) < 0.01 * hertz
        assert abs(float(train.square().mean()) - 1) < 0.1


def test_no_pulses_where_nothing_is_voiced() -> None:
    f0 = torch.full((1, 40), 150.0)
    f0[:, 20:] = 0
    train = pulses(f0)[0]
    assert float(train[21 * HOP_LENGTH :].abs().max()) == 0
    assert float(train[: 19 * HOP_LENGTH].abs().max()) > 1


def test_minimum_phase_of_a_flat_gain_is_none() -> None:
    assert torch.allclose(minimum_phase(torch.zeros(1, 513, 3)), torch.zeros(1, 513, 3), atol=1e-6)


def test_length_is_that_of_the_frames() -> None:
    torch.manual_seed(0)
    audio = Vocoder(SMALL)(torch.full((2, N_MELS, 31), -3.0), torch.full((2, 31), 120.0))
    assert audio.shape == (2, 30 * HOP_LENGTH)


def test_copy_synthesis_of_a_vowel_keeps_its_pitch_and_spectrum() -> None:
    stored = checkpoint.load("vocoder")
    vocoder = Vocoder(VocoderConfig(**stored.config))
    vocoder.load_state_dict({name: tensor.float() for name, tensor in stored.tensors.items()})
    f0 = torch.full((1, 90), 140.0)
    vowel = pulses(f0)
    for hertz in (600, 1100, 2500):  # three resonances
        angle, radius = 2 * np.pi * hertz / SAMPLE_RATE, 0.97
        poles = torch.tensor([1.0, -2 * radius * np.cos(angle), radius**2], dtype=torch.float32)
        vowel = filtered(vowel, poles)
    vowel = 0.08 * vowel / vowel.std()
    mel = LogMel()
    with torch.inference_mode():
        made = vocoder.eval()(mel(vowel), f0)
    assert abs(strongest(made[0, 4800:14_400]) - 140) < 3
    assert float((mel(made) - mel(vowel[:, : made.shape[1]])).abs().mean()) < 0.6


def filtered(audio: torch.Tensor, poles: torch.Tensor) -> torch.Tensor:
    import torchaudio

    zeros = torch.tensor([1.0, 0.0, 0.0])
    return torchaudio.functional.lfilter(audio, poles, zeros, clamp=False)


def test_refinement_brings_noise_nearer_to_the_wanted_spectrum() -> None:
    torch.manual_seed(0)
    mel, vocoder = LogMel(), Vocoder(SMALL)
    wanted = mel(0.1 * torch.randn(1, 40 * HOP_LENGTH))
    other = 0.03 * torch.randn(1, 40 * HOP_LENGTH)
    before, after = ((mel(audio) - wanted).abs().mean() for audio in (other, vocoder.refined(other, wanted)))
    assert after < 0.3 * before
