// Elements of the page. What the server draws comes as data; names that are not listed here are not made.

const SVG = "http://www.w3.org/2000/svg";
const NAMES = new Set([
  "a", "b", "bdi", "button", "code", "dd", "del", "div", "dl", "dt", "figcaption", "figure", "h1", "h2", "h3", "i",
  "ins", "li", "ol", "p", "pre", "section", "small", "span", "td", "tr", "ul",
]);
const DRAWN = new Set(["circle", "g", "line", "path", "rect", "svg", "text", "title"]);
const ATTRIBUTES = new Set([
  "class", "cx", "cy", "d", "dir", "height", "points", "r", "role", "rx", "ry", "tabindex", "text-anchor", "transform",
  "viewBox", "width", "x", "x1", "x2", "y", "y1", "y2",
]);

export const byId = (id) => document.getElementById(id);

export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value !== undefined && value !== null) made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}

// ["b", {class: "x"}, "text"] -> <b class="x">text</b>
export function built(tree, isDrawing = false) {
  if (typeof tree === "string") return document.createTextNode(tree);
  const [name, attributes, ...children] = tree;
  const drawn = isDrawing || name === "svg";
  if (!(drawn ? DRAWN : NAMES).has(name)) return document.createTextNode("");
  const made = drawn ? document.createElementNS(SVG, name) : document.createElement(name === "h1" ? "p" : name);
  for (const [key, value] of Object.entries(attributes)) {
    if (ATTRIBUTES.has(key)) made.setAttribute(key, value);
  }
  for (const child of children) made.append(built(child, drawn));
  if (name === "figure") made.setAttribute("aria-label", "Drawing");
  return made;
}

const NAMED = { "\n": "\\n", "\t": "\\t", "\r": "\\r" };
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}]/gu;

// A string, with what cannot be seen as its code: \t, \u202e
export function literal(text) {
  const code = (letter) => NAMED[letter] ?? `\\u${letter.codePointAt(0).toString(16).padStart(4, "0")}`;
  return element("code", {}, element("bdi", {}, text.replace(UNSEEN, code)));
}

export function fill(place, trees) {
  place.replaceChildren(...trees.map((tree) => built(tree)));
}

export function count(number, one, several = `${one}s`) {
  return `${number.toLocaleString("en")} ${number === 1 ? one : several}`;
}

// screen readers read what is put here
export function say(text) {
  byId("said").textContent = text;
}

export async function copy(text, button) {
  const label = button.textContent;
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
    say("Copied");
  } catch {
    button.textContent = "Not allowed";
    say("The browser does not allow to copy");
  }
  setTimeout(() => { button.textContent = label; }, 1500);
}

// Calls `work` soon, once for all calls meanwhile, and never two at a time.
export function soon(work, milliseconds) {
  let timer = null, running = false, again = false;
  async function run() {
    timer = null;
    if (running) { again = true; return; }
    running = true;
    try { await work(); } finally { running = false; }
    if (again) { again = false; call(); }
  }
  function call() { timer ??= setTimeout(run, milliseconds); }
  return call;
}
