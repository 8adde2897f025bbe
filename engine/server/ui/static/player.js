/** What a person sees and hears of a speech job: its steps, its preview and its sound. */
import { audioAddress, get, post } from "./api.js";
import { byId, element, show } from "./dom.js";
import { isSaid, tell } from "./language.js";
import { begin, follow } from "./jobs.js";
import { Preview } from "./preview.js";
import { explain, report } from "./refusals.js";

const STEPS = ["queued", "running", "succeeded"];
const REMEMBERED = "job";
const SUFFIXES = { "audio/wav": "wav", "audio/mpeg": "mp3" };
const [box, steps, progress, state] = ["job", "steps", "progress", "job-state"].map(byId);
const [sound, download, cancel, hush] = ["audio", "download", "cancel", "hush"].map(byId);

const preview = new Preview((seconds) => {
  show(seconds, hush);
  if (seconds) report(state, "previewing", { seconds });
});
const hear = {
  status: ({ status }) => showStatus(status),
  audio: ({ audio_base64: chunk }) => preview.add(chunk),
  reset: () => {
    preview.reset();
    report(state, "started_over");
  },
};

/** Runs a request to its end, whatever that is. */
export async function play(request) {
  preview.open();
  await watch(() => begin(request));
}

/** Goes on with the job that this tab followed before it was loaded anew. */
export async function resume() {
  const id = sessionStorage.getItem(REMEMBERED);
  if (id) await watch(() => get(`speech/jobs/${id}`));
}

async function watch(started) {
  preview.reset();
  sound.removeAttribute("src");
  show(true, box, progress);
  show(false, sound, download);
  state.textContent = "";
  showStatus("queued");
  try {
    showEnd(await ended(await started()));
  } catch (refusal) {
    showStatus("failed");
    explain(state, refusal);
  } finally {
    sessionStorage.removeItem(REMEMBERED);
    show(false, progress, cancel);
  }
}

async function ended(job) {
  if (!job.id) return job;
  sessionStorage.setItem(REMEMBERED, job.id);
  cancel.onclick = () => post(`speech/jobs/${job.id}/cancel`).catch((refusal) => explain(state, refusal));
  show(true, cancel);
  return follow(job.id, hear);
}

function showEnd({ status, result, audio_url: address, error }) {
  showStatus(status);
  if (status === "failed") explain(state, { detail: error });
  if (status === "cancelled") report(state, "cancelled");
  if (status !== "succeeded") return preview.reset();
  const { voice, requested_voice: requested, duration_seconds: duration, usage, mime_type: type } = result;
  const values = { duration, seconds: usage.seconds, voice: named(voice), requested: named(requested) };
  report(state, requested ? "substituted" : "spoken", values);
  sound.src = audioAddress(address);
  download.href = sound.src;
  download.download = `${voice}.${SUFFIXES[type]}`;
  show(true, sound, download);
  if (!preview.sounding) sound.play().catch(() => {}); // a browser that wants another click gets one
}

/** The steps of a job, or what became of them. */
function showStatus(status) {
  const ways = STEPS.includes(status) ? STEPS : [...STEPS.slice(0, 2), status];
  steps.replaceChildren(...ways.map((way) => step(way, status, ways)));
}

function step(way, status, ways) {
  const done = ways.indexOf(way) < ways.indexOf(status) || (way === status && way === "succeeded");
  const made = element("li", {
    class: done ? "done" : undefined,
    "aria-current": way === status ? "step" : undefined,
    "data-status": way,
  });
  tell(made, way);
  return made;
}

/** A voice as the page calls it. */
const named = (voice) => (isSaid(voice) ? `@${voice}` : voice);

hush.addEventListener("click", () => preview.reset());
sound.addEventListener("play", () => preview.reset());
