// Draws the frames of a replay that is one file: all of them are in it, so that nobody is asked.
// A line of the story is a line of its frame as well; everything else is kept as pieces of HTML.
"use strict";

const { pieces, moments: differing, ways } = JSON.parse(document.getElementById("frames").textContent);
const moments = momentsOf(differing);
const lines = [...document.querySelectorAll("#story > li")];
const numbers = lines.map(line => line.firstElementChild.textContent);
const sheet = document.getElementById("sheet").content.firstElementChild;
const undone = document.getElementById("through");
const LINES_AT_ONCE = 10;

const joined = found => found.map(n => pieces[n]).join("");

// All moments, each kept as its length and the places and pieces that differ from the one before.
function momentsOf(rows) {
  let row = [];
  return rows.map(([length, ...pairs]) => {
    row = row.slice(0, length);
    for (let n = 0; n < pairs.length; n += 2) row[pairs[n]] = pairs[n + 1];
    return row;
  });
}

function stopsOf(by, isThrough) {
  const way = ways.find(each => each.by === by) ?? ways[0];
  return isThrough ? way.through : way.past;
}

// The frame that an address asks for, as HTML.
globalThis.drawFrame = async asked => {
  const said = new URLSearchParams(asked), isThrough = said.has("through");
  const way = said.get("by") ?? by.value, stops = stopsOf(way, isThrough);
  const place = Number(said.get("place") ?? numbers.indexOf(said.get("at")) + 1);
  const found = stops.findIndex(([stop]) => stop >= place), nth = found < 0 ? stops.length - 1 : found;
  const [stop, things, times] = stops[nth];
  const drawn = sheet.cloneNode(true);
  drawMoment(drawn, stop, way, isThrough);
  drawWays(drawn, stop, way, isThrough);
  drawLines(drawn, nth ? stops[nth - 1][0] : 0, stop, isThrough);
  drawChanges(drawn.querySelector("#changed"), things, times);
  return drawn.outerHTML;
};

function drawMoment(drawn, stop, way, isThrough) {
  const number = numbers[stop - 1], [clock, left, ...fighters] = moments[stop - 1];
  drawn.dataset.place = stop;
  drawn.dataset.number = number;
  drawn.querySelector("#moment").innerHTML = `After entry ${number}`
    + (lines[stop - 1].classList.contains("undone") ? ' <span class="mark">undone</span>' : "");
  drawn.querySelector(".clock").innerHTML = pieces[clock];
  drawn.querySelector(".left").innerHTML = pieces[left];
  if (fighters.length) drawn.querySelector(".stand").innerHTML = joined(fighters);
  drawn.querySelector(".here").href = addressOf(stop, way, isThrough);
}

function addressOf(place, way, isThrough) {
  return `#at=${numbers[place - 1]}&by=${way}${isThrough ? "&through=1" : ""}`;
}

function drawWays(drawn, stop, chosen, isThrough) {
  drawn.querySelectorAll(".way").forEach((row, n) => {
    const way = ways[n].by, stops = stopsOf(way, isThrough).map(([place]) => place);
    row.classList.toggle("chosen", way === chosen);
    const ends = [stops.findLast(place => place < stop), stops.find(place => place > stop)];
    ends.forEach((place, isOn) => {
      if (place) row.children[2 * isOn].replaceWith(arrow(row, place, way, isOn, isThrough));
    });
  });
}

function arrow(row, place, way, isOn, isThrough) {
  const drawn = document.createElement("a");
  drawn.rel = isOn ? "next" : "prev";
  drawn.dataset.way = way;
  drawn.href = addressOf(place, way, isThrough);
  const says = `${isOn ? "On" : "Back"} by one ${row.children[1].textContent.toLowerCase()}`;
  drawn.setAttribute("aria-label", says);
  drawn.textContent = isOn ? "→" : "←";
  return drawn;
}

// The lines of a frame: of a long one the last at once, the others folded.
function drawLines(drawn, since, stop, isThrough) {
  const found = stopsOf("entry", isThrough).map(([place]) => place)
    .filter(place => place > since && place <= stop).map(line);
  const earlier = found.slice(0, -LINES_AT_ONCE), folded = drawn.querySelector(".earlier");
  drawn.querySelector("#shots").replaceChildren(...found.slice(-LINES_AT_ONCE));
  folded.hidden = !earlier.length;
  folded.querySelector("summary").textContent = `${earlier.length} lines before these`;
  folded.querySelector("ol").replaceChildren(...earlier);
}

function line(place) {
  const copied = lines[place - 1].cloneNode(true);
  copied.removeAttribute("id");
  copied.className = copied.className.replace(/\bd\d\b/, "");
  return copied;
}

function drawChanges(drawn, things, times) {
  if (things.length) drawn.innerHTML = `<ul class="changes">${joined(things)}</ul>`;
  if (times.length) {
    drawn.innerHTML += "<details><summary>How often each thing was done</summary>"
      + `<ul>${joined(times)}</ul></details>`;
  }
}

// Shows the moment of an address in this file; what stands beside play only through what was undone.
async function openAt(address) {
  const asked = new URLSearchParams(address), place = numbers.indexOf(asked.get("at")) + 1;
  const isPast = stopsOf("entry", false).some(([stop]) => stop === place);
  undone.checked = asked.has("through") || (place > 0 && !isPast);
  replay.dataset.through = undone.checked ? "1" : "";
  if (ways.some(way => way.by === asked.get("by"))) by.value = asked.get("by");
  const where = place > 0 ? `at=${asked.get("at")}` : `place=${slider.value}`;
  await show(`${where}&by=${by.value}${through()}`, place > 0);
}

undone.addEventListener("change", () => {
  replay.dataset.through = undone.checked ? "1" : "";
  stop();
  slid();
});
document.addEventListener("click", async event => {
  const followed = event.target.closest("#story a, #shots a, .earlier a");
  if (!followed) return;
  event.preventDefault();
  stop();
  await openAt(`at=${followed.textContent}&by=entry`);
  document.getElementById("moment").focus();
});
addEventListener("hashchange", () => openAt(location.hash.slice(1)));
replay.hidden = false;
openAt(location.hash.slice(1));
