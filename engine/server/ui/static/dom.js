/** The element with an id. */
export const byId = (id) => document.getElementById(id);

/** A new element; attributes without a value are left out. */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) {
    if (value !== undefined) made.setAttribute(attribute, value);
  }
  made.append(...children);
  return made;
}

/** Shows or hides elements. */
export function show(shown, ...elements) {
  for (const each of elements) each.hidden = !shown;
}
