// The candidate that is shown, and the hall of fame that it is from.

import { byId, copy, count, element, fill, say, soon } from "./elements.js";
import { telling } from "./examples.js";
import { get, post } from "./server.js";

let shown = null;
let phase = "empty";
let began = 0;
let progress = null;

export function begin() {
  byId("copy-pattern").addEventListener("click", (event) => copy(shown.pattern, event.currentTarget));
  byId("back").addEventListener("click", show(null));
  setInterval(showProgress, 250);
}

const show = (notation) => telling(() => post("show", { notation }));

// ------------------------------------------------------------------------------------------------ the pick

export function showAnswer(answer) {
  if (!shown && answer) say(`The first pattern: ${answer.pattern}`);
  shown = answer;
  byId("found").hidden = byId("answer-controls").hidden = !answer;
  byId("notes").replaceChildren();
  if (!answer) {
    byId("title").replaceChildren();
    byId("facts").replaceChildren();
    return;
  }
  fill(byId("title"), answer.title);
  byId("back").hidden = answer.is_pick;
  byId("notes").replaceChildren(...answer.notes.map((note) => element("p", { class: "note" }, note)));
  showFacts(answer);
  showProgress();
  draw();
}

function showFacts({ matched, total, rejected, toReject, size, objective, sure }) {
  const facts = { "examples match": `${matched.toLocaleString("en")} of ${total.toLocaleString("en")}` };
  if (toReject) facts.rejected = `${rejected} of ${toReject}`;
  if (sure !== null) facts["sure that this is meant"] = `${Math.round(100 * sure)} %`;
  Object.assign(facts, { size: size.toLocaleString("en"), "objective, bits": objective.toLocaleString("en") });
  byId("facts").replaceChildren(...Object.entries(facts).map(([name, value]) =>
    element("div", {}, element("dt", {}, name), element("dd", {}, value))));
}

// what is drawn takes the server a moment: not for every candidate of a search
const draw = soon(async () => {
  if (!shown) return;
  const trees = await get("drawings").catch(() => []);
  if (shown) fill(byId("drawings"), trees);
}, 400);

// ------------------------------------------------------------------------------------------- how far it is

export function showPhase(state) {
  if (state.phase === "searching" && phase !== "searching") [began, progress] = [performance.now(), null];
  if (state.phase === "thinking" && phase === "searching" && shown) say(`Done: ${shown.pattern}`);
  phase = state.phase;
  showProgress();
}

export function takeProgress(data) {
  progress = data;
}

function showProgress() {
  if (phase === "empty" || (phase === "ready" && !shown)) return;
  const seconds = `${((performance.now() - began) / 1000).toFixed(1)} s`;
  const far = progress ? `, ${count(progress[0], "candidate")}, ${progress[1]}` : "";
  const ended = shown?.stats?.interrupted ? "Stopped: the best so far" : "Done";
  const stats = shown?.stats?.seconds;
  const done = stats ? `${ended}, ${stats.toFixed(1)} s, ${count(shown.stats.candidates, "candidate")}` : ended;
  const texts = {
    searching: `Searching: ${seconds}${far}`,
    thinking: "Thinking of a question",
    ready: "The examples have changed: search again.",
    idle: shown ? done : "Nothing was found.",
  };
  if (byId("progress").textContent !== texts[phase]) byId("progress").textContent = texts[phase];
}

// -------------------------------------------------------------------------------------------- hall of fame

export function showFront(rows) {
  const focused = document.activeElement?.dataset?.notation;
  byId("front").replaceChildren(...(rows ?? []).map(row));
  if (focused) byId("front").querySelector(`[data-notation="${CSS.escape(focused)}"]`)?.focus();
}

function row({ notation, pattern, size, distance, objective, is_pick: isPick, is_shown: isShown }) {
  const numbers = [size, distance, objective].map((value) => element("td", {}, value.toLocaleString("en")));
  const code = element("code", {}, element("bdi", {}, pattern));
  const name = notation === null ? code : element("button", {
    type: "button", class: "link", "data-notation": notation, "aria-pressed": String(isShown), onclick: show(notation),
  }, code);
  return element("tr", { class: `${isPick ? "pick" : ""} ${isShown ? "shown" : ""}` }, ...numbers, element("td", {}, name));
}
