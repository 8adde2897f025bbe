"""Words and short phrases as people type them, with the readings a Persian speaker accepts.

The glottal stop is left out and `ow` is `o`; readings are the phonemes of all words in a row, ezafe left out.
"""

from typing import Final

INFORMAL: Final[dict[str, str]] = {
    "می‌خوام": "mixAm", "می‌خوای": "mixAy", "می‌خواد": "mixAd", "می‌خوان": "mixAn", "نمی‌خوام": "nemixAm",
    "نمیدونم": "nemidunam", "نمی‌دونم": "nemidunam", "میدونی": "miduni", "می‌دونم": "midunam",
    "خونه": "xune", "تو خونه": "tuxune", "اگه": "age", "میشه": "miSe", "نمیشه": "nemiSe", "واسه": "vAse",
    "دیگه": "dige", "بشین": "beSin", "میرم": "miram", "میری": "miri", "میره": "mire", "نمیرم": "nemiram",
    "بریم": "berim", "میام": "miyAm", "میاد": "miyAd", "نمیاد": "nemiyAd", "بیا": "biyA", "میگم": "migam",
    "میگه": "mige", "بگو": "begu", "بهش": "beheS behheS", "بهم": "behem", "ازش": "azaS", "باهاش": "bAhAS",
    "چیه": "Ciye", "کیه": "kiye", "چی": "Ci", "چرا": "CerA", "آره": "Are", "نه بابا": "nabAbA nahbAbA",
    "اینجوری": "injuri", "اونجا": "unjA", "همون": "hamun", "اون": "un", "اینا": "inA", "اونا": "unA",
    "یه": "ye", "یه کم": "yekam", "یکی": "yeki", "الان": "alAn", "حالا": "hAlA", "خیلی": "xeyli xeli",
    "مامان": "mAmAn", "بابا": "bAbA", "داداش": "dAdAS", "بچه‌ها": "baCCehA baCehA", "نون": "nun",
    "پول": "pul", "آروم": "Arum", "تموم": "tamum", "می‌تونم": "mitunam", "نمی‌تونم": "nemitunam",
    "می‌کنه": "mikone", "می‌کنم": "mikonam", "می‌خونم": "mixunam", "گرفته": "gerefte", "رفتم": "raftam",
    "می‌شینم": "miSinam", "پاشو": "pASo", "بذار": "bezAr", "می‌ذارم": "mizAram", "بهتون": "behetun",
    "خودمون": "xodemun", "خونمون": "xunamun xunemun", "کجایی": "kojAyi", "چطوری": "Cetori", "مرسی": "mersi",
    "نمی‌خواستم": "nemixAstam", "بودن": "budan", "هستن": "hastan", "می‌گن": "migan", "رفتن": "raftan",
    "وایسا": "vAysA", "اومدم": "umadam", "اومده": "umade", "نیومد": "nayumad", "دارن": "dAran",
    "چیکار": "CikAr", "دوستام": "dustAm", "کتابام": "ketAbAm", "خوبه": "xube", "بدتره": "badtare",
    "قشنگه": "qaSange", "عاشقتم": "ASeqetam ASeqatam", "دلم تنگه": "delamtange", "تلفن": "telefon",
}  # fmt: skip

WITHOUT_JOINER: Final[dict[str, str]] = {
    "می شود": "miSavad", "می‌شود": "miSavad", "میشود": "miSavad", "نمی شود": "nemiSavad",
    "می رود": "miravad", "میرود": "miravad", "می خواهم": "mixAham", "میخواهم": "mixAham",
    "می گوید": "miguyad", "میگوید": "miguyad", "نمی دانم": "nemidAnam", "نمیدانم": "nemidAnam",
    "کتاب ها": "ketAbhA", "کتابها": "ketAbhA", "کتاب‌ها": "ketAbhA", "کتاب های": "ketAbhAy ketAbhA",
    "خانه ها": "xAnehA", "خانه‌ها": "xAnehA", "بچه ها": "baCCehA baCehA", "گل ها": "golhA",
    "بزرگ تر": "bozorgtar", "بزرگتر": "bozorgtar", "مهم ترین": "mohemtarin mohemmtarin",
    "مهمترین": "mohemtarin mohemmtarin", "دوستانم": "dustAnam", "کتابهایش": "ketAbhAyaS",
    "کتاب هایش": "ketAbhAyaS", "رفته ام": "rafteam", "رفته‌ام": "rafteam", "شده اند": "Sodeand",
    "گفته‌اند": "gofteand", "آینده ای": "Ayandei", "خانه‌ای": "xAnei", "دانش آموز": "dAneSAmuz",
    "دانش‌آموز": "dAneSAmuz", "دانشآموز": "dAneSAmuz", "هیچ کس": "hiCkas", "هیچکس": "hiCkas",
    "آن ها": "AnhA", "آنها": "AnhA", "این که": "inke", "اینکه": "inke", "چنان چه": "CenAnCe",
}  # fmt: skip

