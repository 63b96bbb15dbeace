// The pattern in the notations of other tools, the report, and the run.

import { byId, copy, element, soon } from "./elements.js";
import { get, here } from "./server.js";

const TITLES = {
  re: "Python", ere: "POSIX", re2: "RE2", rust: "Rust", hyperscan: "Hyperscan", outlines: "outlines-core",
  "json-schema": "JSON Schema", lark: "Lark", gbnf: "GBNF", ebnf: "EBNF", llguidance: "llguidance", dot: "Graphviz",
};

let chosen = null;

export function begin(formats) {
  byId("formats").replaceChildren(...formats.map((name) => name in TITLES || name !== "dfa" ? button(name)
    : element("a", { class: "button", href: here(`exports/${name}`), download: "automaton.safetensors" }, "Automaton")));
  byId("report").href = here("report.html");
  byId("run").href = here("run.zip");
  byId("copy-export").addEventListener("click", (event) => copy(byId("exported").textContent, event.currentTarget));
}

function button(name) {
  return element("button", { type: "button", "data-format": name, "aria-pressed": "false", onclick: () => choose(name) },
    TITLES[name] ?? name);
}

function choose(name) {
  chosen = name;
  for (const one of byId("formats").querySelectorAll("button")) {
    one.setAttribute("aria-pressed", String(one.dataset.format === name));
  }
  byId("export-said").textContent = "Writing it, and letting the tool try it where it is installed";
  refresh();
}

export const refresh = soon(async () => {
  if (chosen === null) return;
  let text = null, said = "";
  try {
    const exported = await get(`exports/${chosen}`);
    [text, said] = [exported.text, exported.warnings.join(" ")];
  } catch (error) {
    said = error.message;
  }
  byId("exported").textContent = text ?? "";
  byId("exported").hidden = byId("copy-export").hidden = text === null;
  byId("export-said").textContent = said;
}, 100);
