/** Lists to choose from, made of the API's closed vocabularies. */
import { element } from "./dom.js";
import { isSaid, tell, tellAs } from "./language.js";

/** Offers names in a list, by themselves or in groups `[label, names]`. */
export function fill(select, choices) {
  select.replaceChildren(
    ...choices.map((choice) => (Array.isArray(choice) ? group(...choice) : option(choice))),
  );
}

function group(label, names) {
  const made = element("optgroup", {}, ...names.map(option));
  tellAs("group", made, label);
  return made;
}

/** What the table does not say is a name, the same in each language. */
function option(name) {
  const made = element("option", { value: name }, name);
  if (isSaid(name)) tell(made, name);
  return made;
}
