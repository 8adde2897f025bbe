import torch
from torch.nn import functional as F

from training.translation.loss import smoothed_cross_entropy


def test_the_gradient_is_that_of_smoothed_cross_entropy_and_the_value_that_of_the_plain() -> None:
    scores = torch.randn(7, 20, generator=torch.Generator().manual_seed(0), requires_grad=True)
    expected = torch.arange(7)
    (known,) = torch.autograd.grad(F.cross_entropy(scores, expected, label_smoothing=0.1), scores)
    loss = smoothed_cross_entropy(scores, expected, 0.1)
    torch.testing.assert_close(loss, F.cross_entropy(scores, expected))
    (gradient,) = torch.autograd.grad(2 * loss, scores)
    torch.testing.assert_close(gradient, 2 * known)
