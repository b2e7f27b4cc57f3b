// Keeps what was typed as the reason while a remedy is chosen, which loads the page anew.
"use strict";

const typed = document.querySelector('.deeds.wide textarea[name="text:note"]');
const entry = new URLSearchParams(location.search).get("entry") ?? "";
const kept = `why ${location.pathname} ${entry}`;

if (typed) {
  typed.value ||= sessionStorage.getItem(kept) ?? "";
  sessionStorage.removeItem(kept);
}
for (const form of document.querySelectorAll("form.asks")) {
  form.addEventListener("submit", () => {
    if (typed?.value) sessionStorage.setItem(kept, typed.value);
  });
}
