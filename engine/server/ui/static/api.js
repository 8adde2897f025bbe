/**
 * The service, through the session of this browser.
 *
 * Refusals that may pass are repeated with the same body and key, as the API document asks (section 7).
 */

const TRIES = 3;
const PATIENCE_SECONDS = 5;
const UNREACHABLE = { code: "unreachable", message: "", action: "", retryable: true };

/** Why there was no answer: the error detail of the API (section 2.11), and the seconds to wait. */
export class Refusal extends Error {
  constructor(status, detail, retryAfter) {
    super(detail.message);
    this.status = status;
    this.detail = detail;
    this.retryAfter = retryAfter;
  }
}

let csrf;

/** Exchanges a login token for a session. */
export const logIn = async (token) => opened(await send("POST", "login", { token }));

/** The session this browser has already, if any. */
export const session = async () => opened(await send("GET", "session"));

export const logOut = () => send("POST", "logout");

export const get = (path) => send("GET", `api/${path}`);

/** Posts a request under a fresh idempotency key. */
export async function post(path, body) {
  const key = freshKey();
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send("POST", `api/${path}`, body, key);
    } catch (refusal) {
      const seconds = refusal.retryAfter ?? 2 ** (attempt - 1);
      if (!refusal.detail?.retryable || attempt === TRIES || seconds > PATIENCE_SECONDS) throw refusal;
      await wait(seconds + Math.random());
    }
  }
}

/** The events of a job (section 6) with an id over `after`; 0 for all. */
export const events = (jobId, after) =>
  new EventSource(`ui/api/speech/jobs/${jobId}/events${after ? `?after=${after}` : ""}`);

/** A signed audio address as this page may load it, whatever name the page was opened under. */
export const audioAddress = (signed) => `v1/developer/audio${new URL(signed).search}`;

async function send(method, path, body, key) {
  const headers = {};
  if (csrf && method !== "GET") headers[csrf.header] = csrf.token;
  if (key) headers["Idempotency-Key"] = key;
  if (body) headers["Content-Type"] = "application/json";
  let response;
  try {
    response = await fetch(`ui/${path}`, { method, headers, body: body && JSON.stringify(body) });
  } catch {
    throw new Refusal(0, UNREACHABLE);
  }
  if (response.status === 401 && path.startsWith("api/")) location.reload(); // to the login
  if (response.ok) return response.status === 204 ? undefined : response.json();
  throw await refused(response);
}

async function refused(response) {
  const envelope = await response.json().catch(() => ({ error: UNREACHABLE }));
  const retryAfter = response.headers.get("Retry-After");
  return new Refusal(response.status, envelope.error, retryAfter === null ? undefined : Number(retryAfter));
}

function opened(facts) {
  csrf = facts?.csrf;
  return facts;
}

function freshKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}

const wait = (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));
