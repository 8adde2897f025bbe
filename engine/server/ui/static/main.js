/** Puts the page together. */
import { logOut } from "./api.js";
import { byId, show } from "./dom.js";
import { openEditor } from "./editor.js";
import { speak, tell } from "./language.js";
import { enter } from "./login.js";
import { remembered } from "./remembered.js";
import { openCopies } from "./results.js";
import { openSpeech } from "./speech.js";
import { apply } from "./theme.js";
import { showUsage } from "./usage.js";

remembered("theme", "auto", apply);
remembered("language", "fa", speak);

const { organization, environment, vocabulary } = await enter();
tell(byId("who"), "who", { organization, environment: `@${environment}` });
openEditor(vocabulary, showUsage);
openSpeech(vocabulary, showUsage);
openCopies();
byId("refresh").addEventListener("click", showUsage);
byId("logout").addEventListener("click", () => logOut().finally(() => location.reload()));
show(true, byId("work"), byId("logout"));
byId("text").focus();
await showUsage();
