// A string that is typed in: whether and why it matches, or how it would be mended.

import { byId, count, element, fill, literal, say, soon } from "./elements.js";
import { showConflicts, telling } from "./examples.js";
import { post } from "./server.js";

let hasAnswer = false;
let changed = () => {};

export function begin(whenChanged) {
  changed = whenChanged;
  byId("tried").addEventListener("input", judge);
  byId("add-match").addEventListener("click", () => add("match"));
  byId("add-reject").addEventListener("click", () => add("reject"));
}

export function showAnswer(answer) {
  hasAnswer = Boolean(answer);
  judge();
}

const judge = soon(async () => {
  const text = byId("tried").value;
  byId("verdict-controls").hidden = !text;
  if (!text || !hasAnswer) { show(null); return; }
  try {
    const verdict = await post("verdict", { text });
    if (byId("tried").value) show(verdict);
  } catch (error) {
    show(null);
    byId("verdict").textContent = error.message;
  }
}, 0);

function show(verdict) {
  const place = byId("verdict");
  place.className = verdict ? (verdict.matches ? "inside" : "outside") : "";
  fill(byId("verdict-shown"), verdict?.shown ?? []);
  if (!verdict) {
    place.textContent = "";
    byId("verdict-why").replaceChildren();
    return;
  }
  const far = `No: ${count(verdict.distance, "edit")} from the nearest string that does`;
  const text = verdict.matches ? "Yes, it matches" : far;
  if (place.textContent !== text) place.textContent = text;
  const why = verdict.why.map(([words, piece]) => element("li", {}, literal(piece), ` ${words}`));
  const edits = (verdict.edits ?? []).map((edit) => element("li", {}, edit));
  byId("verdict-why").replaceChildren(...why, ...edits, ...mended(verdict));
}

function mended({ mended: text }) {
  if (text === undefined) return [];
  return [element("li", {}, "mended: ", literal(text), " ",
    element("button", { type: "button", class: "link", onclick: () => tryOut(text) }, "try this"))];
}

function tryOut(text) {
  byId("tried").value = text;
  byId("tried").focus();
  judge();
}

const add = telling(async (to) => {
  const text = byId("tried").value;
  const { conflicts } = await post("texts", { match: to === "match" ? [text] : [], reject: to === "reject" ? [text] : [] });
  showConflicts(conflicts);
  byId("tried").value = "";
  byId("tried").focus();
  judge();
  say(to === "match" ? "Added as an example" : "Added as one that must not match");
  changed();
});
