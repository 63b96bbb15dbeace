// The page begins: the parts of it, and the news that they hear.

import * as answer from "./answer.js";
import { byId, element, soon } from "./elements.js";
import * as examples from "./examples.js";
import * as exports from "./exports.js";
import * as lists from "./lists.js";
import * as question from "./question.js";
import { listen, opened } from "./server.js";
import * as settings from "./settings.js";
import * as trying from "./trying.js";

const AGAIN = 800; // milliseconds after the last change of the examples

const NARROW = matchMedia("(max-width: 64rem)");

const searchAgain = soon(settings.search, AGAIN);

const HEARD = {
  state(state) {
    for (const part of [examples, lists]) part.showCounts(state);
    for (const part of [answer, question, settings]) part.showPhase(state);
    if (state.phase === "idle") exports.refresh();
    lists.refresh();
  },
  progress: answer.takeProgress,
  front: answer.showFront,
  answer(data) {
    answer.showAnswer(data);
    trying.showAnswer(data);
    if (data) lists.refresh();
  },
  asked: question.showQuestion,
  failed: (data) => { if (data) examples.fail(new Error(`${data.error}: ${data.hint}`)); },
  noted: (data) => { if (data) byId("notes").append(element("p", { class: "note" }, data)); },
};

async function searchAndShow() {
  await settings.search();
  if (NARROW.matches) byId("answer").scrollIntoView();
}

try {
  const { formats, given } = await opened();
  answer.begin();
  question.begin(searchAgain);
  settings.begin();
  lists.begin(searchAgain);
  trying.begin(searchAgain);
  exports.begin(formats);
  listen(HEARD);
  examples.begin(given, searchAndShow);
} catch (error) {
  examples.fail(error);
}
