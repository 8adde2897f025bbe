/**
 * A marked text, word by word.
 *
 * The API counts code points, JavaScript UTF-16 units: everything here goes over an array of code points.
 */

const MARK = /\p{Mn}/u;
const SPACE = /\s/u;
const BETWEEN = /^(\S*)(\s(?:[^]*\s)?|)(\S*)$/u; // two words: what sticks to the first, space, what to the second
const LEFT_TO_RIGHT = /\p{Script=Latin}/u;
const GOES_ON = /^[^\p{Script=Arabic}]*[\p{Script=Latin}\p{Nd}][^\p{Script=Arabic}]*$/u;

/**
 * @typedef {{space: string}} Space
 * @typedef {object} Word
 * @property {string} before Signs that stick to the word, in front of it.
 * @property {string} full The word with all marks,
 * @property {string} reading with its reading marks,
 * @property {string} bare and as it was typed. See `stacks`.
 * @property {string} after Signs behind it.
 * @property {string} pinglish
 * @property {{letter: string, mark: string, type: string}[]} marks The new ones.
 */

/**
 * The words and spaces of a text, in order.
 *
 * @param {string} original
 * @param {{source_index: number, mark: string, type: "reading" | "ezafe"}[]} operations
 * @param {{source_start: number, source_end: number, pinglish?: string}[]} alignment
 * @returns {(Word | Space)[]}
 */
export function wordsOf(original, operations, alignment) {
  const points = Array.from(original);
  const found = [];
  let at = 0;
  let before = add(found, points.slice(0, alignment[0]?.source_start));
  alignment.forEach((item, n) => {
    const { source_start: start, source_end: end, pinglish = "" } = item;
    const marks = operations.filter(({ source_index: index }) => start <= index && index < end);
    found.push({ before, ...layers(points, start, end, marks), after: "", pinglish });
    at = end;
    before = add(found, points.slice(at, alignment[n + 1]?.source_start));
  });
  return before ? [...found, { space: before }] : found;
}

/** The words of a text that has no alignment: whatever stands between spaces. */
export function spaced(original) {
  const items = [];
  let start = 0;
  for (const part of original.split(/(\s+)/u)) {
    const length = Array.from(part).length;
    if (part && !SPACE.test(part)) items.push({ source_start: start, source_end: start + length });
    start += length;
  }
  return items;
}

/**
 * Puts what goes from left to right together: each word will be a box of its own, and without this the boxes
 * of "New York" would line up from right to left.
 *
 * @param {(Word | Space)[]} items
 * @returns {(Word | Space)[][]}
 */
export function runs(items) {
  const found = [];
  items.forEach((item, n) => {
    const next = item.space === " " ? items[n + 1] : item;
    const run = found.at(-1);
    if (run && LEFT_TO_RIGHT.test(run[0].bare ?? "") && GOES_ON.test(next?.bare ?? "")) run.push(item);
    else found.push([item]);
  });
  return found;
}

/** Adds what stands between two words; gives back what sticks to the second. */
function add(found, points) {
  const [, after, space, before] = BETWEEN.exec(points.join(""));
  const last = found.at(-1);
  if (!last && !space) return after;
  if (last) last.after = after;
  const free = last ? space : after + space;
  if (free) found.push({ space: free });
  return before;
}

function layers(points, start, end, operations) {
  const letters = stacks(points.slice(start, end), start, operations);
  const layer = (...types) =>
    letters.map(({ letter, marks, type }) => letter + (types.includes(type) ? marks : "")).join("");
  return {
    full: layer("typed", "reading", "ezafe"),
    reading: layer("typed", "reading"),
    bare: layer("typed"),
    marks: operations.map(({ source_index: index, mark, type }) => ({ letter: points[index], mark, type })),
  };
}

/**
 * Letters with their marks, typed ones first. A font places the marks of one letter as a whole, so they have one
 * type: that of the last.
 */
function stacks(points, start, operations) {
  const letters = [];
  const standing = points.map((point) => {
    if (MARK.test(point) && letters.length) letters.at(-1).marks += point;
    else letters.push({ letter: point, marks: "", type: "typed" });
    return letters.at(-1);
  });
  for (const { source_index: index, mark, type } of operations) {
    standing[index - start].marks += mark;
    standing[index - start].type = type;
  }
  return letters;
}
