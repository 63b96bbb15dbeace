// Requests to the server that this page came from, and the news that it sends.

import { byId, say } from "./elements.js";

const BACK = 2000; // milliseconds after which a lost connection is tried again
let desk = null;
let number = 0; // of the last news

export class Refused extends Error {
  constructor({ error, hint }) {
    super(hint ? `${error}: ${hint}` : error);
  }
}

export async function request(method, path, body) {
  const isData = body instanceof Blob;
  const options = { method, headers: isData ? {} : { "Content-Type": "application/json" } };
  if (method !== "GET") options.body = isData ? body : JSON.stringify(body ?? {});
  let response;
  try {
    response = await fetch(path, options);
  } catch {
    throw new Refused({ error: "the server does not answer", hint: "is `synth serve` still running?" });
  }
  const answer = response.headers.get("Content-Type")?.startsWith("application/json") ? await response.json() : null;
  if (!response.ok) throw new Refused(answer ?? { error: `the server says ${response.status}` });
  return answer ?? response;
}

export const here = (path) => `desks/${desk}/${path}`;
export const get = (path) => request("GET", here(path));
export const post = (path, body) => request("POST", here(path), body);
export const put = (path, body) => request("PUT", here(path), body);

// A page that is loaded again goes on with what it had.
export async function opened() {
  const given = await request("POST", "desks", { desk: sessionStorage.getItem("desk") });
  desk = given.desk;
  sessionStorage.setItem("desk", desk);
  return given;
}

// Hears all news; after a broken connection those that came meanwhile.
export function listen(hear) {
  const source = new EventSource(`${here("events")}?after=${number}`);
  for (const kind of Object.keys(hear)) {
    source.addEventListener(kind, (event) => {
      number = Number(event.lastEventId);
      hear[kind](JSON.parse(event.data));
    });
  }
  source.onopen = () => connected(true);
  source.onerror = () => {
    connected(false);
    if (source.readyState === EventSource.CLOSED) setTimeout(() => listen(hear), BACK);
  };
}

function connected(is) {
  const place = byId("connection");
  const text = is ? "" : "The connection is lost; it is tried again. Is `synth serve` still running?";
  if (place.textContent === text) return;
  if (is) say("Connected again");
  place.textContent = text;
}
