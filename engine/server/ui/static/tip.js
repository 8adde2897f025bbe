/** The reading of the word under the pointer or the focus. */
import { byId, element, show } from "./dom.js";
import { say } from "./language.js";

const GAP = 8;
const tip = byId("tip");

/** Shows a tip for the items of a box; `reading` gives what it says. */
export function tips(box, selector, reading) {
  const open = ({ target }) => {
    const item = target.closest?.(selector);
    if (item) place(item, reading(item));
  };
  box.addEventListener("pointerover", open);
  box.addEventListener("focusin", open);
  box.addEventListener("pointerleave", close);
  box.addEventListener("focusout", close);
  document.addEventListener("keydown", ({ key }) => key === "Escape" && close());
}

function place(item, { pinglish, marks }) {
  close();
  tip.replaceChildren(
    element("span", { lang: "fa-Latn", dir: "ltr", class: "latin" }, pinglish),
    marks.length
      ? element("ul", {}, ...marks.map(spelled))
      : element("span", { class: "quiet" }, say("unmarked")),
  );
  item.setAttribute("aria-describedby", tip.id);
  show(true, tip);
  const [over, size] = [item.getBoundingClientRect(), tip.getBoundingClientRect()];
  const left = Math.min(
    Math.max(GAP, (over.left + over.right - size.width) / 2),
    innerWidth - size.width - GAP,
  );
  const top = over.top - size.height - GAP;
  tip.style.left = `${left + scrollX}px`;
  tip.style.top = `${(top < 0 ? over.bottom + GAP : top) + scrollY}px`;
}

function spelled({ letter, mark, type }) {
  const name = type === "ezafe" ? "mark_ezafe" : `mark_${mark}`;
  return element(
    "li",
    { class: `of-${type}` },
    element("span", { lang: "fa" }, `${letter}${mark}`),
    ` ${say(name)}`,
  );
}

function close() {
  show(false, tip);
  document.querySelector(`[aria-describedby="${tip.id}"]`)?.removeAttribute("aria-describedby");
}
