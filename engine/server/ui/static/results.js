/** What came back: the marked text, its translation, and copies of both. */
import { byId, element, show } from "./dom.js";
import { tell } from "./language.js";
import { showReading } from "./reading.js";

const copied = { marked: "", pinglish: "", translation: "" };

/** Shows the answers that are there by now, by operation. */
export function showAnswers(original, { diacritize, pinglish, translate }) {
  copied.marked = diacritize?.marked;
  copied.pinglish = pinglish?.pinglish;
  copied.translation = translate?.translation;
  if (diacritize || pinglish) showReading(original, diacritize, pinglish);
  warn(pinglish?.warnings ?? []);
  byId("translation").textContent = copied.translation ?? "";
  show(diacritize || pinglish, byId("reading"));
  show(translate, byId("translated"));
}

/** Sets the buttons that copy up. */
export function openCopies() {
  for (const button of document.querySelectorAll("[data-copy]")) {
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(copied[button.dataset.copy] ?? "");
      tell(byId("copied"), "copied");
    });
  }
}

function warn(warnings) {
  const box = byId("warnings");
  tell(box.firstElementChild, "warnings", { count: warnings.length });
  box.lastElementChild.replaceChildren(...warnings.map((each) => element("li", {}, each)));
  show(warnings.length, box);
}
