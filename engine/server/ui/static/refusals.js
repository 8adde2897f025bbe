import { isSaid, tell } from "./language.js";

/** Says in `state` why something was refused. */
export function explain(state, refusal) {
  if (!refusal.detail) throw refusal; // not the service's: a mistake in the page
  const key = `error_${refusal.detail.code}`;
  const { message, action } = refusal.detail;
  tell(state, isSaid(key) ? key : "error", { message, action, retry: refusal.retryAfter ?? 1 });
  state.classList.add("bad");
}

/** Says how things stand. */
export function report(state, key, values) {
  tell(state, key, values);
  state.classList.remove("bad");
}
