import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.translation.emphasis import Emphasised, emphasised


@pytest.mark.parametrize(
    ("sentence", "found"),
    [
        ("این مهم است.", Emphasised("این مهم است.")),
        ("این *مهم* است.", Emphasised("این «مهم» است.", sign="*")),
        ("متن **پررنگ** و **کج** را ببینید.", Emphasised("متن «پررنگ» و «کج» را ببینید.", sign="**")),
        ("**همهٔ جمله.**", Emphasised("همهٔ جمله.", "**", "**")),
        ("**جملهٔ اول.", Emphasised("جملهٔ اول.", "**")),
        ("`_\n", Emphasised("`_\n")),
        ("جملهٔ آخر.**", Emphasised("جملهٔ آخر.", "", "**")),
        ("قیمت ~~ارزان~~ شد.", Emphasised("قیمت «ارزان» شد.", sign="~~")),
        ("او «آرام» و *تند* رفت.", Emphasised("او «آرام» و تند رفت.")),  # quotation marks of its own
        ("*یک* و _دو_", Emphasised("یک و دو")),  # two kinds of signs
        ("نام_فایل_من و ۲*۳*۴", Emphasised("نام_فایل_من و ۲*۳*۴")),
        ("تابع `a *متن* b` را", Emphasised("تابع `a *متن* b` را")),
        ("دستور `*متن*` یعنی *متن* پررنگ", Emphasised("دستور `*متن*` یعنی «متن» پررنگ", sign="*")),
        ("*متن* یعنی `*متن*` و *متن*", Emphasised("«متن» یعنی `*متن*` و «متن»", sign="*")),
        ("در *متن `x*` یک ستاره* هست", Emphasised("در «متن `x*` یک ستاره» هست", sign="*")),
        ("نشانی https://a.ir/_متن_/ را", Emphasised("نشانی https://a.ir/_متن_/ را")),
        ("نشانی *متن https://a.ir/b* را", Emphasised("نشانی «متن https://a.ir/b» را", sign="*")),
        ("تابع *args* را", Emphasised("تابع *args* را")),
        ("**کار مهم:** برو.", Emphasised("«کار مهم»: برو.", sign="**")),
        ("«خسته‌ای؟»", Emphasised("خسته‌ای؟", '"', '"')),
        ("«*خوب* است».", Emphasised("«خوب» است.", '"', '"', "*")),
        ("“چرا رفتی”؟", Emphasised("چرا رفتی؟", '"', '"')),
        ("«یک» و «دو»", Emphasised("«یک» و «دو»")),
    ],
)
def test_signs_stand_aside(sentence: str, found: Emphasised) -> None:
    assert emphasised(sentence) == found


def test_signs_come_back() -> None:
    assert emphasised("این *مهم* است.").restored('This is "important".') == "This is *important*."
    assert emphasised("این *مهم* است.").restored("This is important.") == "This is important."
    assert emphasised("این *مهم* است.").restored('This is "important.') == "This is important."
    assert emphasised("**همهٔ جمله.**").restored('All of "it".') == '**All of "it".**'


@given(st.text("آب ا*_~«`\n", max_size=30))
def test_letters_stay(text: str) -> None:
    found = emphasised(text)
    signs = str.maketrans(dict.fromkeys('*_~«»"'))
    whole = found.before + found.text + found.after
    assert whole.translate(signs) == text.translate(signs)
