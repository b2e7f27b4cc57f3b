// Keeps a table in touch: says whether it is, lets htmx draw the board when something came, and loads
// the page anew where what it shows no longer holds. A tab that nobody looks at does not listen, unless
// it may notify.
import { connect, StartOver } from "./combatlog.js";

const ear = document.getElementById("ear");
const board = document.getElementById("board");
const PATIENCE = 2_000; // Milliseconds after which what did not come is asked for again.
let listening, last;

function say(state) {
  document.documentElement.dataset.live = state;
  const words = ear.dataset[state];
  if (ear.textContent !== words) ear.textContent = words;
}

async function listen() {
  listening?.abort();
  if (document.hidden && !mayNotify()) return;
  const { signal } = listening = new AbortController();
  try {
    const options = { after: last, pages: false, onState: say, signal };
    for await (const { number } of connect().follow(ear.dataset.stream, options)) {
      last = number;
      ear.dispatchEvent(new Event("entry"));
    }
  } catch (error) {
    if (error instanceof StartOver) location.assign(ear.dataset.home);
    else if (!signal.aborted) {
      say("lost");
      setTimeout(listen, PATIENCE);
    }
  }
}

// Whose go it is stands in the title of the tab; a phone that is asked shakes once.
let went = document.getElementById("head")?.dataset.go;

// Browsers notify only in a secure context: https, or the machine itself.
function mayNotify() {
  return window.isSecureContext && "Notification" in window && Notification.permission === "granted";
}

function call() {
  const { go, title } = document.getElementById("head")?.dataset ?? {};
  if (title) document.title = title;
  if (go === "1" && went !== "1") {
    navigator.vibrate?.(200);
    if (document.hidden && mayNotify()) new Notification(title, { icon: document.querySelector("link[rel=icon]").href });
  }
  went = go;
}

function askAgain() {
  setTimeout(() => htmx.trigger(board, "look"), PATIENCE);
}

if (ear) {
  ear.hidden = false;
  last = ear.dataset.after;
  board.addEventListener("htmx:error", askAgain);
  new MutationObserver(call).observe(board, { childList: true, subtree: true, attributes: true, attributeFilter: ["data-go", "data-title"] });
  board.addEventListener("htmx:response:error", event => {
    if (event.detail.ctx.response.status >= 500) askAgain();
  });
  const offer = document.getElementById("notify");
  if (offer && !mayNotify()) {
    offer.hidden = false;
    offer.addEventListener("click", async () => {
      await window.Notification?.requestPermission();
      if (mayNotify()) offer.hidden = true;
      else offer.textContent = offer.dataset.denied;
    });
  }
  document.addEventListener("visibilitychange", listen);
  listen();
}
