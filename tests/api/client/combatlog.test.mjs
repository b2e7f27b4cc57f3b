// The JavaScript client against a real server (SERVER, TOKEN), and against servers that fail.

import assert from "node:assert/strict";
import { test } from "node:test";
import { connect, fill, Failed, NoAnswer, Stale, StartOver } from "../../../api/pages/static/combatlog.js";

const { SERVER, TOKEN } = process.env;
const realFetch = globalThis.fetch;
const table = () => connect(SERVER, TOKEN);

async function fight() {
  const opened = await table().openCombat("open", { title: "The bridge", settings: { order: "as added" } });
  for (const who of ["ann", "troll"]) await opened.say("join", { subject: who });
  await opened.say("answer", { who: "referee", about: "round", choice: "begin" });
  return opened;
}

async function taken(entries, count) {
  const found = [];
  for await (const entry of entries) if (found.push(entry) === count) break;
  return found;
}

// Answers by a list: a status, a JSON value, the text of a stream, or an error.
function scripted(context, ...said) {
  const asked = [];
  context.mock.method(globalThis, "fetch", async (url, { headers }) => {
    asked.push({ url, ...headers });
    assert.ok(said.length, `asked once more: ${url}`);
    const next = said.shift();
    if (next instanceof Error) throw next;
    if (typeof next === "number") return new Response(JSON.stringify({ type: "/problems/x", detail: "No." }), { status: next });
    if (typeof next === "string") return new Response(next, { headers: { "Content-Type": "text/event-stream" } });
    return new Response(JSON.stringify(next), { headers: { "Content-Type": "application/json" } });
  });
  return asked;
}

const entry = n => `id: ${n}\nevent: entry\ndata: {"number": "${n}"}\n\n`;
const numbers = entries => entries.map(it => it.number);

// --- a real server -----------------------------------------------------------------------------

test("a fight is opened, played and read", async () => {
  const opened = await table().opened({ ruleset: "open", seats: [{ person: "Ann", role: "player" }] });
  const here = table().combat(opened.combat), seat = here.seated(opened.seats[0].token);
  await assert.rejects(seat.post("door", { role: "player", minutes: 10 }), error => error.problem.status === 403);
  assert.equal(typeof (await here.post("door", { role: "player", minutes: 10 })).door.code, "string");
  const said = await here.say("join", { subject: "ann", name: "Ann" });
  assert.equal(said.entries[0].type, "combat.joined/1");
  assert.match(await here.story(), /Ann comes in/);
  await assert.rejects(seat.say("seat-renew", { seat: "s1" }), error => error instanceof Failed && error.slug === "forbidden");
});

test("entries are read, and followed as they come", async () => {
  const here = await fight(), before = await taken(here.events(), Infinity);
  const last = before.at(-2).number, states = [];
  const following = taken(here.events({ after: last, follow: true, onState: it => states.push(it) }), 3);
  await here.say("roll", { who: "ann", sides: 6 });
  await here.say("roll", { who: "ann", sides: 6 });
  assert.deepEqual(await following, await taken(here.events({ after: last }), Infinity));
  assert.deepEqual([...new Set(states)], ["live"]);
});

test("an outdated command gets what was missed, and is decided again", async () => {
  const here = await fight(), roll = { type: "roll", who: "ann", sides: 6 }, seen = [];
  const { head } = await here.options();
  await here.send({ ...roll, purpose: "rage" });
  await assert.rejects(here.send(roll, { head }), error => error instanceof Stale && error.missed[0].event.purpose === "rage");
  const said = await here.decide(async (options, missed) => {
    seen.push(missed.length);
    if (seen.length < 3) await here.send({ ...roll, purpose: "rage" });
    return { ...roll, purpose: `try ${seen.length}` };
  });
  assert.deepEqual(seen, [0, 1, 1]);
  assert.equal(said.entries[0].event.purpose, "try 3");
  assert.equal(await here.decide(() => null), null);
});

test("an option is filled by pointers, and sent", async () => {
  const here = await fight(), { options } = await here.options();
  const deed = options.find(it => it.command.manoeuvre === "deed");
  const command = fill(deed, { "/targets": ["troll"], "/params/what": "waves", "/params/a~1b~0c": 1 });
  assert.deepEqual(command, { ...deed.command, targets: ["troll"], params: { what: "waves", "a/b~c": 1 } });
  assert.equal(deed.command.params, undefined);
  delete command.params["a/b~c"];
  assert.equal((await here.send(command)).entries[0].event.params.what, "waves");
});

test("many commands are sent under one key", async () => {
  const here = await fight(), roll = { type: "roll", who: "ann", purpose: "luck", sides: 6, faces: { luck: [4] } };
  const said = await here.batch([roll, roll]);
  assert.deepEqual([said.done, said.stopped], [2, null]);
  await assert.rejects(here.batch([roll, { type: "roll", who: "nobody", sides: 6 }]), error => error.problem.line === 2);
});

test("a dry run says what would change, and from where", async () => {
  const here = await fight(), undo = { type: "rewind", how: "undo" };
  const { preview, head } = await here.dryRun(undo);
  assert.equal(head, (await here.options()).head);
  assert.ok(preview.steps.length);
  assert.equal((await here.send(undo, { head })).entries[0].type, "combat.rewound/1");
});

