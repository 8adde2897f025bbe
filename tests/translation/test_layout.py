import pytest

from engine.translation.layout import laid_out, stopped_like
from engine.translation.segments import segments


def lay_out(text: str, *translations: str) -> str:
    return laid_out(text, segments(text), iter(translations))


def test_paragraphs_blank_lines_indentation_and_markers_stay() -> None:
    text = "  سلام.\n\n\n\t- شیر\n\t۲. نان\n"
    assert lay_out(text, "Hello.", "Milk", "Bread") == "  Hello.\n\n\n\t- Milk\n\t2. Bread\n"


def test_a_full_stop_that_the_original_lacks_goes() -> None:
    assert stopped_like("اخبار روز", "News of the day.") == "News of the day"
    assert stopped_like("او آمد.", "He came.") == "He came."
    assert stopped_like("«او آمد.»", '"He came."') == '"He came."'
    assert stopped_like("ویتامین آ", "Vitamin A.") == "Vitamin A"


@pytest.mark.parametrize(
    ("original", "translation"),
    [
        ("سفر به آمریکا", "A trip to the U.S."),
        ("ساعت ۹ صبح", "9 a.m."),
        ("کتاب و دفتر و غیره", "Books, notebooks, etc."),
        ("مارتین لوتر کینگ", "Martin Luther King Jr."),
        ("دانشجوی دکترا", "Studying for a Ph.D."),
    ],
)
def test_the_stop_of_an_abbreviation_stays(original: str, translation: str) -> None:
    assert stopped_like(original, translation) == translation


def test_sentences_without_a_space_between_get_one() -> None:
    assert (
        lay_out("خوب است؟بله، خوب است!", "Is it good?", "Yes, it is good!") == "Is it good? Yes, it is good!"
    )


def test_direction_marks_go_and_other_languages_stay() -> None:
    assert lay_out("Hello there.\u200f سلام.", "Hi.") == "Hello there. Hi."


def test_the_gap_between_columns_stays_and_their_numbers_come_in_latin_digits() -> None:
    assert lay_out("نام\t\t۱۲٫۵\tشهر", "name", "city") == "name\t\t12.5\tcity"
    assert lay_out("ای دوست      بیا", "O friend", "come") == "O friend      come"


def test_a_block_of_code_stays() -> None:
    block = "```\nx = 1 # عدد اول. دوم\n```"
    assert lay_out(f"کد:\n{block}\nپایان.", "Code:", "End.") == f"Code:\n{block}\nEnd."


def test_a_sentence_begins_with_a_capital() -> None:
    assert lay_out("آب بنوش. برو!", "drink water.", "go!") == "Drink water. Go!"
    assert lay_out("آب بنوش.\n\nبرو!", '"drink" water.', "go!") == '"Drink" water.\n\nGo!'
    assert lay_out("- آب بنوش.", "drink water.") == "- Drink water."
    assert lay_out("آب گرم", "warm water") == "warm water"
    assert lay_out("npm یک ابزار است.", "npm is a tool.") == "npm is a tool."
    long = "آب " * 60 + "و، " + "نان " * 60 + "است."
    assert lay_out(long, "this is", "and that.") == "this is and that."
