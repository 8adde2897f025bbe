"""Text that remembers where it came from."""

import pytest

from engine.text.mapped import Edit, edited, identity


def test_identity_maps_each_code_point_to_itself() -> None:
    mapped = identity("سلام")
    assert mapped.text == "سلام"
    assert mapped.span(1, 3) == (1, 3)


def test_all_of_a_replacement_stands_for_all_it_replaced() -> None:
    mapped = edited("من 12 سیب", [Edit(3, 5, "دوازده")])
    assert mapped.text == "من دوازده سیب"
    assert mapped.span(3, 9) == (3, 5)
    assert mapped.span(5, 6) == (3, 5)
    assert mapped.span(10, 13) == (6, 9)


def test_deletions_leave_the_rest_in_place() -> None:
    mapped = edited("abcd", [Edit(1, 3, "")])
    assert mapped.text == "ad"
    assert mapped.span(0, 2) == (0, 4)
    assert mapped.span(1, 1) == (3, 3)
    assert edited("ab", [Edit(0, 2, "")]).span(0, 0) == (0, 0)


def test_compose_goes_through_to_the_first_original() -> None:
    inner = edited("a5b", [Edit(1, 2, "five")])
    outer = edited(inner.text, [Edit(0, 5, "x")])
    composed = outer.compose(inner)
    assert (composed.text, composed.span(0, 1), composed.span(1, 2)) == ("xb", (0, 2), (2, 3))


@pytest.mark.parametrize(
    "edits",
    [
        [Edit(2, 2, "x")],
        [Edit(0, 2, "x"), Edit(1, 3, "y")],
        [Edit(3, 9, "")],
        [Edit(2, 3, ""), Edit(0, 1, "")],
    ],
)
def test_edits_out_of_order_or_range_are_refused(edits: list[Edit]) -> None:
    with pytest.raises(ValueError, match="edit"):
        edited("abcd", edits)