test("a command whose answer was lost is carried out once", async context => {
  const here = await fight(), known = new Set();
  context.mock.method(globalThis, "fetch", async (url, options) => {
    const answer = await realFetch(url, options), key = options.headers["Idempotency-Key"];
    if (!key || known.has(key)) return answer;
    known.add(key);
    throw new TypeError("lost");
  });
  assert.ok((await here.say("roll", { who: "ann", purpose: "luck", sides: 6 })).replayed);
  const types = (await taken(here.events(), Infinity)).map(it => it.type);
  assert.equal(types.filter(it => it === "combat.dice-rolled/1").length, 1);
});

// --- servers that fail -------------------------------------------------------------------------

test("a command is sent again with its key until it is answered", async context => {
  const asked = scripted(context, 503, 429, new TypeError("gone"), { ok: true });
  assert.deepEqual(await connect("http://x", "t").post("/c", {}, { once: true }), { ok: true });
  assert.equal(new Set(asked.map(it => it["Idempotency-Key"])).size, 1);
  assert.equal(asked.length, 4);
});

// Answers of which the first are cut off in the middle of their body.
function cutOff(context, many) {
  const keys = [];
  context.mock.method(globalThis, "fetch", async (_, { headers }) => {
    const isCut = keys.push(headers["Idempotency-Key"]) <= many;
    return new Response(new ReadableStream({
      pull(body) {
        body.enqueue(new TextEncoder().encode(isCut ? '{"ok":' : '{"ok":true}'));
        return isCut ? body.error(new TypeError("terminated")) : body.close();
      },
    }));
  });
  return keys;
}

test("an answer that is cut off is no answer: the command is sent again with its key", async context => {
  const keys = cutOff(context, 1), client = connect("http://x");
  assert.deepEqual(await client.post("/c", {}, { once: true }), { ok: true });
  assert.equal(keys.length, 2);
  assert.equal(keys[0], keys[1]);
});

test("a cut answer to what is not carried out once is no answer", async context => {
  cutOff(context, 1);
  await assert.rejects(connect("http://x").post("/c", {}), NoAnswer);
});

test("a server that never answers is given up after a minute", async context => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  context.mock.method(globalThis, "fetch", (_, { signal }) => new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason));
  }));
  const asked = connect("http://x").get("/c"), lost = assert.rejects(asked, NoAnswer);
  context.mock.timers.tick(60_000);
  await lost;
});

test("what is not carried out once is sent once, and a refusal is no reason to try again", async context => {
  scripted(context, { ok: true }, 503, new TypeError("gone"), 409, 404);
  const client = connect("http://x");
  await client.get("/c");
  await assert.rejects(client.post("/c", {}), Failed);
  await assert.rejects(client.post("/c", {}), NoAnswer);
  await assert.rejects(client.post("/c", {}, { once: true }), error => error.problem.status === 409);
  await assert.rejects(client.get("/c"), Failed);
});

test("where nobody ever answered it says so at once", async context => {
  scripted(context, new TypeError("refused"));
  await assert.rejects(connect("http://x").get("/c"), NoAnswer);
});

test("a lost stream is taken up after the last whole entry", async context => {
  const cut = entry(1) + entry(2).slice(0, -1);
  const asked = scripted(context, cut, new TypeError("gone"), 503, entry(2) + "event: beat\ndata: {}\n\n" + entry(3));
  const found = await taken(connect("http://x", "secret").combat("c").events({ follow: true }), 3);
  assert.deepEqual(numbers(found), ["1", "2", "3"]);
  assert.deepEqual(asked.map(it => it["Last-Event-ID"]), ["0", "1", "1", "1"]);
  assert.ok(asked.every(it => it.Authorization === "Bearer secret" && !it.url.includes("secret")));
});

test("without a stream it reads pages", async context => {
  const asked = scripted(context, { items: [] }, { items: [{ number: "1" }] }, { items: [] }, { items: [{ number: "2" }] });
  assert.deepEqual(numbers(await taken(connect("http://x").combat("c").events({ follow: true }), 2)), ["1", "2"]);
  assert.equal(asked[1].url, "http://x/v1/combats/c/events?after=0&wait=20");
});

test("without room it reads pages for a while, or waits", async context => {
  const full = "event: full\ndata: {}\n\n", states = [], onState = it => states.push(it);
  scripted(context, full, { items: [{ number: "1" }] }, full);
  const client = connect("http://x");
  assert.deepEqual(numbers(await taken(client.follow("/s", { onState }), 1)), ["1"]);
  await assert.rejects(taken(client.follow("/s", { onState, pages: false, signal: AbortSignal.timeout(50) }), 1), { name: "TimeoutError" });
  assert.deepEqual(states, ["full", "full"]);
});

test("a log that changed, or may not be read, ends it", async context => {
  scripted(context, entry(1) + "event: again\ndata: {}\n\n", 404);
  await assert.rejects(taken(connect("http://x").follow("/s"), 2), StartOver);
  await assert.rejects(taken(connect("http://x").follow("/s"), 2), error => error.problem.status === 404);
});

test("the page of a proxy is not repeated", async context => {
  context.mock.method(globalThis, "fetch", async () => new Response("<html>secret", { status: 400 }));
  await assert.rejects(connect("http://x").get("/c"), error => /no combatlog: status 400/.test(error.message) && error.slug === "");
});

test("following ends with its signal", async () => {
  const here = await fight(), stop = new AbortController();
  const following = taken(here.events({ follow: true, signal: stop.signal }), Infinity);
  setTimeout(() => stop.abort(), 100);
  await assert.rejects(following, { name: "AbortError" });
});
