// @ts-self-types="./combatlog.d.ts"
// Client of the API for browsers and Node: plays a fight, follows it, and never acts twice.
//
//   import { connect } from "http://127.0.0.1:8000/combatlog.js";
//   const fight = await connect("http://127.0.0.1:8000", token).openCombat("open");
//   await fight.say("join", { subject: "ann", name: "Ann" });
//   for await (const entry of fight.events({ follow: true })) console.log(entry.type);

const JSON_MEDIA = "application/json", LINES = "application/x-ndjson", STREAM = "text/event-stream";
const BUSY = [429, 502, 503, 504]; // A server that asks to come back later.
const PATIENCE = 30_000; // Milliseconds for which a request is sent again.
const LATE = 60_000; // Milliseconds without a byte after which a request that is no stream is lost.
const SILENCE = 25_000; // Milliseconds without a word after which a stream is lost; a beat comes every ten seconds.
const LONGEST_SILENCE = 300_000; // Milliseconds without any answer after which following fails.
const AT_ONCE = 1_000; // Milliseconds within which what ends without an entry is tried again only after a pause.
const NO_ROOM = 30_000; // Milliseconds after which a server without room for a stream is asked for one again.

/** A request was refused or could not be carried out. `problem` is its problem document. */
export class Failed extends Error {
  constructor(problem) {
    super(problem.detail);
    this.name = new.target.name;
    this.problem = problem;
  }

  /** The last part of the problem's type, such as `refused`; empty for one of this side. */
  get slug() {
    return this.problem.type === "about:blank" ? "" : this.problem.type.split("/").pop();
  }
}

/** Nobody answered: no connection, or one that was lost. */
export class NoAnswer extends Failed {}

/** What was read of a log no longer holds, since the seat or the log changed: read it again. */
export class StartOver extends Failed {}

/** Play went on since the caller looked: nothing was done; `missed` has the entries since. */
export class Stale extends Failed {
  get head() { return this.problem.head; }
  get missed() { return this.problem.missed; }
}

const blank = detail => ({ type: "about:blank", title: "Not done", status: 0, detail });

async function refusal(answer) {
  let problem;
  try {
    problem = await answer.json();
    problem.detail.trim();
  } catch {
    problem = blank(`What answers there is no combatlog: status ${answer.status}.`);
  }
  problem.status = answer.status;
  return new (answer.status === 412 ? Stale : Failed)(problem);
}

// Waits; a signal that is aborted ends it.
function pause(milliseconds, signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener("abort", () => { clearTimeout(timer); reject(signal.reason); }, { once: true });
  });
}

// A signal that is aborted after a silence, or with another; a `beat` begins the silence anew.
function silence(milliseconds, other) {
  const ends = new AbortController(), abort = () => ends.abort(other?.reason);
  let timer = setTimeout(abort, milliseconds);
  other?.addEventListener("abort", abort);
  return {
    signal: ends.signal,
    beat() { clearTimeout(timer); timer = setTimeout(abort, milliseconds); },
    end() { clearTimeout(timer); other?.removeEventListener("abort", abort); },
  };
}

// Milliseconds between tries: each is longer, and by chance, so that not all come back at once.
function* pauses() {
  for (let most = 100; ; most = Math.min(2 * most, 5_000)) yield most * (1 + Math.random()) / 2;
}

const newKey = () => globalThis.crypto?.randomUUID?.()
  ?? Array.from({ length: 4 }, () => Math.random().toString(36).slice(2)).join("");

const tag = head => head === "*" ? "*" : `"${head}"`;
function withQuery(path, query = {}) {
  const given = Object.entries(query).filter(([, it]) => it !== undefined && it !== null && it !== "" && it !== false);
  const text = new URLSearchParams(given).toString();
  return text ? `${path}?${text}` : path;
}

