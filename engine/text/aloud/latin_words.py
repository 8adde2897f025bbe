"""English words and names that have an established Persian form."""

from __future__ import annotations

from typing import Final

_ROWS: Final = """
the دِ|an اَن|of آو|and اَند|or اُر|in این|on آن|is ایز|for فُر|you یو|are آر|be بی|me می|my مای|one وان
love لاو|live لایو|not نات|google گوگل|instagram اینستاگرام|telegram تلگرام|whatsapp واتساپ|twitter توییتر
youtube یوتیوب|linkedin لینکدین|amazon آمازون|apple اَپل|microsoft مایکروسافت|windows ویندوز|office آفیس
word وُرد|excel اکسل|android اندروید|ios آی اُ اِس|iphone آیفون|ipad آیپَد|mac مک|macbook مک‌بوک
linux لینوکس|chrome کروم|firefox فایرفاکس|github گیت‌هاب|git گیت|python پایتون|java جاوا
javascript جاوا اِسکریپت|docker داکِر|php پی اِچ پی|sql اِس کیو اِل|html اِچ تی اِم اِل|css سی اِس اِس
c++ سی پلاس پلاس|c# سی شارپ|api اِی پی آی|samsung سامسونگ|sony سونی|nokia نوکیا|huawei هواوی|xiaomi شیائومی
lg اِل جی|intel اینتل|nvidia انویدیا|bmw بی اِم وِ|benz بنز|toyota تویوتا|hyundai هیوندای|kia کیا|ford فورد
fiat فیات|chatgpt چَت جی پی تی|gpt جی پی تی|openai اوپن اِی آی|ai اِی آی|covid کووید|wifi وای‌فای
wi-fi وای‌فای|bluetooth بلوتوث|internet اینترنت|online آنلاین|offline آفلاین|email ایمیل|e-mail ایمیل|web وب
site سایت|website وب‌سایت|app اَپ|file فایل|download دانلود|upload آپلود|login لاگین|user یوزر
password پَسوُرد|admin اَدمین|data دِیتا|database دِیتابِیس|link لینک|blog بلاگ|post پُست|page پِیج
story استوری|direct دایرکت|video ویدئو|audio آدیو|computer کامپیوتر|laptop لپ‌تاپ|mobile موبایل
phone فون|camera کامِرا|software سافت‌وِر|hardware هاردوِر|code کُد|test تِست|style اِستایل
marketing مارکِتینگ|startup استارتاپ|project پُروژه|team تیم|machine ماشین|learning لِرنینگ|deep دیپ
london لندن|paris پاریس|tehran تِهران|iran ایران|america آمریکا|usa یو اِس اِی|uk یو کِی|eu ای یو
uae یو اِی ای|un یو اِن|nasa ناسا|nato ناتو|unesco یونسکو|unicef یونیسف|fifa فیفا|uefa یوفا|opec اوپک
afc اِی اِف سی|pin پین|sim سیم|ram رَم|rom رُم|cd سی دی|dvd دی وی دی|led اِل ایی دی|jpeg جِی پِگ|gif گیف
png پی اِن جی|real رئال|madrid مادرید|barcelona بارسلونا|city سیتی|united یونایتِد|manchester منچستر
league لیگ|champions چَمپیونز|netflix نتفلیکس|spotify اسپاتیفای|zoom زوم|skype اسکایپ|paypal پِی‌پال
visa ویزا|card کارت|gold گُلد|max مَکس|plus پلاس|mini مینی|ultra اولترا|smart اسمارت|watch واچ|tv تی وی
play پِلِی|store اِستور|game گِیم|music موزیک|january ژانویه|february فوریه|march مارس|april آوریل|june ژوئن
july ژوئیه|august اوت|september سپتامبر|october اکتبر|november نوامبر|december دسامبر|vs در برابرِ|dr دکتر
mr آقای|mrs خانم|etc و غیره|ok اوکی|okay اوکی|get گِت|give گیو|girl گِرل|gift گیفت|what وات|where وِر
when وِن|why وای|how هاو|this دیس|that دَت|people پیپِل|world وُرلد|water واتِر|book بوک|school اِسکول
house هاوس|time تایم|day دِی|night نایت|woman وومَن|man مَن|english اینگلیش|university یونیوِرسیتی
science سایِنس|nature نِیچِر|ali علی|reza رضا|mohammad محمد|hossein حسین|sara سارا|maryam مریم|ahmad احمد
mehdi مهدی|fatemeh فاطمه|amir امیر|irna ایرنا|digikala دیجی‌کالا|aparat آپارات|divar دیوار|snapp اسنپ
isna ایسنا|shakespeare شکسپیر|knowledge نالِج|search سِرچ|cafe کافه|cant کَنت|resume رزومه|einstein اینشتین
newton نیوتون|vitamin ویتامین|dna دی اِن اِی|WHO دَبلیو اِچ اُ|iot آی اُ تی|nacl اِن اِی سی اِل
naoh اِن اِی اُ اِچ|utf یو تی اِف|url یو آر اِل|ctrl کنترل|cpu سی پی یو|gpu جی پی یو|usb یو اِس بی
gps جی پی اِس|net نِت|ipv آی پی وی|doi دی اُ آی|hashtag هَشتَگ|3d سه‌بعدی|2d دوبعدی|xbox ایکس‌باکس
galaxy گلکسی|wikipedia ویکی‌پدیا|wiki ویکی|times تایمز|star استار|elon ایلان|musk ماسک|lionel لیونل
messi مسی|cristiano کریستیانو|ronaldo رونالدو|potter پاتر
"""
LATIN_WORDS: Final[dict[str, str]] = dict(
    row.split(" ", 1) for line in _ROWS.strip().splitlines() for row in line.split("|")
)
"""Word to what is said for it, in Persian letters with the vowels where they matter.

Words are in lower case, but for abbreviations that would be words in it (WHO).
"""

