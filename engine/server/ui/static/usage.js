/** What the organization has used, and how much there is (section 2.12). */
import { get } from "./api.js";
import { byId, element } from "./dom.js";
import { tell, tellAs } from "./language.js";
import { explain } from "./refusals.js";

const METERS = { text: "units", basic_speech: "seconds", premium_speech: "seconds" };

/** Shows how things stand now. */
export async function showUsage() {
  try {
    const usage = await get("usage");
    const { plan, status, organization_rpm: rpm, billing_period: period } = usage;
    tell(byId("plan"), "plan", { plan, status: `@${status}`, rpm });
    tell(byId("period"), "period", { starts: period.starts_at, ends: period.ends_at });
    byId("meters").replaceChildren(
      ...Object.entries(METERS).map(([name, unit]) => meter(name, usage[name], unit)),
    );
  } catch (refusal) {
    explain(byId("plan"), refusal);
  }
}

function meter(name, counter, unit) {
  const [used, included] = [counter[`used_${unit}`], counter[`included_${unit}`]];
  const [label, amount] = [element("dt"), element("span")];
  tell(label, `usage_${name}`);
  tell(amount, "used_of", { used, included });
  const bar = element("meter", { min: 0, max: included, high: included * 0.9, value: used });
  tellAs("label", bar, `usage_${name}`);
  return element("div", { "data-meter": name }, label, element("dd", {}, bar, amount));
}
