"""Words of product names behind a brand: in آیفون ۱۵ پرو the last word is Pro, elsewhere it may be Peru."""

from __future__ import annotations

import re
from typing import Final

BRANDS: Final = frozenset(
    (
        "AirPods", "Apple", "Asus", "Galaxy", "Google", "Honor", "Huawei", "iPad", "iPhone", "Lenovo",
        "MacBook", "Nokia", "Note", "OnePlus", "Pixel", "Poco", "Realme", "Redmi", "Samsung", "Sony",
        "Surface", "Xiaomi",
    )
)  # fmt: skip
WORDS: Final = {
    "اولترا": "Ultra",
    "ایر": "Air",
    "پرو": "Pro",
    "پلاس": "Plus",
    "لایت": "Lite",
    "مکس": "Max",
    "مینی": "Mini",
    "نوت": "Note",
}
_NUMBER: Final = re.compile(r"[ \u200c]+(?:[A-Za-z]?\d+[A-Za-z]? +)?")


def product_word(key: str, before: str, between: str) -> str | None:
    """The Latin spelling of a word in the name of a product; None for another word.

    Args:
        key: letters of the word.
        before: the Latin spelling of the word before it, a brand or another word of the product.
        between: the text between the two, in which a number may stand.
    """
    named = before in BRANDS or before in WORDS.values()
    return WORDS.get(key) if named and _NUMBER.fullmatch(between) else None
