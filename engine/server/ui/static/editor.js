/** The text to read: its length, and what is asked about it. */
import { post } from "./api.js";
import { fill } from "./choices.js";
import { byId } from "./dom.js";
import { tell } from "./language.js";
import { explain, report } from "./refusals.js";
import { showAnswers } from "./results.js";

const EXAMPLE = "دوست خوب من هر روز به کتابخانهٔ شهر می‌رود.\nاو شعر حافظ و داستان‌های تازه می‌خواند.";
const REMEMBERED = "text"; // by this tab, through reloads and logins
const ASKED = {
  diacritize: () => ({ include_ezafe: byId("ezafe").checked }),
  pinglish: () => ({ style: byId("pinglish-style").value, vowel_notation: byId("vowel-notation").value }),
  translate: () => ({}),
};
const [form, text, button, state, count] = ["editor", "text", "read", "editor-state", "count"].map(byId);

/** Sets the form up; `charged` is called when all answers are there. */
export function openEditor(vocabulary, charged) {
  fill(byId("pinglish-style"), vocabulary.pinglish_styles);
  fill(byId("vowel-notation"), vocabulary.vowel_notations);
  text.value = sessionStorage.getItem(REMEMBERED) ?? "";
  const measure = () => {
    sessionStorage.setItem(REMEMBERED, text.value);
    const length = Array.from(text.value).length;
    tell(count, "count", { count: length, most: vocabulary.text_code_points });
    count.classList.toggle("bad", length > vocabulary.text_code_points);
  };
  text.addEventListener("input", measure);
  text.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.requestSubmit();
  });
  byId("example").addEventListener("click", () => {
    text.value = EXAMPLE;
    measure();
    text.focus();
  });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (button.disabled) return;
    button.disabled = true;
    await read(text.value).finally(() => (button.disabled = false));
    charged();
  });
  measure();
}

async function read(original) {
  report(state, "reading_now");
  const answers = {};
  const asked = Object.entries(ASKED).map(async ([operation, options]) => {
    answers[operation] = await post(operation, { text: original, ...options() });
    showAnswers(original, answers);
    return answers[operation].usage.units;
  });
  const ended = await Promise.allSettled(asked);
  const refused = ended.find(({ status }) => status === "rejected");
  if (refused) return explain(state, refused.reason);
  report(state, "read_done", { units: ended.reduce((sum, { value }) => sum + value, 0) });
}
