// Notes every head of the public feed that this device is shown, and compares them with one another
// and with another device's. Nothing is sent anywhere: what was noted stays on the device.
import { connect } from "./combatlog.js";

const Heads = (() => {
  const table = connect();
  const key = combat => `heads of ${combat}`;

  function noted(combat) {
    try {
      return JSON.parse(localStorage.getItem(key(combat))) ?? [];
    } catch {
      return [];
    }
  }

  function note(head) {
    const before = noted(head.combat);
    if (before.some(it => it.public === head.public && it.public_root === head.public_root)) return;
    try {
      localStorage.setItem(key(head.combat), JSON.stringify([...before, head]));
    } catch { /* A device without room, or a private window, notes nothing. */ }
  }

  function noteShown() {
    const shown = document.getElementById("head");
    if (shown) note(JSON.parse(shown.dataset.head));
  }

  async function fits(at, head, now) {
    try {
      const { head: { path } } = await table.get(at, { number: now.public, since: head.public });
      return Proofs.consistent(head.public, now.public, head.public_root, now.public_root, path);
    } catch (error) {
      if (error.slug !== "not-found") throw error;
      return false; // It is later than what is shown now.
    }
  }

  // Those of the heads that are no beginning of what is shown now.
  async function strange(at, heads) {
    const { head: { head: now } } = await table.get(at), found = [];
    for (const head of heads) if (!await fits(at, head, now)) found.push(head);
    return found;
  }

  const told = (found, all) => found.length
    ? `TWO HISTORIES: the head after entry ${found.map(it => it.public).join(", ")} does not belong to what is shown here.`
    : `${all.length} ${all.length === 1 ? "head belongs" : "heads belong"} to the one history that is shown here.`;

  async function verdictOn(at, heads) {
    try {
      return told(await strange(at, heads), heads);
    } catch {
      return "The server cannot be reached now. Try again.";
    }
  }

  function read(text, combat) {
    const heads = text.split("\n").filter(line => line.trim()).map(line => JSON.parse(line));
    const isOne = it => it.combat === combat && Number.isInteger(it.signed_at);
    if (!heads.length || !heads.every(isOne)) throw new SyntaxError("other");
    return heads;
  }

  async function compared(place) {
    const { combat, at } = place.dataset, mine = noted(combat);
    const said = document.createElement("p");
    said.textContent = mine.length ? `Noted on this device: ${await verdictOn(at, mine)}`
      : "This device has noted nothing yet. Open the table, and come back.";
    place.replaceChildren(said);
    document.getElementById("others").hidden = false;
    document.getElementById("mine").value = mine.map(it => JSON.stringify(it)).join("\n");
  }

  async function withAnother(place) {
    const verdict = document.getElementById("verdict"), { combat, at } = place.dataset;
    try {
      verdict.textContent = await verdictOn(at, read(document.getElementById("theirs").value, combat));
    } catch {
      verdict.textContent = "These are no heads of this combat. Copy all the lines of the other device.";
    }
  }

  return { noteShown, compared, withAnother };
})();

{
  Heads.noteShown();
  const board = document.getElementById("board"), place = document.getElementById("noted");
  const seen = { subtree: true, childList: true, attributeFilter: ["data-head"] };
  if (board) new MutationObserver(Heads.noteShown).observe(board, seen);
  if (place) {
    Heads.compared(place);
    document.querySelector("#others form").addEventListener("submit", event => {
      event.preventDefault();
      Heads.withAnother(place);
    });
  }
}
