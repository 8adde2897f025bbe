"""Words that stand together so often that each settles which of several words the other is.

سیر is a plant beside پیاز and a journey beside سلوک; گل is clay beside لای and a flower beside بلبل. Only
what leaves no doubt is here: کرد و ترک is Kurd and Turk, but "did, and left" too.
"""

from __future__ import annotations

from typing import Final

PAIRS: Final[dict[str, str]] = {
    # garlic and full, not a journey
    "سیر و پیاز": "sir va piyAz",
    "پیاز و سیر": "piyAz va sir",
    "سیر و سرکه": "sir va serke",
    "سیر و گرسنه": "sir va gorosne",
    "گرسنه و سیر": "gorosne va sir",
    # clay and flowers
    "گل و لای": "gel va lAy",
    "آب و گل": "Ab va gel",
    "خشت و گل": "xeSt va gel",
    "سنگ و گل": "sang va gel",
    "گل رس": "gel-e ros",
    "پا در گل": "pA dar gel",
    "پای در گل": "pAy dar gel",
    "گل و بلبل": "gol va bolbol",
    "یاس و نسترن": "yAs va nastaran",
    "نسترن و یاس": "nastaran va yAs",
    # sugar, not thanks
    "شیر و شکر": "Sir va Sekar",
    "قند و شکر": "qand va Sekar",
    "چای و شکر": "CAy va Sekar",
    "گرم شکر": "geram Sekar",
    # other food
    "نقل و نبات": "noql va nabAt",
    "کره و مربا": "kare va morabbA",
    "جو و گندم": "jow va gandom",
    "گندم و جو": "gandom va jow",
    # peoples, not leaving or doing
    "ترک شیرازی": "tork-e SirAzi",
    "ترک و فارس": "tork va fArs",
    "ترک و کرد": "tork va kord",
    # people and creation
    "مرد و زن": "mard va zan",
    "بنا و معمار": "bannA va me?mAr",
    "خلق خدا": "xalq-e xodA",
    "خلق و خوی": "xolq va xuy",
    # nine, not no
    "نه و نیم": "noh va nim",
    "بیست و نه": "bist va noh",
    "سی و نه": "si va noh",
    "چهل و نه": "Cehel va noh",
    "پنجاه و نه": "panjAh va noh",
    "شصت و نه": "Sast va noh",
    "هفتاد و نه": "haftAd va noh",
    "هشتاد و نه": "haStAd va noh",
    "نود و نه": "navad va noh",
    "صد و نه": "sad va noh",
    "دویست و نه": "devist va noh",
    "زن و مرد": "zan va mard",
    # things
    "بر و بحر": "barr va bahr",
    "بر و بچه‌ها": "bar va baCCehA",
    "تک و توک": "tak va tuk",
    "خاک و خل": "xAk va xol",
    "خرد و خمیر": "xord va xamir",
    "رنگ و رو": "rang va ru",
    "پست و بلند": "past va boland",
    "جرم و جنایت": "jorm va jenAyat",
    "جرم و حجم": "jerm va hajm",
    "خم شراب": "xom-e SarAb",
    "در و گهر": "dorr va gohar",
    "درهم و دینار": "derham va dinAr",
    "دو و میدانی": "dow va meydAni",
    "سم و زهر": "samm va zahr",
    "صرف و نحو": "sarf va nahv",
    "علم و کتل": "?alam va kotal",
    "قوت و ضعف": "qovvat va za?f",
    "کشت و کشتار": "koSt va koStAr",
    "مسکن و مأوا": "maskan va ma?vA",
    "ملک و املاک": "melk va amlAk",
    "مهر و امضا": "mohr va emzA",
    "مهر و موم": "mohr va mum",
}
"""Phrase -> reading in the phonemic scheme, ``-e`` for an ezafe; the last word's is left to the context."""
