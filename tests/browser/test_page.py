"""The page as a whole: languages, themes, widths, names of controls, contrast."""

import pytest

CONTROLS = "button, input, select, textarea, audio, progress, meter, [role=group]"
NAMELESS = """(controls) => [...document.querySelectorAll(controls)]
  .filter((each) => !each.labels?.length && !each.getAttribute("aria-label") && !each.textContent.trim())
  .map((each) => each.outerHTML)"""
CONTRASTS = """(pairs) => pairs.map(([ink, ground]) => {
  const luminance = (name) => {
    const probe = document.body.appendChild(document.createElement("i"));
    probe.style.color = `var(--${name})`;
    const parts = getComputedStyle(probe).color.match(/[\\d.]+/g).slice(0, 3).map((part) => part / 255);
    probe.remove();
    const [r, g, b] = parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [dark, light] = [luminance(ink), luminance(ground)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
})"""
PAIRS = [
    *([ink, ground] for ink in ("ink", "quiet", "accent") for ground in ("ground", "surface", "sunken")),
    *([ink, "surface"] for ink in ("reading", "ezafe", "bad", "good")),
    ["on-accent", "accent"],
]  # fmt: skip


def read(page):
    page.click("#example")
    page.click("#read")
    page.locator("#translated").wait_for()


def test_every_control_has_a_name(page):
    read(page)
    page.click("#tier >> text=ویژه")
    assert page.evaluate(NAMELESS, CONTROLS) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_text_has_the_contrast_that_wcag_asks(page, scheme):
    page.emulate_media(color_scheme=scheme)
    found = dict(zip(map(tuple, PAIRS), page.evaluate(CONTRASTS, PAIRS), strict=True))
    assert {pair: ratio for pair, ratio in found.items() if ratio < 4.5} == {}


def test_the_theme_follows_the_system_until_it_is_chosen_and_is_remembered(page):
    ground = "getComputedStyle(document.body).backgroundColor"
    page.emulate_media(color_scheme="light")
    light = page.evaluate(ground)
    page.emulate_media(color_scheme="dark")
    dark = page.evaluate(ground)
    assert light != dark
    page.click("#theme >> text=روشن")
    assert page.evaluate(ground) == light
    page.reload()
    page.locator("#work").wait_for()
    assert page.evaluate(ground) == light
    assert page.is_checked("[name=theme][value=light]")


def test_english_is_the_other_language_and_is_remembered(page):
    read(page)
    page.click("#language >> text=English")
    assert page.evaluate("[document.documentElement.lang, document.documentElement.dir]") == ["en", "ltr"]
    assert page.inner_text("#read").startswith("Read")
    assert "text units charged" in page.inner_text("#editor-state")
    assert page.get_attribute("#marked", "dir") == "rtl"
    page.reload()
    page.locator("#work").wait_for()
    assert page.inner_text("#usage-title") == "Usage"
    page.click("#language >> text=فارسی")
    assert page.inner_text("#usage-title") == "مصرف"


@pytest.mark.parametrize("width", [320, 390, 768, 1600])
def test_it_fits_every_width(visit, width):
    page = visit(viewport={"width": width, "height": 800})
    page.locator("#work").wait_for()
    read(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_every_stop_of_the_tab_key_is_seen(page):
    read(page)
    page.locator("body").click(position={"x": 1, "y": 1})
    stops = []
    for _ in range(60):
        page.keyboard.press("Tab")
        stop = page.evaluate(
            """() => {
              const at = document.activeElement;
              const shown = at.matches(".segments input") ? at.parentElement : at;
              const name = at.id || at.name || at.className;
              return at === document.body ? null : [name, getComputedStyle(shown).outlineStyle];
            }"""
        )
        if stop is None:
            break
        stops.append(stop)
    assert {"text", "read", "word", "voice", "listen", "refresh", "theme"} <= {name for name, _ in stops}
    assert {outline for _, outline in stops} <= {"solid", "auto"}