NAMES: Final[dict[str, str]] = {
    "نیویورک": "niyuyork niyoyork nivyork", "لندن": "landan", "پاریس": "pAris", "برلین": "berlin",
    "توکیو": "tokiyo", "مسکو": "mosko", "واشنگتن": "vASangton", "آمریکا": "AmrikA", "فرانسه": "farAnse",
    "آلمان": "AlmAn", "انگلیس": "engelis", "ایتالیا": "itAliyA", "اسپانیا": "espAniyA",
    "استرالیا": "ostorAliyA ostrAliyA", "کانادا": "kAnAdA", "اوکراین": "okrAyn ukrAyn",
    "ترامپ": "terAmp trAmp", "گوگل": "gugel", "اینستاگرام": "instAgerAm instAgrAm",
    "تلگرام": "telegerAm telegrAm",
    "واتساپ": "vAtsAp", "کامپیوتر": "kAmpiyuter", "اینترنت": "internet",
    "تلویزیون": "televiziyon televizyon",
    "موبایل": "mobAyl", "لپ‌تاپ": "laptAp", "فیسبوک": "feysbuk", "شکسپیر": "Sekspir",
    "اینشتین": "inSteyn eynSteyn", "انیشتین": "aniSteyn eniSteyn", "مرکل": "merkel", "اوباما": "obAmA",
    "پوتین": "putin", "زلنسکی": "zelenski", "نتانیاهو": "netAniyAhu", "ماکرون": "mAkron", "بایدن": "bAyden",
    "رونالدو": "ronAldo", "مسی": "mesi messi", "بارسلونا": "bArselonA", "منچستر": "manCester",
    "چلسی": "Celsi", "یوتیوب": "yutiyub yutyub", "آیفون": "Ayfon", "ویندوز": "vindoz", "اندروید": "androyd",
    "نتفلیکس": "netfeliks netfliks", "داستایفسکی": "dAstAyefski dAstAyfski dAstAyevski", "کافکا": "kAfkA",
    "همینگوی": "hemingvey hemingvay", "ویکتور هوگو": "viktorhugo", "پیکاسو": "pikAso", "موتزارت": "motzArt",
    "دانشگاه هاروارد": "dAneSgAhhArvArd", "مایکروسافت": "mAykrosAft", "هالیوود": "hAlivud",
}  # fmt: skip

ARABIC: Final[dict[str, str]] = {
    "ان شاء الله": "enSAallAh", "ان‌شاءالله": "enSAallAh", "انشاءالله": "enSAallAh", "انشالله": "enSallAh",
    "بسم الله الرحمن الرحیم": "besmellAhrahmAnrahim", "الحمد لله": "alhamdolellAh",
    "الحمدلله": "alhamdolellAh", "ما شاء الله": "mASAallAh", "ماشاءالله": "mASAallAh",
    "السلام علیکم": "assalAmoaleykom", "صلی الله علیه و آله": "sallallAhoaleyhevaAleh",
    "علی‌رغم": "alAraqm", "علیرغم": "alAraqm", "علی رغم": "alAraqm", "من‌جمله": "menjomle",
    "فی‌نفسه": "finafseh", "بالاخره": "belaxare", "حتی‌الامکان": "hattalemkAn",
    "حتی الامکان": "hattalemkAn", "استغفرالله": "astaqforellAh", "بین‌المللی": "beynolmelali",
    "فارغ‌التحصیل": "fAreqottahsil", "فوق‌العاده": "foqolAde", "آیت‌الله": "AyatollAh", "عبدالله": "abdollAh",
    "مثلا": "masalan", "واقعاً": "vAqean", "حتماً": "hatman", "لطفا": "lotfan", "کاملاً": "kAmelan",
}  # fmt: skip

ABBREVIATED: Final[dict[str, str]] = {
    "ناتو": "nAto", "یونسکو": "yunesko", "اوپک": "opek", "ناسا": "nAsA", "ایدز": "eydz", "فیفا": "fifA",
    "ساواک": "sAvAk", "سپاه": "sepAh", "هما": "homA", "نزاجا": "nezAjA nazAjA", "فائو": "fAo", "داعش": "dAeS",
    "برجام": "barjAm", "پهپاد": "pahpAd", "ساف": "sAf", "یوفا": "yufA", "آیپک": "Aypak",
}  # fmt: skip

EVERYDAY: Final = INFORMAL | WITHOUT_JOINER | NAMES | ARABIC | ABBREVIATED
