import torch

from engine.translation.model import Transformer, rotate, rotations
from engine.translation.search import _padded

SOURCES = [[20, 21, 22, 23, 24], [30, 31], [40, 41, 42]]


def test_cached_decoding_equals_full_decoding(model: Transformer) -> None:
    source, mask, _ = _padded(SOURCES, torch.device("cpu"))
    target = torch.randint(4, 60, (3, 9), generator=torch.Generator().manual_seed(0))
    with torch.inference_mode():
        full = model.score(model.decode(target, model.encode(source, mask), mask))
        state = model.start(source, mask, limit=9)
        steps = torch.cat([model.step(target[:, [at]], state) for at in range(9)], dim=1)
    torch.testing.assert_close(steps, full, atol=1e-4, rtol=1e-4)


def test_padding_changes_nothing(model: Transformer) -> None:
    source, mask, lengths = _padded(SOURCES, torch.device("cpu"))
    with torch.inference_mode():
        together = model.encode(source, mask)
        for row, length in enumerate(lengths.tolist()):
            alone = model.encode(source[row : row + 1, :length])
            torch.testing.assert_close(together[row, :length], alone[0], atol=1e-5, rtol=1e-4)


def test_later_pieces_do_not_change_earlier_ones(model: Transformer) -> None:
    encoded = model.encode(torch.tensor([SOURCES[0]]))
    short = model.decode(torch.tensor([[1, 7, 8]]), encoded)
    long = model.decode(torch.tensor([[1, 7, 8, 9, 10]]), encoded)
    torch.testing.assert_close(long[:, :3], short, atol=1e-5, rtol=1e-4)


def test_rotary_products_depend_on_distance_only() -> None:
    rotation = rotations(12, 8)
    query, key = torch.randn(2, 1, 1, 1, 8).expand(2, 1, 1, 12, 8)
    products = rotate(query, rotation) @ rotate(key, rotation).transpose(-1, -2)
    torch.testing.assert_close(products[0, 0, 5, 2], products[0, 0, 9, 6])
