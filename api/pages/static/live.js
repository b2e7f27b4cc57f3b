// Keeps a table in touch: says whether it is, comes back where the line went dead without a word,
// and loads the page anew where what it shows no longer holds. The rest is htmx and hx-sse.
"use strict";

const ear = document.getElementById("ear");
const board = document.getElementById("board");
const SILENCE = 25_000; // Milliseconds; a beat comes every ten seconds.
const PATIENCE = 2_000; // Milliseconds after which a board that did not come is asked for again.
let connection, timer;

function say(state) {
  document.documentElement.dataset.live = state;
  const words = ear.dataset[state];
  if (ear.textContent !== words) ear.textContent = words;
}

function heard() {
  say("live");
  wait();
}

function wait() {
  clearTimeout(timer);
  timer = setTimeout(dead, SILENCE);
}

function dead() {
  say("lost");
  if (connection) connection.reader?.cancel();
  else htmx.ajax("GET", ear.getAttribute("hx-sse:connect"), { source: ear });
  wait();
}

function askAgain() {
  setTimeout(() => htmx.trigger(board, "look"), PATIENCE);
}

if (ear) {
  ear.hidden = false;
  ear.addEventListener("htmx:sse:after:connection", event => {
    connection = event.detail.connection;
    wait();
  });
  ear.addEventListener("htmx:sse:error", () => say("lost"));
  ear.addEventListener("beat", heard);
  ear.addEventListener("entry", heard);
  ear.addEventListener("full", () => say("full"));
  ear.addEventListener("again", () => location.assign(ear.dataset.home));
  board.addEventListener("htmx:error", askAgain);
  board.addEventListener("htmx:response:error", event => {
    if (event.detail.ctx.response.status >= 500) askAgain();
  });
  wait();
}