// The server-sent events of a body; one that was cut short is left out.
async function* serverEvents(body) {
  const reader = body.getReader(), decoder = new TextDecoder();
  let rest = "";
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      const parts = (rest + decoder.decode(read.value, { stream: true })).split("\n\n");
      rest = parts.pop();
      for (const part of parts) yield Object.fromEntries(part.split("\n").map(line => line.split(/: (.*)/, 2)));
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

/** A connection to a server, from which combats are reached. */
export class Client {
  #answered = false;

  constructor(url = "", token = "") {
    this.url = url.replace(/\/$/, "");
    this.token = token;
  }

  /** Reads an address as JSON, or as text of the media type that `accept` names. */
  async get(path, query = {}, { accept = JSON_MEDIA, token, signal } = {}) {
    const answer = await this.request("GET", withQuery(path, query), { accept, token, signal, again: true });
    return accept === JSON_MEDIA ? answer.json() : answer.text();
  }

  /** Sends something. What is carried out `once` for a key is sent again until it is answered. */
  async post(path, body, options = {}) { return (await this.send(path, body, options)).json(); }

  /** Sends something, and returns the answer with its headers. */
  send(path, body, { key = newKey(), head, once = false, ...options } = {}) {
    const headers = { "Idempotency-Key": key, ...(head ? { "If-Match": tag(head) } : {}) };
    return this.request("POST", path, { body, headers, again: once, ...options });
  }

  /** Opens a combat of a game, with `title`, `settings`, `preset`, `seats`. */
  async openCombat(ruleset, said = {}) {
    return this.combat((await this.opened({ ruleset, ...said })).combat);
  }

  /** Opens a combat, and returns the answer: its id, its head, its seats with their tokens. */
  opened(said) { return this.post("/v1/combats", said, { once: true }); }

  /** A combat by its id. */
  combat(id) { return new Combat(this, id); }

  /** Sends a request until it is answered, as long as that is safe and has a chance. */
  async request(method, path, { again = false, signal, ...options } = {}) {
    const until = Date.now() + PATIENCE;
    for (const wait of pauses()) {
      try {
        return await this.#once(method, path, { signal, ...options });
      } catch (error) {
        if (!(error instanceof Failed)) throw error;
        const passes = error instanceof NoAnswer ? this.#answered : BUSY.includes(error.problem.status);
        const longer = Math.max(wait, 1000 * (error.retryAfter ?? 0));
        if (!again || !passes || Date.now() + longer > until) throw error;
        await pause(longer, signal);
      }
    }
  }

  async #once(method, path, { body, headers, accept = JSON_MEDIA, media = JSON_MEDIA, token = this.token, signal }) {
    const said = { Accept: accept, ...headers };
    if (token) said.Authorization = `Bearer ${token}`;
    if (body !== undefined) said["Content-Type"] = media;
    const data = body === undefined || typeof body === "string" ? body : JSON.stringify(body);
    const quiet = accept === STREAM ? null : silence(LATE, signal);
    let answer;
    try {
      signal?.throwIfAborted();
      answer = await fetch(this.url + path, { method, headers: said, body: data, signal: quiet ? quiet.signal : signal });
      this.#answered = true;
      // The body is read to its end here, so that one that is cut off counts as no answer.
      const reader = quiet && answer.clone().body?.getReader();
      while (reader && !(await reader.read()).done) quiet.beat();
    } catch (error) {
      if (signal?.aborted) throw error;
      throw new NoAnswer(blank(`No server answers at ${this.url || "this address"} (${error.message}).`));
    } finally {
      quiet?.end();
    }
    if (answer.ok) return answer;
    const failed = await refusal(answer);
    failed.retryAfter = Number(answer.headers.get("Retry-After")) || undefined;
    throw failed;
  }

  /**
   * Yields the entries of a log after a number, and each one as it comes, without an end. A lost
   * connection is taken up after the last entry. `onState` hears `live`, `lost` and `full`.
   * Raises StartOver where what was read no longer holds.
   */
  async *follow(path, { after = "0", token, signal, pages = true, onState = () => {} } = {}) {
    const at = { after, heard: Date.now(), noStream: 0, path, token, signal, onState };
    for (let waits = pauses(); ;) {
      const last = at.after, began = Date.now();
      try {
        if (began >= at.noStream) yield* this.#streamed(at);
        else if (pages) yield* this.#page(at);
        else await pause(at.noStream - began, signal);
      } catch (error) {
        const passes = error instanceof NoAnswer || BUSY.includes(error.problem?.status);
        if (!passes || Date.now() > at.heard + LONGEST_SILENCE) throw error;
        onState("lost");
      }
      if (at.after !== last || Date.now() > began + AT_ONCE) waits = pauses();
      else await pause(waits.next().value, signal);
    }
  }

  async *#streamed(at) {
    at.signal?.throwIfAborted();
    const quiet = silence(SILENCE, at.signal);
    try {
      const headers = { "Last-Event-ID": at.after };
      const answer = await this.#once("GET", at.path, { headers, accept: STREAM, token: at.token, signal: quiet.signal });
      if (!answer.headers.get("Content-Type")?.startsWith(STREAM)) at.noStream = Infinity;
      else for await (const event of serverEvents(answer.body)) {
        quiet.beat();
        at.heard = Date.now();
        if (event.event === "again") throw new StartOver(blank("Your seat, or the log, is not what it was. Read it again."));
        if (event.event === "full") at.noStream = Date.now() + NO_ROOM;
        at.onState(event.event === "full" ? "full" : "live");
        if (event.event !== "entry") continue;
        at.after = event.id;
        yield JSON.parse(event.data);
      }
    } catch (error) {
      if (error instanceof Failed || at.signal?.aborted) throw error;
      throw new NoAnswer(blank(`The connection was lost (${error.message}).`));
    } finally {
      quiet.end();
    }
  }

  async *#page(at) {
    const { items } = await this.get(at.path, { after: at.after, wait: 20 }, at);
    at.heard = Date.now();
    for (const entry of items) { at.after = entry.number; yield entry; }
  }
}

