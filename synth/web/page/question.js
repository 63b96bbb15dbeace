// The string whose answer tells most, and what was answered.

import { byId, count, element, fill, literal, say } from "./elements.js";
import { fail, telling } from "./examples.js";
import { post } from "./server.js";

const KEYS = { y: "yes", n: "no", s: "skip", u: "undo" };
const REPLIES = { yes: { matches: true }, no: { matches: false }, skip: { matches: null }, undo: { undo: true } };
const DOUBTS = { // before what is asked about again, by what was answered
  true: "You said yes before, and all else says no. ", false: "You said no before, and all else says yes. ",
};
const SHOWN = 5;

let asked = null;
let changed = () => {};
let wasAnswered = false; // by the person, who then waits for the next question

export function begin(whenChanged) {
  changed = whenChanged;
  for (const [name, body] of Object.entries(REPLIES)) byId(name).addEventListener("click", () => reply(body));
  byId("ask").addEventListener("keydown", (event) => {
    const name = KEYS[event.key.toLowerCase()];
    if (!name || event.ctrlKey || event.metaKey || event.altKey || byId(name).disabled) return;
    event.preventDefault();
    reply(REPLIES[name]);
  });
}

async function reply(body) {
  wasAnswered = true;
  setBusy(true);
  fail(null);
  try { await post("reply", body); } catch (error) { fail(error); showQuestion(asked); }
}

function setBusy(isBusy) {
  byId("ask").setAttribute("aria-busy", String(isBusy));
  for (const name of ["yes", "no", "skip"]) byId(name).disabled = isBusy || !asked?.question;
  byId("undo").disabled = isBusy || !asked?.said.length;
}

export function showPhase({ phase }) {
  if (phase === "idle") setBusy(false);
  else if (phase === "searching") showQuestion(null);
}

export function showQuestion(data) {
  asked = data;
  const question = asked?.question ?? null;
  byId("ask").hidden = !asked;
  setBusy(false);
  if (!asked) return;
  const title = question === null ? "Nothing is left to ask" : `${DOUBTS[asked.doubted] ?? ""}Should this match?`;
  byId("ask-title").textContent = title;
  fill(byId("question"), question === null ? [] : asked.shown);
  byId("replies").classList.toggle("over", question === null);
  const sure = `${Math.round(100 * asked.confidence)} % sure`;
  byId("sure").replaceChildren(...(question === null
    ? [`All patterns that are left agree on what would be asked; ${sure}.`]
    : [`${sure}; each answer tells more. `, element("span", { class: "keys" }, "Keys: y, n, s, u.")]));
  byId("answers").replaceChildren(...asked.said.slice().reverse().map(answerOf));
  showContradictions(asked.contradictions);
  if (wasAnswered) {
    wasAnswered = false;
    byId("question").focus();
    say(question === null ? title : `${title} ${question}`);
  }
}

function answerOf({ text, matches }) {
  const answer = { true: "matches", false: "does not match", null: "unknown" }[matches];
  return element("li", {}, literal(text), ` ${answer} `,
    element("button", { type: "button", class: "link", onclick: () => reply({ drop: text }) }, "forget",
      element("span", { class: "unseen" }, ` what you said of ${text}`)));
}

// an answer is forgotten; a string of the lists is dropped from them, which takes another search
function drop({ text, given }) {
  if (given === "answer") reply({ drop: text });
  else telling(async () => { await post("move", { text, to: null }); changed(); })();
}

function showContradictions(contradictions) {
  const rows = contradictions.slice(0, SHOWN).map((one) => element("li", {},
    literal(one.text), one.matches ? " does not match, " : " matches, ",
    { example: "and is an example", negative: "and must not", answer: "and you said otherwise" }[one.given], " ",
    element("button", { type: "button", class: "link", onclick: () => drop(one) }, "drop it",
      element("span", { class: "unseen" }, `: ${one.text}`))));
  const more = contradictions.length > SHOWN ? [element("p", { class: "faint" }, `and ${contradictions.length - SHOWN} more`)] : [];
  const head = element("p", { class: "note" }, `The pattern says otherwise of ${count(contradictions.length, "string")}:`);
  byId("contradictions").replaceChildren(...(rows.length ? [head, element("ul", { class: "plain" }, ...rows), ...more] : []));
}
