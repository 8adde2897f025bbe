import pytest
import torch
from torch import nn

from engine.depthwise import depthwise


@pytest.mark.parametrize("shape", [(1, 1, 8), (2, 5, 16), (3, 40, 24)])
def test_it_is_the_convolution_of_each_channel_by_itself(shape: tuple[int, int, int]) -> None:
    torch.manual_seed(0)
    x = torch.randn(shape)
    conv = nn.Conv1d(shape[2], shape[2], 7, padding=3, groups=shape[2])
    expected = conv(x.transpose(1, 2)).transpose(1, 2)
    torch.testing.assert_close(depthwise(x, conv.weight.squeeze(1), conv.bias), expected)


def test_gradients_reach_the_taps() -> None:
    taps = torch.zeros(4, 3, requires_grad=True)
    depthwise(torch.ones(1, 5, 4), taps).sum().backward()
    assert taps.grad is not None
    assert taps.grad.tolist() == [[4.0, 5.0, 4.0]] * 4
