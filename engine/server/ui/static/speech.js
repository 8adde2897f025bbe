/** The form of speech: tier, voice, pace and style, and the job that comes of them. */
import { post } from "./api.js";
import { fill } from "./choices.js";
import { byId, show } from "./dom.js";
import { tell } from "./language.js";
import { play, resume } from "./player.js";

const FEATURED = ["kian", "leyla"]; // section 2.2
const [form, voice, pace, listen] = ["speech", "voice", "pace", "listen"].map(byId);

/** Sets the form up; `charged` is called when a job has ended. */
export function openSpeech({ voices, styles, expressiveness, pace: limits, director_notes: most }, charged) {
  const offered = {
    basic: [
      ["voices_featured", FEATURED],
      ["voices_more", voices.basic.filter((name) => !FEATURED.includes(name))],
    ],
    premium: voices.premium,
  };
  const choose = () => {
    fill(voice, offered[tier()]);
    show(tier() === "premium", byId("delivery"));
  };
  fill(byId("style"), styles);
  fill(byId("expressiveness"), expressiveness);
  byId("expressiveness").value = "natural";
  byId("notes").maxLength = most;
  Object.assign(pace, { min: limits.least, max: limits.most, value: 1 });
  const showPace = () => tell(byId("pace-shown"), "pace_shown", { pace: pace.valueAsNumber });
  pace.addEventListener("input", showPace);
  byId("tier").addEventListener("change", choose);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const text = byId("text");
    if (listen.disabled || !text.reportValidity()) return;
    await watched(play(request(text.value)));
  });
  const watched = async (job) => {
    listen.disabled = true;
    await job.finally(() => (listen.disabled = false));
    charged();
  };
  choose();
  showPace();
  watched(resume());
}

const tier = () => form.elements.tier.value;

function request(text) {
  const basic = { text, tier: tier(), voice: voice.value, pace: pace.valueAsNumber };
  if (basic.tier === "basic") return basic;
  return {
    ...basic,
    style: byId("style").value,
    expressiveness: byId("expressiveness").value,
    director_notes: byId("notes").value || null,
  };
}
