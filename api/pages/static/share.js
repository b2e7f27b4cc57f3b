// Shows the buttons that copy or share a link, where the browser can do that.
"use strict";

function field(button, name) {
  return document.getElementById(button.dataset[name]);
}

// Outside a secure context there is no clipboard; what is selected can be copied all the same.
async function copy(input) {
  if (navigator.clipboard) return navigator.clipboard.writeText(input.value);
  input.select();
  if (!document.execCommand("copy")) throw new Error("not copied");
}

function tell(button, says) {
  const words = button.querySelector("span");
  const before = words.dataset.says ??= words.textContent;
  words.textContent = says;
  setTimeout(() => { words.textContent = before; }, 2000);
}

for (const button of document.querySelectorAll("[data-copy]")) {
  button.hidden = !(navigator.clipboard || document.queryCommandSupported?.("copy"));
  button.setAttribute("aria-live", "polite");
  button.addEventListener("click", () => {
    copy(field(button, "copy")).then(() => tell(button, "Copied"), () => field(button, "copy").select());
  });
}

for (const button of document.querySelectorAll("[data-share]")) {
  button.hidden = !navigator.share;
  button.addEventListener("click", () => {
    const shared = { title: button.dataset.title, url: field(button, "share").value };
    // Somebody who shuts the list of apps has changed their mind: nothing went wrong.
    navigator.share(shared).catch(() => {});
  });
}
