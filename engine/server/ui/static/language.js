/**
 * What the page says, in the chosen language.
 *
 * Elements name their text (`data-text`, with `data-values`), so that all of them can change at once.
 */
import { STRINGS } from "./strings.js";

const LANGUAGES = ["fa", "en"];
const DIRECTIONS = { fa: "rtl", en: "ltr" };
const LOCALES = { fa: "fa-IR", en: "en-GB" };
const ATTRIBUTES = { label: "aria-label", placeholder: "placeholder", group: "label" };

let language = "fa";

/** A text of the table; numbers and dates among the values are written as the language does. */
export function say(key, values = {}) {
  const text = STRINGS[key][LANGUAGES.indexOf(language)];
  return text.replace(/\{(\w+)\}/g, (_, name) => written(values[name]));
}

/** Gives an element a text that follows the language. A value "@key" is a text of the table itself. */
export function tell(element, key, values = {}) {
  element.dataset.text = key;
  element.dataset.values = JSON.stringify(values);
  element.textContent = say(key, values);
}

/** Gives an element another text that follows the language: a `label`, a `placeholder`, the name of a `group`. */
export function tellAs(kind, element, key) {
  element.dataset[kind] = key;
  element.setAttribute(ATTRIBUTES[kind], say(key));
}

/** Whether the table has a text. */
export const isSaid = (key) => key in STRINGS;

/** Makes the page speak a language. */
export function speak(chosen) {
  language = LANGUAGES.includes(chosen) ? chosen : LANGUAGES[0];
  document.documentElement.lang = language;
  document.documentElement.dir = DIRECTIONS[language];
  for (const each of document.querySelectorAll("[data-text]")) {
    each.textContent = say(each.dataset.text, JSON.parse(each.dataset.values ?? "{}"));
  }
  for (const kind of Object.keys(ATTRIBUTES)) {
    for (const each of document.querySelectorAll(`[data-${kind}]`)) tellAs(kind, each, each.dataset[kind]);
  }
}

function written(value) {
  if (typeof value === "number") {
    return new Intl.NumberFormat(LOCALES[language], { maximumFractionDigits: 2 }).format(value);
  }
  if (/^\d{4}-\d\d-\d\dT/.test(value)) {
    return new Intl.DateTimeFormat(LOCALES[language], { dateStyle: "medium" }).format(new Date(value));
  }
  return typeof value === "string" && value.startsWith("@") ? say(value.slice(1)) : String(value ?? "");
}