LATIN_SOUNDS: Final[dict[str, str]] = {
    "with": "vit", "wars": "vArz", "ubuntu": "ubuntu", "peugeot": "peZo", "management": "menejment",
    "manager": "menejer", "developer": "developer", "json": "jeyson", "localhost": "lokAlhost",
    "readme": "ridmi", "gmail": "jimeyl", "router": "roter", "chocolate": "SokolAt", "cinema": "sinemA",
    "antivirus": "Antivirus", "server": "server", "tesla": "teslA", "new": "niyu", "id": "Aydi",
    "hermes": "hermes", "donald": "donAld", "product": "perodAkt", "aids": "eydz", "pro": "pro",
    "home": "hom", "life": "lAyf", "work": "vork", "node": "nod", "york": "york", "good": "gud",
    "have": "hav", "we": "vi",
}  # fmt: skip
"""What is said for words that Persian has in a form of its own, and for short ones in capitals too."""

TITLES: Final[dict[str, str]] = {
    "Dr": "دکتر", "Prof": "پروفسور", "Mr": "آقای", "Mrs": "خانم", "Ms": "خانم", "St": "سَن",
}  # fmt: skip
"""Titles that end in a full stop, before a name."""

LATIN_LETTERS: Final[dict[str, str]] = {
    "a": "اِی", "b": "بی", "c": "سی", "d": "دی", "e": "ایی", "f": "اِف", "g": "جی", "h": "اِچ", "i": "آی",
    "j": "جِی",
    "k": "کِی", "l": "اِل", "m": "اِم", "n": "اِن", "o": "اُ", "p": "پی", "q": "کیو", "r": "آر", "s": "اِس",
    "t": "تی",
    "u": "یو", "v": "وی", "w": "دَبلیو", "x": "ایکس", "y": "وای", "z": "زِد",
}  # fmt: skip
"""Names of the letters as Persian speakers say them, for abbreviations."""

LETTER_SOUNDS: Final[dict[str, str]] = {
    "a": "ey", "b": "bi", "c": "si", "d": "di", "e": "i", "f": "ef", "g": "ji", "h": "eC", "i": "Ay",
    "j": "jey", "k": "key", "l": "el", "m": "em", "n": "en", "o": "o", "p": "pi", "q": "kiyu", "r": "Ar",
    "s": "es", "t": "ti", "u": "yu", "v": "vi", "w": "dabelyu", "x": "iks", "y": "vAy", "z": "zed",
}  # fmt: skip
"""The phonemes of those names."""
