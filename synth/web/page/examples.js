// Examples come in: pasted, dropped, opened, from a column of a table.

import { byId, count, element, literal, say } from "./elements.js";
import { post, put, request } from "./server.js";

const PREVIEW = 5;
const SUFFIXES = { csv: "csv", tsv: "csv", jsonl: "jsonl", ndjson: "jsonl", json: "jsonl" };
const DATES = ["2024-02-29", "1999-12-31", "2031-07-04", "2008-10-15", "1985-01-09", "2017-06-23", "2026-11-30"];

let columns = [];
let hasSome = false;
let changed = () => {};

export function begin(given, whenChanged) {
  changed = whenChanged;
  const pasted = byId("pasted");
  pasted.addEventListener("paste", () => setTimeout(usePasted));
  pasted.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) usePasted();
  });
  byId("use").addEventListener("click", usePasted);
  byId("open").addEventListener("click", () => byId("file").click());
  byId("file").addEventListener("change", () => {
    const [file] = byId("file").files;
    byId("file").value = "";
    if (file) useFile(file);
  });
  byId("column").addEventListener("change", showPreview);
  byId("take-column").addEventListener("click", () => take(columns[byId("column").value].values));
  byId("over").addEventListener("click", startOver);
  byId("try-out").addEventListener("click", () => take(DATES));
  acceptDrops(byId("entry"));
  if (given.length) choose(given);
}

export function fail(error) {
  byId("failure").textContent = error === null ? "" : error.message;
}

// what goes wrong is told where the examples are
export const telling = (work) => async (...given) => {
  fail(null);
  try { await work(...given); } catch (error) { fail(error); }
};

const usePasted = telling(async () => {
  const text = byId("pasted").value;
  const format = byId("format").value;
  if (format === "txt") await take(text.split(/\r?\n/));
  else choose(await request("POST", `columns?name=pasted.${format}`, new Blob([text])));
});

const useFile = telling(async (file) => {
  const suffix = file.name.split(".").pop().toLowerCase();
  byId("format").value = SUFFIXES[suffix] ?? "txt";
  choose(await request("POST", `columns?name=${encodeURIComponent(file.name)}`, file));
});

function acceptDrops(place) {
  place.addEventListener("dragover", (event) => { event.preventDefault(); place.classList.add("over"); });
  place.addEventListener("dragleave", () => place.classList.remove("over"));
  place.addEventListener("drop", (event) => {
    event.preventDefault();
    place.classList.remove("over");
    const [file] = event.dataTransfer.files;
    if (file) { useFile(file); return; }
    byId("pasted").value = event.dataTransfer.getData("text/plain");
    usePasted();
  });
}

// one column is taken at once, of several one is chosen
function choose(found) {
  columns = found;
  byId("columns").hidden = found.length < 2;
  if (found.length < 2) { take(found[0]?.values ?? []); return; }
  byId("column").replaceChildren(...found.map(({ name, values }, place) =>
    element("option", { value: place }, `${name} (${values.length.toLocaleString("en")})`)));
  showPreview();
  byId("column").focus();
  say(`${count(found.length, "column")}: choose one`);
}

function showPreview() {
  const { values } = columns[byId("column").value];
  byId("preview").replaceChildren(...values.slice(0, PREVIEW).map((value) => element("li", {}, literal(value))));
}

const take = telling(async (values) => {
  const match = values.filter((value) => value);
  if (!match.length) throw new Error("There are no examples: paste some, one a line.");
  const { conflicts } = hasSome ? await post("texts", { match, reject: [] }) : await put("texts", { match, reject: [] });
  byId("pasted").value = "";
  byId("columns").hidden = true;
  showConflicts(conflicts);
  changed();
});

// A string on both lists: either may be dropped. What was shown before stays until it is settled.
export function showConflicts(conflicts) {
  const shown = new Set([...byId("conflicts").children].map((note) => note.dataset.text));
  const added = conflicts.filter((text) => !shown.has(text));
  const choices = added.map((text) => element("div", { class: "note", "data-text": text },
    element("p", {}, "You said that ", literal(text), " must not match."),
    element("div", { class: "controls" },
      element("button", { type: "button", onclick: (event) => settle(event, text, "match") }, "It should match"),
      element("button", { type: "button", onclick: (event) => settle(event, text, null) }, "It still must not"))));
  byId("conflicts").append(...choices);
  if (conflicts.length) say(`${count(conflicts.length, "string")} must not match, and should: choose`);
}

const settle = telling(async (event, text, to) => {
  event.target.closest(".note").remove();
  if (to) { await post("move", { text, to }); changed(); }
});

const startOver = telling(async () => {
  await put("texts", { match: [], reject: [] });
  byId("conflicts").replaceChildren();
  byId("pasted").focus();
  say("Start with other examples");
});

export function showCounts({ examples, distinct, reject }) {
  hasSome = examples > 0;
  const repeats = examples > distinct ? ` (${distinct.toLocaleString("en")} different)` : "";
  const rejected = reject ? `, ${reject.toLocaleString("en")} that must not match` : "";
  byId("counts").textContent = `${count(examples, "example")}${repeats}${rejected}`;
  byId("counts").hidden = byId("over").hidden = !hasSome;
  byId("pasted").rows = hasSome ? 3 : 8;
  byId("use").textContent = hasSome ? "Add these" : "Find the pattern";
}
