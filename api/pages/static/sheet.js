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

if (sheet) document.addEventListener("click", event => {
  const link = event.target.closest("a.why");
  if (event.target === sheet) sheet.close();
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  open(link);
});
