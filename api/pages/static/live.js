// Keeps a table in touch: says whether it is, comes back where the line went dead without a word,
// and loads the page anew where what it shows no longer holds. The rest is htmx and hx-sse.
"use strict";

const ear = document.getElementById("ear");
const SILENCE = 25_000; // Milliseconds; a beat comes every ten seconds.
let connection, timer, behind = false;

function say(state) {
  document.documentElement.dataset.live = state;
  const words = ear.dataset[state];
  if (ear.textContent !== words) ear.textContent = words;
}

function heard() {
  say("live");
  wait();
}

// What was told while the line was dead could not be drawn: it is drawn as soon as there is one.
function catchUp() {
  if (behind) ear.dispatchEvent(new Event("entry"));
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

if (ear) {
  ear.hidden = false;
  ear.addEventListener("htmx:sse:after:connection", event => {
    connection = event.detail.connection;
    wait();
    catchUp();
  });
  ear.addEventListener("htmx:sse:error", () => say("lost"));
  ear.addEventListener("beat", heard);
  ear.addEventListener("beat", catchUp);
  ear.addEventListener("entry", heard);
  ear.addEventListener("entry", () => { behind = true; });
  document.getElementById("board").addEventListener("htmx:after:swap", () => { behind = false; });
  ear.addEventListener("full", () => say("full"));
  ear.addEventListener("again", () => location.assign(ear.dataset.home));
  wait();
}
