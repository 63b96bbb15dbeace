// The strings, a page at a time, in the colours of the parts that match them; a press moves one to the other list.

import { built, byId, count, element, say, soon } from "./elements.js";
import { telling } from "./examples.js";
import { get, post } from "./server.js";

const HOW = {
  match: "Press a string to say that it must not match. Arrow keys go from one to the next.",
  reject: "Press a string to say that it should match after all. Arrow keys go from one to the next.",
  misfits: "Examples that do not match, and what should not match and does. Press a string to change sides.",
};
const NONE = { match: "No examples.", reject: "None yet: press an example to put it here.", misfits: "Everything fits." };

let list = "match";
let page = 0;
let changed = () => {};

export function begin(whenChanged) {
  changed = whenChanged;
  for (const button of byId("choice").children) button.addEventListener("click", () => choose(button.dataset.list));
  byId("previous").addEventListener("click", () => turn(-1));
  byId("next").addEventListener("click", () => turn(1));
  byId("rows").addEventListener("keydown", walk);
}

export function showCounts({ distinct, reject }) {
  const [match, other] = byId("choice").children;
  match.textContent = `Examples (${distinct.toLocaleString("en")})`;
  other.textContent = `Must not match (${reject.toLocaleString("en")})`;
}

function choose(name) {
  [list, page] = [name, 0];
  for (const button of byId("choice").children) button.setAttribute("aria-pressed", String(button.dataset.list === name));
  refresh();
}

function turn(by) {
  page += by;
  refresh();
  byId("lists").scrollIntoView({ block: "nearest" });
}

export const refresh = soon(async () => {
  const { rows, total, pages } = await get(`texts?list=${list}&page=${page}`).catch(() => ({ rows: [], total: 0, pages: 0 }));
  if (page > 0 && page >= pages) { page = Math.max(0, pages - 1); refresh(); return; }
  show(rows, total, pages);
}, 150);

function show(rows, total, pages) {
  const focused = [...byId("rows").children].findIndex((row) => row.contains(document.activeElement));
  byId("how").textContent = total ? HOW[list] : NONE[list];
  byId("rows").replaceChildren(...rows.map(rowOf));
  byId("rows").classList.toggle("short", rows.every(({ text }) => text.length <= 26));
  const buttons = byId("rows").querySelectorAll("button");
  if (buttons.length) buttons[0].tabIndex = 0;
  if (focused >= 0) buttons[Math.min(focused, buttons.length - 1)]?.focus();
  byId("pager").hidden = pages < 2;
  byId("place").textContent = `${page + 1} of ${pages.toLocaleString("en")}`;
  byId("previous").disabled = page === 0;
  byId("next").disabled = page + 1 >= pages;
}

function rowOf({ text, count: times, matches, shown }) {
  const button = element("button", { type: "button", class: "example", tabindex: "-1", onclick: () => move(text) });
  button.append(...shown.map((tree) => built(tree)));
  if (times > 1) button.append(element("span", { class: "count" }, ` ×${times.toLocaleString("en")}`));
  const isWrong = matches !== null && matches === (list === "reject");
  if (isWrong) button.append(element("span", { class: "wrong" }, matches ? " matches" : " does not match"));
  return element("li", {}, button);
}

const move = telling(async (text) => {
  const to = list === "reject" ? "match" : "reject";
  await post("move", { text, to });
  say(to === "match" ? "It should match now" : "It must not match now");
  refresh();
  changed();
});

function walk(event) {
  const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
  const buttons = [...byId("rows").querySelectorAll("button")];
  const next = buttons[buttons.indexOf(document.activeElement) + step];
  if (!step || !next) return;
  event.preventDefault();
  document.activeElement.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
}
