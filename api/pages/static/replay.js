// Drives the replay: the slider, the keys, and the button that plays. Each frame is drawn by the
// server, or in a file that stands alone by `drawFrame`, and put in the place of the one before; the
// address follows, so that it can be shared.
"use strict";

const replay = document.getElementById("replay");
const frame = document.getElementById("frame");
const slider = document.getElementById("place");
const button = document.getElementById("play");
const by = document.getElementById("by");
const speed = document.getElementById("speed");
const said = document.getElementById("said");
const WAYS = { e: "entry", s: "step", t: "turn", p: "phase", r: "round" };
let asked, timer, wanted;

async function fetchFrame(query, signal) {
  const answer = await fetch(replay.dataset.frames + query, { signal });
  if (!answer.ok) throw new Error(answer.statusText);
  return answer.text();
}

// Shows the frame of an address of the replay; a later wish overtakes an earlier one.
async function show(query, announce = true) {
  asked?.abort();
  asked = new AbortController();
  try {
    frame.innerHTML = await (globalThis.drawFrame ?? fetchFrame)(query, asked.signal);
  } catch (error) {
    if (error.name === "AbortError") return false;
    stop();
    said.textContent = "This moment did not come. Try again.";
    return false;
  }
  const shown = frame.firstElementChild;
  slider.value = shown.dataset.place;
  slider.setAttribute("aria-valuetext", `after entry ${shown.dataset.number}`);
  history.replaceState(null, "", replay.dataset.link + address(shown.dataset.number));
  markTurn(Number(shown.dataset.place));
  if (announce) said.textContent = document.getElementById("moment").textContent;
  return true;
}

// Marks the turn that a place is in; a file that stands alone has no list of turns.
function markTurn(place) {
  const turns = [...replay.querySelectorAll(".turns a")];
  const at = turns.findLast(turn => Number(turn.dataset.at) <= place);
  turns.forEach(turn => turn.toggleAttribute("aria-current", turn === at));
  at?.setAttribute("aria-current", "true");
}

function address(number) {
  return `at=${number}&by=${by.value}${through()}`;
}

function through() {
  return replay.dataset.through ? "&through=1" : "";
}

function link(way, back) {
  return frame.querySelector(`a[data-way="${way}"][rel="${back ? "prev" : "next"}"]`);
}

function query(found) {
  return found.getAttribute("href").slice(replay.dataset.link.length);
}

// Goes on or back one entry, step, turn, phase or round; false at an end.
async function go(way, back = false, announce = true) {
  const found = link(way, back);
  return found ? show(query(found), announce) : false;
}

function play() {
  button.textContent = "Pause";
  button.setAttribute("aria-pressed", "true");
  timer = setTimeout(tick, Number(speed.value));
}

function stop() {
  clearTimeout(timer);
  timer = undefined;
  button.textContent = "Play";
  button.setAttribute("aria-pressed", "false");
}

async function tick() {
  const came = await go(by.value, false, false);
  if (timer === undefined) return;
  if (came && link(by.value, false)) timer = setTimeout(tick, Number(speed.value));
  else stop();
}

function slid() {
  clearTimeout(wanted);
  wanted = setTimeout(() => {
    show(`place=${slider.value}&by=${by.value}${through()}`);
  }, 60);
}

function pressed(event) {
  const typing = event.target.closest("input:not([type=range]), select, textarea");
  if (typing || event.ctrlKey || event.altKey || event.metaKey) return;
  const onSlider = event.target === slider;
  const key = event.key.toLowerCase();
  if (key === " " && !event.target.closest("button, a, summary")) timer ? stop() : play();
  else if (key in WAYS && link(WAYS[key], event.shiftKey)) go(WAYS[key], event.shiftKey);
  else if (onSlider) return;
  else if (key === "arrowright") go(by.value);
  else if (key === "arrowleft") go(by.value, true);
  else if (key === "home" || key === "end") {
    slider.value = key === "home" ? slider.min : slider.max;
    slid();
  } else return;
  event.preventDefault();
}

document.getElementById("player").hidden = false;
replay.querySelector(".go")?.setAttribute("hidden", "");
slider.addEventListener("input", () => { stop(); slid(); });
button.addEventListener("click", () => (timer ? stop() : play()));
document.addEventListener("keydown", pressed);
frame.addEventListener("click", event => {
  const found = event.target.closest("a[data-way]");
  if (!found || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const { way } = found.dataset, { rel } = found;
  stop();
  // The link goes with its frame: whoever follows it by the keyboard finds its successor focused.
  show(query(found)).then(() => link(way, rel === "prev")?.focus());
});
