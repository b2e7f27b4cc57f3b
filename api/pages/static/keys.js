// Keys at the table: each is marked on what it presses or where it leads; ? tells them all.
"use strict";

const KEYS = { n: "End the turn, go on", d: "Damage", c: "Condition", u: "Undo", "/": "Say what is done", "?": "These keys" };

function isTyping(element) {
  return element.matches("input:not([type=radio]):not([type=checkbox]), select, textarea");
}

function marked(key) {
  return document.querySelector(`#board [data-key="${key}"]`);
}

function tell() {
  const sheet = document.getElementById("sheet");
  const rows = Object.entries(KEYS).map(([key, says]) => `<div><dt><kbd>${key}</kbd></dt><dd>${says}</dd></div>`);
  sheet.innerHTML = `<h2>Keys</h2><dl class="facts">${rows.join("")}</dl><form method="dialog"><button>Close</button></form>`;
  sheet.showModal();
}

document.addEventListener("keydown", event => {
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
  if (event.key === "?") return tell();
  const found = event.key in KEYS && marked(event.key);
  if (!found) return;
  event.preventDefault();
  if (found.matches("a, button")) found.click();
  else found.focus();
});
