// What the search is asked for, its beginning and its end.

import { byId, say } from "./elements.js";
import { post } from "./server.js";
import { telling } from "./examples.js";

const EFFORTS = ["", "1, a glance", "2, as usual", "3, more widely", "4, patiently", "5, exhaustively"];

export const search = telling(async () => {
  await post("search", settings());
});

export function begin() {
  const effort = byId("effort");
  const tell = () => {
    byId("effort-said").textContent = EFFORTS[effort.value];
    effort.setAttribute("aria-valuetext", EFFORTS[effort.value]);
  };
  effort.addEventListener("input", tell);
  tell();
  byId("search").addEventListener("click", search);
  byId("stop").addEventListener("click", telling(async () => {
    say("Stopping");
    await post("stop");
  }));
}

function settings() {
  const checked = (selector) => [...document.querySelectorAll(`${selector}:checked`)].map((input) => input.value);
  const constraints = checked("[name=constraint]");
  if (byId("states").value) constraints.push(`max-states=${byId("states").value}`);
  if (byId("alphabet").value) constraints.push(`alphabet=${byId("alphabet").value}`);
  const seconds = Number(byId("seconds").value);
  const [kind] = checked("[name=kind]");
  return { kind, effort: Number(byId("effort").value), constraints, ...(seconds > 0 ? { timeout: seconds } : {}) };
}

let isNew = true; // nothing was heard yet, so the settings are those of the empty form

function restore({ kind = "regex", effort = 2, constraints = [], timeout }) {
  const chosen = (selector, wanted) => {
    for (const input of document.querySelectorAll(selector)) input.checked = wanted.includes(input.value);
  };
  chosen("[name=kind]", [kind]);
  chosen("[name=constraint]", constraints);
  for (const [id, name] of [["states", "max-states="], ["alphabet", "alphabet="]]) {
    byId(id).value = constraints.find((one) => one.startsWith(name))?.slice(name.length) ?? "";
  }
  byId("seconds").value = timeout ?? "";
  byId("effort").value = effort;
  byId("effort").dispatchEvent(new Event("input"));
}

export function showPhase({ phase, examples, settings }) {
  if (isNew && Object.keys(settings).length) restore(settings);
  isNew = false;
  const isBusy = phase === "searching" || phase === "thinking";
  byId("stop").disabled = !isBusy;
  byId("search").disabled = !examples;
  byId("search").textContent = phase === "idle" ? "Search again" : "Search";
  byId("answer").setAttribute("aria-busy", String(phase === "searching"));
}
