/** Speech jobs as the API has them (sections 2.10, 3.1 and 6 of its document). */
import { events, get, post } from "./api.js";

const ENDED = ["succeeded", "failed", "cancelled"];
const PAUSE_MILLISECONDS = 2000;

/**
 * Starts a job. Where Premium jobs are not to be had, the synchronous route makes the sound, and the job that
 * comes back has no id: it has ended.
 */
export async function begin(request) {
  try {
    return await post("speech/jobs", request);
  } catch (refusal) {
    if (refusal.detail?.code !== "premium_speech_jobs_unavailable") throw refusal;
  }
  const result = await post("speech", request);
  return { status: "succeeded", result, audio_url: result.audio_url };
}

/**
 * Follows a job and gives it back when it has ended.
 *
 * @param {string} id
 * @param {{status: Function, audio: Function, reset: Function}} hear Takes the data of each event of that name.
 */
export async function follow(id, hear) {
  for (let last = 0; ; await pause()) {
    last = await heard(id, last, hear);
    const job = await get(`speech/jobs/${id}`); // the end of a stream is not success
    if (ENDED.includes(job.status)) return job;
  }
}

/** Listens until the stream is over, and tells the last event's id. An EventSource survives cuts by itself. */
function heard(id, last, hear) {
  const stream = events(id, last);
  return new Promise((resolve) => {
    const end = () => {
      stream.close();
      resolve(last);
    };
    const on = (name, then) =>
      stream.addEventListener(name, ({ data, lastEventId }) => {
        if (data && Number(lastEventId) <= last) return; // heard before the connection was cut
        last = Number(lastEventId) || last;
        then(data && JSON.parse(data));
      });
    on("status", (data) => {
      hear.status(data);
      if (ENDED.includes(data.status)) end();
    });
    on("audio", hear.audio);
    on("reset", hear.reset);
    on("complete", end);
    on("error", (data) => {
      if (data || stream.readyState === EventSource.CLOSED) end(); // else the connection was cut: it comes again
    });
  });
}

const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE_MILLISECONDS));
