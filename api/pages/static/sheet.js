// A tap on a number opens why it is so, in a sheet over the table. Without this file, or where the
// line is dead, the same link leads to the same on a page of its own.
"use strict";

const sheet = document.getElementById("sheet");

async function open(link) {
  try {
    const answer = await fetch(link.href, { headers: { "HX-Request": "true" } });
    if (!answer.ok) throw new Error(answer.statusText);
    sheet.innerHTML = await answer.text();
    if (!sheet.open) sheet.showModal();
    sheet.scrollTop = 0;
  } catch {
    location.assign(link.href);
  }
}

// On a touch screen the flag that contests a line shows when the line is held for half a second.
let held;

document.addEventListener("pointerdown", event => {
  const line = event.pointerType === "touch" && event.target.closest(".log > li");
  if (line) held = setTimeout(() => line.classList.toggle("held"), 500);
});
for (const end of ["pointerup", "pointercancel", "pointermove"]) document.addEventListener(end, () => clearTimeout(held));

if (sheet) document.addEventListener("click", event => {
  const link = event.target.closest("a.why");
  if (event.target === sheet) sheet.close();
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  open(link);
});
