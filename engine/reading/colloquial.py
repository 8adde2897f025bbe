"""Words of chat that are read otherwise than their letters suggest, and small words that company settles.

تو is "in" before a place that bears an enclitic (تو دلم), and "you" elsewhere; حله is "all right", no robe.
"""

from __future__ import annotations

from typing import Final

COLLOQUIAL: Final[dict[str, str]] = {
    # words that have no other reading
    "آرومتر": "Arumtar",
    "ایول": "eyval",
    "بچم": "baCCam",
    "بچمو": "baCCamo",
    "بچت": "baCCat",
    "بچتو": "baCCato",
    "جونته": "junete",
    "چاکریم": "CAkerim",
    "چخبر": "Cexabar",
    "حله": "halle",
    "خدافس": "xodAfes",
    "خدافظ": "xodAfez",
    "عمم": "?ammam",
    "معدم": "me?dam",
    # loan words that end like nouns with an enclitic
    "پژو": "peZo",
    "پدرو": "pedro",
    "دومینو": "domino",
    "نگرو": "negro",
    "دمو": "demo",
    "فکت": "fakt",
    "فونت": "font",
    "تابو": "tAbu",
    "نانت": "nAnt",
    "مینت": "mint",
    "رزیدنت ایول": "rezident ivel",
    "شهر حله": "Sahr-e helle",
    # calls and greetings
    "آخ آخ": "Ax Ax",
    "وای وای": "vAy vAy",
    "بای بای": "bAy bAy",
    "شبت بخیر": "Sabet bexeyr",
    "عصرت بخیر": "?asret bexeyr",
    # in company
    "برو پی کارت": "boro pey-e kAret",
    "پی کارش": "pey-e kAreS",
    "چند نفرین": "Cand nafarin",
    "چند نفریم": "Cand nafarim",
    "دم دره": "dam-e dare",
    "گه خوردم": "goh xordam",
    "گه نخور": "goh naxor",
    "پرو مکس": "pero maks",
    "یکم صبر": "yekam sabr",
    # in, not you
    "تو دلم": "tu delam",
    "تو دلت": "tu delet",
    "تو دلش": "tu deleS",
    "تو ذهنم": "tu zehnam",
    "تو ذهنت": "tu zehnet",
    "تو سرت": "tu saret",
    "تو سرم": "tu saram",
    "تو سرش": "tu sareS",
    "تو فکرم": "tu fekram",
    "تو راهم": "tu rAham",
    "تو راهیم": "tu rAhim",
    "تو ترافیکم": "tu terAfikam",
    "تو ترافیکیم": "tu terAfikim",
    "تو ماشینم": "tu mASinam",
    "تو خونمون": "tu xunamun",
    "تو گروه": "tu goruh",
}
"""As in `engine.reading.pairs`."""
