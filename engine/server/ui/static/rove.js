/**
 * One tab stop for many things: arrow keys move among them (ARIA Authoring Practices, roving tabindex).
 */

const STEPS = {
  ArrowLeft: (items, at) => items[at + 1],
  ArrowRight: (items, at) => items[at - 1],
  ArrowUp: (items, at) => beside(items, at, -1),
  ArrowDown: (items, at) => beside(items, at, 1),
  Home: (items) => items[0],
  End: (items) => items.at(-1),
};

/** Lets the arrow keys move among the items of a right-to-left box. */
export function arrows(box, selector) {
  const items = () => [...box.querySelectorAll(selector)];
  new MutationObserver(() => items().forEach((item, at) => (item.tabIndex = at ? -1 : 0))).observe(box, {
    childList: true,
  });
  box.addEventListener("keydown", (event) => {
    const all = items();
    const next = STEPS[event.key]?.(all, all.indexOf(document.activeElement));
    if (!next) return;
    event.preventDefault();
    next.focus();
  });
  box.addEventListener("focusin", ({ target }) => {
    for (const item of items()) item.tabIndex = item === target ? 0 : -1;
  });
}

/** The nearest item of the line above (-1) or below (1). */
function beside(items, at, direction) {
  const here = items[at].getBoundingClientRect();
  const far = (rect) => Math.abs(rect.top - here.top) * 100 + Math.abs(middle(rect) - middle(here));
  return items
    .map((item) => [item, item.getBoundingClientRect()])
    .filter(([, rect]) => (rect.top - here.top) * direction > here.height / 2)
    .reduce((best, each) => (!best || far(each[1]) < far(best[1]) ? each : best), undefined)?.[0];
}

const middle = (rect) => (rect.left + rect.right) / 2;
