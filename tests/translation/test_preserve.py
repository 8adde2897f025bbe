import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.text.name_key import key_of
from engine.translation.names import NameList
from engine.translation.preserve import SLOT_COUNT, protect, protect_pair, stretches


@pytest.mark.parametrize(
    "stretch",
    [
        "https://example.ir/fa/page?id=12&x=%D8%A7",
        "www.example.com",
        "https://fa.wikipedia.org/wiki/تهران_(شهر)",
        "https://fa.wikipedia.org/wiki/رشت_(شهر)#تاریخ_(معاصر)",
        "https://example.ir/f(g(x))?a[0]=b",
        "HTTPS://EXAMPLE.com/سلام",
        "WWW.example.com/سلام",
        "info@example.co.ir",
        "`pip install x`",
        "#ایران_زیبا",
        "#سَلام",
        "#مُحَمَّد_رضا",
        "@handle",
        "{name}",
        "{{ count }}".replace(" ", ""),
        "%s",
        "*",
        "______",
        "%(total)d",
        "<b>",
        "Visual Studio Code",
        "JAS 39C Gripen",
        "C++",
        "AT&T",
        "COVID-19",
        "👩\u200d💻",
        "→",
        "Москва",
        "東京",
        "Erdoğan",
        "`a. b`",
        "`one\ntwo`",
        "<a title='x! y'>",
        "‹نام›",
        "€20",
        "20€",
        "20 × 30",
        "5±2",
        "25°C",
        "$1",
        "-5",
        "−5",
        "m²",
        "µm",
        "Foo™",
        *"€£¥﷼؋₺₹½¼¾²³×÷±™®©§¶†‰←≤≥√π∞µμΩ‹›",
    ],
)
def test_what_must_stay_becomes_one_slot_and_comes_back(stretch: str) -> None:
    protected = protect(f"این {stretch} است.")
    assert protected.kept == (stretch,)
    assert protected.text == "این ⟦0⟧ است."
    assert protected.restore("This is ⟦0⟧.") == f"This is {stretch}."


def test_an_address_ends_before_the_punctuation_of_the_sentence() -> None:
    assert protect("به https://a.ir/b. سپس (www.c.ir) بروید").kept == ("https://a.ir/b", "www.c.ir")


@pytest.mark.parametrize(
    "text",
    [
        "(https://fa.wikipedia.org/wiki/شیر_(حیوان))",
        "[https://fa.wikipedia.org/wiki/شیر_(حیوان)]",
        "پیوند (نک: https://fa.wikipedia.org/wiki/شیر_(حیوان)).",
        "پیوند https://fa.wikipedia.org/wiki/شیر_(حیوان)، سپس",
        "پیوند https://fa.wikipedia.org/wiki/شیر_(حیوان)(و جز آن)",
    ],
)
def test_a_bracket_round_an_address_stays_outside(text: str) -> None:
    assert protect(text).kept == ("https://fa.wikipedia.org/wiki/شیر_(حیوان)",)


def test_both_addresses_of_a_link_are_found() -> None:
    assert protect("پیوند [www.a.ir](https://a.ir/b)").kept == ("www.a.ir", "https://a.ir/b")


def test_a_persian_ending_does_not_belong_to_the_latin_word() -> None:
    assert protect("PDFها و GPUهای جدید").kept == ("PDF", "GPU")


def test_numbers_are_slots_only_where_asked_and_come_back_in_latin_digits() -> None:
    text = "در ۱۲٫۵ درصد و ساعت ۱۰:۳۰"
    assert protect(text).kept == ()
    assert protect(text, numbers=True).kept == ("12.5", "10:30")


def test_more_stretches_than_slots_are_left_in_the_text() -> None:
    words = [f"Word{i}" for i in range(SLOT_COUNT + 2)]
    protected = protect(" و ".join(words))
    assert len(protected.kept) == SLOT_COUNT
    assert all(word in protected.text for word in words[SLOT_COUNT:])


def test_brackets_of_the_user_are_no_slots() -> None:
    protected = protect("متن ⟦0⟧ با Python")
    assert protected.kept == ("Python",)
    assert protected.text.count("⟦0⟧") == 1


NAMES = NameList({"نوادا": "Nevada", "سان مارینو": "San Marino", "کیوتو": "Kyoto"})


@pytest.mark.parametrize(
    ("text", "slotted", "kept"),
    [
        ("از نوادا تا کیوتو", "از ⟦0⟧ تا ⟦1⟧", ("Nevada", "Kyoto")),
        ("سان\u200cمارینو و سان مارینو", "سان\u200cمارینو و ⟦0⟧", ("San Marino",)),
        ("سان، مارینو", "سان، مارینو", ()),
        ("نوادایی‌ها در کیوتُو", "نوادایی‌ها در ⟦0⟧", ("Kyoto",)),
        ("شرکت Google در نوادا", "شرکت ⟦0⟧ در ⟦1⟧", ("Google", "Nevada")),
        ("برچسب #نوادا و `کیوتو`", "برچسب ⟦0⟧ و ⟦1⟧", ("#نوادا", "`کیوتو`")),
    ],
)
def test_names_of_the_list_become_slots_that_come_back_in_english(
    text: str, slotted: str, kept: tuple[str, ...]
) -> None:
    protected = protect(text, names=NAMES)
    assert (protected.text, protected.kept) == (slotted, kept)


