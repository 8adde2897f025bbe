import pytest
import torch

from engine.dropout import Dropout


def test_dropout_drops_the_same_features_at_all_positions_and_keeps_the_mean() -> None:
    torch.manual_seed(0)
    dropout = Dropout(0.25)
    dropped = dropout(torch.ones(40, 5, 64))
    assert torch.equal(dropped, dropped[:, :1].expand_as(dropped))
    assert dropped.unique().tolist() == [0.0, pytest.approx(4 / 3)]
    assert dropped.mean().item() == pytest.approx(1.0, abs=0.05)
    x = torch.randn(2, 3, 4)
    assert torch.equal(dropout.eval()(x), x)
