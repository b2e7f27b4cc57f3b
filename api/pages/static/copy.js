// Copies the text of a field where a link says so. Pages reached by the address of a home network
// have no clipboard for scripts; there the text is marked and copied as people do it.
"use strict";

async function copy(field) {
  if (navigator.clipboard) return navigator.clipboard.writeText(field.value);
  field.select();
  if (!document.execCommand("copy")) throw new Error("not copied");
}

for (const link of document.querySelectorAll("[data-copies]")) {
  const field = document.getElementById(link.dataset.copies);
  const says = document.getElementById("copied");
  link.addEventListener("click", async event => {
    event.preventDefault();
    try {
      await copy(field);
      says.textContent = link.dataset.done;
    } catch {
      says.textContent = "Not copied. The text is marked: copy it from there.";
      field.focus();
      field.select();
    }
  });
}
