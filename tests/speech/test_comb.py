"""Where a pitch puts its harmonics in a log-mel."""

import math

import pytest
import torch

from engine.speech.comb import HIGHEST, LOWEST, Comb
from engine.speech.excitation import pulses
from engine.speech.mel import N_MELS, LogMel, filterbank


@pytest.fixture(scope="module")
def comb() -> Comb:
    return Comb()


def centres() -> torch.Tensor:
    filters = filterbank()
    hertz = torch.linspace(0, 12_000, len(filters))
    return (filters * hertz[:, None]).sum(dim=0) / filters.sum(dim=0)


@pytest.mark.parametrize("hertz", [100.0, 163.0, 240.0])
def test_ridges_stand_at_the_harmonics_and_valleys_between_them(comb: Comb, hertz: float) -> None:
    found = comb(torch.tensor([[math.log(hertz)]]))[0, 0]
    for harmonic in range(2, 6):
        ridge = int((centres() - harmonic * hertz).abs().argmin())
        valley = int((centres() - (harmonic + 0.5) * hertz).abs().argmin())
        assert found[ridge] > found[valley] + 0.2


@pytest.mark.parametrize("hertz", [90.0, 171.3, 333.0])
def test_it_is_what_a_pulse_train_of_that_pitch_shows(comb: Comb, hertz: float) -> None:
    mel = LogMel()(pulses(torch.full((1, 60), hertz)))[0, :, 5:-5].mean(dim=1)
    shown = mel - filterbank().sum(dim=0).log()
    difference = comb(torch.tensor([[math.log(hertz)]]))[0, 0] - shown
    assert float((difference - difference.median()).abs().mean()) < 0.05


def test_bands_wider_than_harmonics_lie_apart_show_none(comb: Comb) -> None:
    low = comb(torch.linspace(math.log(70), math.log(120), 30)[None])
    assert float(low[..., 60:].abs().max()) < 0.1
    assert float(low[..., 4:20].std()) > 0.3


def test_pitches_beyond_the_range_are_as_at_its_ends(comb: Comb) -> None:
    ends = comb(torch.tensor([[math.log(LOWEST), math.log(HIGHEST)]]))
    beyond = comb(torch.tensor([[math.log(LOWEST / 2), math.log(HIGHEST * 2)]]))
    assert ends.shape == (1, 2, N_MELS)
    assert torch.allclose(ends, beyond, atol=1e-2)