def test_names_and_numbers_are_numbered_as_they_stand() -> None:
    protected = protect("در ۱۹۹۷ کیوتو با Python", numbers=True, names=NAMES)
    assert protected.kept == ("1997", "Kyoto", "Python")
    assert protected.text == "در ⟦0⟧ ⟦1⟧ با ⟦2⟧"


def test_no_more_names_than_slots() -> None:
    protected = protect("نوادا " * (SLOT_COUNT + 3), names=NAMES)
    assert protected.kept == ("Nevada",) * SLOT_COUNT
    assert protected.text.count("نوادا") == 3


def test_names_take_no_slot_from_what_must_stay() -> None:
    kept = ("https://a.ir", "@ali", "🙂", "{name}", "#خبر", "x@a.ir", "`کد`")
    protected = protect(f"نوادا کیوتو نوادا {' و '.join(kept)}", names=NAMES)
    assert protected.kept == ("Nevada", *kept)
    words = [f"@handle{i}" for i in range(SLOT_COUNT + 1)]
    assert protect(f"نوادا {' و '.join(words)}", names=NAMES).kept == tuple(words[:SLOT_COUNT])


@given(st.text(st.sampled_from("نوادا کیت2#`a.⟦0⟧ ")))
def test_a_restored_text_differs_in_its_names_only(text: str) -> None:
    protected = protect(text, names=NAMES)
    plain = text.replace("⟦", "[").replace("⟧", "]")
    assert protected.restore(protected.text).replace("Nevada", "نوادا") == plain


@given(st.text())
def test_restoring_the_protected_text_gives_the_text_back(text: str) -> None:
    protected = protect(text)
    assert protected.restore(protected.text) == text.replace("⟦", "[").replace("⟧", "]")


def test_a_pair_gets_slots_for_what_stands_on_both_sides() -> None:
    source, target = protect_pair("شرکت Google با API تازه", "Google with a new interface")
    assert (source, target) == ("شرکت ⟦0⟧ با API تازه", "⟦0⟧ with a new interface")
    assert protect_pair("سال 1988 و 88", "88 and 1988", numbers=True) == ("سال ⟦0⟧ و ⟦1⟧", "⟦1⟧ and ⟦0⟧")


@pytest.mark.parametrize(
    ("source", "written", "slotted"),
    [
        ("دو Python و {name}", "{name} and Python", "⟦1⟧ and ⟦0⟧"),
        ("یک Java و یک JavaScript", "JavaScript and Java", "⟦1⟧ and ⟦0⟧"),
        ("یک %s و %s و %s", "%s, %s", "⟦0⟧, ⟦1⟧"),
        ("کتاب a را", "a book, a pen", "⟦0⟧ book, a pen"),
        ("سلام 🙂", "hello🙂", "hello⟦0⟧"),
        ("سلام", "say ⟦0⟧", "say [0]"),
    ],
)
def test_what_a_model_without_slots_carried_over_is_found(source: str, written: str, slotted: str) -> None:
    assert protect(source).found_in(written) == slotted


@given(st.text(alphabet="اب A{x}%s. ۱"))
def test_stretches_are_the_whole_text(text: str) -> None:
    protected = protect(text, numbers=True)
    cut = stretches(protected.text)
    assert "".join(cut) == protected.text
    assert len(cut) == 2 * len(protected.kept) + 1


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("۲۰€", "20€"),
        ("€۲۰٫۵", "€20.5"),
        ("$۲۲", "$22"),
        ("-۵", "-5"),
        ("۲۵°C", "25°C"),
        ("۳ × ۴", "3 × 4"),
        ("۱,۰۰۰,۰۰۰,۰۰۰,۰۰۰€", "1,000,000,000,000€"),
        ("#سال۱۴۰۳", "#سال۱۴۰۳"),
        ("`x = ۵`", "`x = ۵`"),
    ],
)
def test_a_number_with_a_sign_on_it_comes_back_in_latin_digits(written: str, kept: str) -> None:
    assert protect(f"عدد {written} است.").kept == (kept,)


@pytest.mark.parametrize("text", ["نتیجه ۲-۱ شد", "سال‌های ۱۳۵۷-۱۳۶۷", "سوره ی یاسین (۳۶)-۵", "۱۲٪ و ۱۰:۳۰"])
def test_a_dash_between_two_things_is_no_minus(text: str) -> None:
    assert protect(text).kept == ()


@pytest.mark.parametrize(
    ("persian", "english", "translation", "restored"),
    [
        ("برش", "borscht", "⟦0⟧ is a soup.", "Borscht is a soup."),
        ("برش", "borscht", '"⟦0⟧" is a soup.', '"Borscht" is a soup.'),
        ("برش", "borscht", "We ate ⟦0⟧.", "We ate borscht."),
        ("زرقاوی", "al-Zarqawi", "⟦0⟧ fled.", "Al-Zarqawi fled."),
        ("آیفون", "iPhone", "⟦0⟧ sells well.", "iPhone sells well."),
        ("نوادا", "Nevada", "⟦0⟧ is big.", "Nevada is big."),
    ],
)
def test_a_name_in_lower_case_begins_a_sentence_with_a_capital(
    persian: str, english: str, translation: str, restored: str
) -> None:
    names = NameList({key_of(persian): english})
    assert protect(f"{persian} خوب است.", names=names).restore(translation) == restored


def test_a_latin_word_of_the_source_keeps_its_case() -> None:
    assert protect("npm خوب است.").restore("⟦0⟧ is good.") == "npm is good."
