/** Who is here: a session of before, a login link that was opened, or one that is pasted. */
import { logIn, session } from "./api.js";
import { byId, show } from "./dom.js";
import { explain } from "./refusals.js";

const form = byId("login");

/** Resolves with what the server tells of the session, as soon as there is one. */
export async function enter() {
  const token = tokenIn(location.hash);
  if (token) history.replaceState(null, "", location.pathname); // out of sight and of the history
  try {
    return (await (token ? logIn(token) : session())) ?? asked();
  } catch (refusal) {
    return asked(refusal);
  }
}

function asked(refusal) {
  show(true, form);
  byId("token").focus();
  if (refusal) explain(byId("login-state"), refusal);
  return new Promise((resolve) => {
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const given = byId("token").value.trim();
      try {
        const facts = await logIn(tokenIn(given) ?? given);
        show(false, form);
        resolve(facts);
      } catch (again) {
        explain(byId("login-state"), again);
      }
    });
  });
}

/** The token in a link, or in the part of one behind its #. */
const tokenIn = (link) => /#login=([\w-]+)$/.exec(link)?.[1];
