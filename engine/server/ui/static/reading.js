/**
 * The marked text: each word over its Pinglish, its marks in two colours.
 *
 * A mark cannot be coloured apart from its letter: browsers shape both as one cluster, and neither an element
 * around the mark nor `::highlight()` changes its colour alone. So each word is painted three times, one over
 * the other: with all marks in the colour of ezafe, without ezafe in that of reading marks, and as it was typed,
 * in ink (reading.css). Marks move no letter, so only they are left to see in their colours. The upper two
 * layers are generated content: the text itself stands in the page once.
 */
import { byId, element } from "./dom.js";
import { arrows } from "./rove.js";
import { tips } from "./tip.js";
import { runs, spaced, wordsOf } from "./words.js";

const box = byId("marked");
const words = new WeakMap();

/** Shows what has come by now of marks and Pinglish. */
export function showReading(original, marked, pinglish) {
  const items = wordsOf(original, marked?.operations ?? [], pinglish?.alignment ?? spaced(original));
  box.replaceChildren(...runs(items).map(run));
}

function run(items) {
  const drawn = items.map((item) => item.space ?? word(item));
  return drawn.length > 1 ? element("bdi", { dir: "ltr", lang: "en" }, ...drawn) : drawn[0];
}

function word(item) {
  const { before, full, reading, bare, after, pinglish } = item;
  const ink = element("span", { class: "ink", "data-reading": reading, "data-bare": bare }, full);
  const made = element(
    "ruby",
    { class: "word", tabindex: "-1" },
    element("span", { class: "base" }, before, ink, after),
    element("rt", { lang: "fa-Latn", dir: "ltr" }, pinglish),
  );
  words.set(made, item);
  return made;
}

arrows(box, ".word");
tips(box, ".word", (drawn) => words.get(drawn));
