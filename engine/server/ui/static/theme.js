/** Puts the remembered theme on the page before it is first painted. */

export const THEMES = ["auto", "light", "dark"];

export function apply(theme) {
  document.documentElement.dataset.theme = THEMES.includes(theme) ? theme : "auto";
}

apply(localStorage.getItem("theme"));
