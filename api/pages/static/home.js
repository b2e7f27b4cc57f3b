// The home page: a sample that moves, a file that is dropped, and the offer to install.
"use strict";

const PAUSE = 2600;
const moments = [...document.querySelectorAll(".sample-moment")];
const play = document.getElementById("reel-play");
let at = 0, timer;

function show(next) {
  moments[at].hidden = true;
  at = next % moments.length;
  moments[at].hidden = false;
}

function move(moves) {
  clearInterval(timer);
  timer = moves ? setInterval(() => document.hidden || show(at + 1), PAUSE) : 0;
  play.setAttribute("aria-pressed", String(moves));
  play.querySelector("span").textContent = moves ? "Pause" : "Play";
}

if (play && moments.length > 1) {
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  play.hidden = false;
  play.addEventListener("click", () => move(!timer));
  still.addEventListener("change", () => still.matches && move(false));
  move(!still.matches);
}

for (const form of document.querySelectorAll("[data-drop]")) {
  const file = form.querySelector("input[type=file]");
  const over = event => {
    event.preventDefault();
    form.classList.toggle("over", event.type === "dragover");
  };
  form.addEventListener("dragover", over);
  form.addEventListener("dragleave", over);
  form.addEventListener("drop", event => {
    over(event);
    if (!event.dataTransfer.files.length) return;
    file.files = event.dataTransfer.files;
    form.requestSubmit();
  });
}

// A browser offers an installation only in a secure context.
addEventListener("beforeinstallprompt", event => {
  event.preventDefault();
  const install = document.getElementById("install");
  install.parentElement.hidden = false;
  install.addEventListener("click", () => event.prompt());
});
