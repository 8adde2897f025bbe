"""The marked text: shape, colours, alignment, and how it is read by keyboard."""

import pytest

from tests.browser.waiting import until

TEXT = "دوست «خوب»، حدّ سخن\nکتاب‌خانه 😀 در New York (12)"


COUNTS = """async ([bytes, names]) => {
  const colour = (name) => {
    const probe = document.body.appendChild(document.createElement("i"));
    probe.style.color = `var(--${name})`;
    const parts = getComputedStyle(probe).color.match(/\\d+/g).map(Number);
    probe.remove();
    return parts;
  };
  const image = await createImageBitmap(new Blob([new Uint8Array(bytes)], { type: "image/png" }));
  const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d");
  canvas.drawImage(image, 0, 0);
  const { data } = canvas.getImageData(0, 0, image.width, image.height);
  const count = ([red, green, blue]) => {
    let found = 0;
    for (let at = 0; at < data.length; at += 4) {
      found += Math.hypot(data[at] - red, data[at + 1] - green, data[at + 2] - blue) < 12;
    }
    return found;
  };
  return Object.fromEntries(names.map((name) => [name, count(colour(name))]));
}"""


@pytest.fixture
def page(visit):
    """The page in a resolution in which a mark is many pixels."""
    page = visit(device_scale_factor=3)
    page.locator("#work").wait_for()
    return page


@pytest.fixture
def marked(page):
    """The box of the marked text."""
    page.fill("#text", TEXT)
    page.keyboard.press("Control+Enter")
    page.get_by_text("خوانده شد").wait_for()
    return page.locator("#marked")


def pixels(page, locator):
    """How many pixels of an element have each of the text's colours."""
    return page.evaluate(COUNTS, [list(locator.screenshot()), ["reading", "ezafe", "ink"]])


def test_the_text_stands_in_the_page_once_and_whole(page, marked):
    said = marked.evaluate(
        """(box) => {
          const copy = box.cloneNode(true);
          for (const latin of copy.querySelectorAll("rt")) latin.remove();
          return copy.textContent;
        }"""
    )
    plain = said.replace("\u064e", "").replace("\u0650", "")
    assert plain == TEXT
    bases = marked.locator(".base").all_text_contents()
    assert (bases[1], bases[-1]) == ("«خَوبِ»،", "(12)")  # signs stick to their words
    assert said.startswith("دَوستِ «خَوبِ»، حَدّ\u0650 سَخنِ\n")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_marks_have_two_colours_and_letters_keep_theirs(page, marked, scheme):
    page.emulate_media(color_scheme=scheme)
    found = pixels(page, marked.locator(".ink").first)
    assert min(found.values()) > 20, found
    assert found["ink"] > 2 * (found["reading"] + found["ezafe"])
    page.uncheck("#ezafe")
    page.click("#read")
    page.locator("#read:enabled").wait_for()
    without = pixels(page, marked.locator(".ink").first)
    assert without["ezafe"] == 0
    assert without["reading"] == pytest.approx(found["reading"], rel=0.1)


def test_letters_stay_joined_and_marks_move_none(page, marked):
    widths = marked.locator(".ink").evaluate_all(
        """words => words.map((word) => {
          const alone = (text) => {
            const probe = word.parentNode.appendChild(document.createElement("span"));
            probe.style.whiteSpace = "pre";
            probe.textContent = text;
            const { width } = probe.getBoundingClientRect();
            probe.remove();
            return width;
          };
          const apart = [...word.dataset.bare].map(alone).reduce((sum, width) => sum + width, 0);
          return [word.getBoundingClientRect().width, alone(word.dataset.bare), apart];
        })"""
    )
    assert len(widths) == 9
    for painted, bare, _ in widths:
        assert painted == pytest.approx(bare, abs=0.1)
    painted, _, apart = widths[0]
    assert painted < 0.9 * apart  # letters of their own are wider than joined ones


def test_pinglish_stands_under_its_word(page, marked):
    pairs = marked.locator(".word").evaluate_all(
        """words => words.map((word) => [".base", "rt"].map((part) => {
          const { left, right, top, bottom } = word.querySelector(part).getBoundingClientRect();
          return { middle: (left + right) / 2, top, bottom, text: word.querySelector(part).textContent };
        }))"""
    )
    assert [latin["text"] for _, latin in pairs] == [f"word{number}" for number in range(1, 10)]
    for base, latin in pairs:
        assert latin["middle"] == pytest.approx(base["middle"], abs=1)
        assert latin["top"] >= base["bottom"] - 1
    boxes = [word.bounding_box() for word in marked.locator(".word").all()]
    assert boxes[1]["x"] < boxes[0]["x"]  # Persian from right to left
    new, york, number = boxes[6:9]
    assert new["x"] < york["x"] < number["x"]  # and within it Latin from left to right


def test_hover_shows_the_reading_and_escape_hides_it(page, marked):
    tip = page.locator("#tip")
    marked.locator(".word").first.hover()
    assert tip.locator(".latin").inner_text() == "word1"
    assert tip.locator("li").all_inner_texts() == ["دَ زبر", "تِ کسرهٔ اضافه"]
    page.keyboard.press("Escape")
    assert not tip.is_visible()
    marked.locator(".word").nth(1).hover()
    assert tip.is_visible()
    page.locator("#count").hover()
    assert not tip.is_visible()


def test_the_keyboard_goes_from_word_to_word(page, marked):
    focused = "document.activeElement.querySelector?.('rt')?.textContent"
    assert marked.locator("[tabindex='0']").count() == 1
    marked.locator("[tabindex='0']").focus()
    for key, word in [("ArrowLeft", 2), ("ArrowLeft", 3), ("ArrowRight", 2), ("End", 9), ("ArrowLeft", 9),
                      ("Home", 1), ("ArrowDown", 5), ("ArrowUp", 1)]:  # fmt: skip
        page.keyboard.press(key)
        assert page.evaluate(focused) == f"word{word}", key
        assert page.locator("#tip .latin").inner_text() == f"word{word}"
        assert page.evaluate("document.activeElement.getAttribute('aria-describedby')") == "tip"
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.dataset.copy") == "marked"
    page.keyboard.press("Shift+Tab")
    assert page.evaluate(focused) == "word1"


def test_copies(live, page, marked):
    page.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=live.address)
    for name, begins in [("marked", "دَوستِ"), ("pinglish", "word1 word2"), ("translation", "English of")]:
        page.click(f"[data-copy={name}]")
        until(page, "b => navigator.clipboard.readText().then((t) => t.startsWith(b))", begins)


def test_what_is_charged_is_said_and_usage_follows(live, page, marked):
    assert page.inner_text("#editor-state") == f"خوانده شد؛ {fa(4 * len(TEXT))} واحد متن به حساب آمد."
    page.locator("[data-meter=text]", has_text="واحد متن").wait_for()
    assert page.inner_text("#count").startswith(fa(len(TEXT)))
    assert page.inner_text("#warnings summary") == "هشدارها (۱)"


def test_a_refusal_is_explained_and_what_came_is_shown(page, capabilities):
    page.fill("#text", "Latin only")
    page.click("#read")
    page.get_by_text("درخواست پذیرفته نشد").wait_for()
    page.fill("#text", "آ" * 6_001)
    assert "bad" in page.get_attribute("#count", "class")
    assert not page.is_visible("#reading")
    page.trouble.clear()  # the browser notes each refusal


def fa(number):
    return f"{number:,}".translate(str.maketrans("0123456789,", "۰۱۲۳۴۵۶۷۸۹٬"))
