import { byId } from "./dom.js";

/** Ties a group of radio buttons to a setting that this browser remembers. */
export function remembered(name, fallback, apply) {
  const group = byId(name);
  const choose = (value) => {
    for (const radio of group?.querySelectorAll("input") ?? []) radio.checked = radio.value === value;
    apply(value);
  };
  group?.addEventListener("change", ({ target }) => {
    localStorage.setItem(name, target.value);
    apply(target.value);
  });
  choose(localStorage.getItem(name) ?? fallback);
}