/** One combat as a program plays it, with the token of a seat if that is another. */
export class Combat {
  constructor(client, id, token) { Object.assign(this, { client, id, token }); }

  /** The same combat as the seat of a token sees it and plays it. */
  seated(token) { return new Combat(this.client, this.id, token); }

  /** The address of the combat, or of something of it. */
  address(path = "") { return `/v1/combats/${encodeURIComponent(this.id)}${path && `/${path}`}`; }

  /** Reads something of the combat, or sends something to it, as its seat. */
  get(path = "", query = {}, options = {}) { return this.client.get(this.address(path), query, { token: this.token, ...options }); }
  post(path, body, options = {}) { return this.client.post(this.address(path), body, { token: this.token, ...options }); }

  /** What may be done next: `options`, each a command with blanks, and the `head`. */
  options(query = {}) { return this.get("options", query); }

  /** The fight told as text. */
  story(query = {}) { return this.get("timeline", query, { accept: "text/plain" }); }

  /** Sends a command of a type, and returns what it caused. */
  say(type, fields = {}) { return this.send({ type, ...fields }); }

  /** Sends a command exactly once; with a `head`, only if nothing happened since (else Stale). */
  send(command, options = {}) {
    return this.client.post(this.address("commands"), command, { once: true, token: this.token, ...options });
  }

  /** Sends many commands under one key. */
  batch(commands, options = {}) {
    return this.send(commands.map(each => `${JSON.stringify(each)}\n`).join(""), { media: LINES, ...options });
  }

  /** What a command would change, and the `head` from which; nothing is done. */
  async dryRun(command) {
    const answer = await this.client.send(`${this.address("commands")}?dry-run=1`, command, { token: this.token });
    return { preview: await answer.json(), head: answer.headers.get("ETag").replaceAll('"', "") };
  }

  /** Yields the entries after a number; with `follow` each one as it comes, without an end. */
  async *events({ after = "0", follow = false, ...options } = {}) {
    if (follow) yield* this.client.follow(this.address("events"), { after, token: this.token, ...options });
    else for (let going = after, page; going !== null; going = page.next) {
      page = await this.get("events", { after: going }, options);
      yield* page.items;
    }
  }

  /** Sends what `choose(options, missed)` makes of the options; chooses again where play went on. */
  async decide(choose, tries = 10) {
    for (let missed = []; ;) {
      const options = await this.options(), command = await choose(options, missed);
      if (!command) return null;
      try {
        return await this.send(command, { head: options.head });
      } catch (error) {
        if (!(error instanceof Stale) || !--tries) throw error;
        missed = error.missed;
      }
    }
  }
}

/** The command of an option with its blanks filled: values by the blanks' pointers. */
export function fill(option, values) {
  const command = structuredClone(option.command);
  for (const [pointer, value] of Object.entries(values)) {
    const steps = pointer.split("/").slice(1).map(it => it.replaceAll("~1", "/").replaceAll("~0", "~"));
    const last = steps.pop();
    steps.reduce((place, step) => place[step] ??= {}, command)[last] = value;
  }
  return command;
}

/** Connects to a server; without a token as a guest. */
export const connect = (url = "", token = "") => new Client(url, token);
