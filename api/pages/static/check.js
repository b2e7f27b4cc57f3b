// Checks an evidence archive: seals, chain, trees, proofs, keys and dice. It shares nothing with
// the program that wrote the archive; it follows the guide page "The evidence archive".
// Run it with `node check.js fight.zip [heads.ndjson]`.
"use strict";
const { createHash, createHmac } = require("node:crypto");
const { readFileSync } = require("node:fs");

const number = (size, n) => Buffer.from(BigInt(n).toString(16).padStart(2 * size, "0"), "hex");
const tag = n => number(1, n), u32 = n => number(4, n), u64 = n => number(8, n);
const hex = text => Buffer.from(text, "hex");
const lp = text => Buffer.concat([u32(Buffer.byteLength(text)), Buffer.from(text)]);
const sha = (...parts) => createHash("sha256").update(Buffer.concat(parts)).digest();

function must(holds, where, why) {
  if (!holds) throw Object.assign(new Error(why), { where });
  return holds;
}

// --- the ZIP, and the entries in it ------------------------------------------------------------

function unpack(data) {
  const files = {};
  for (let at = 0; data.readUInt32LE(at) === 0x04034b50;) {
    const start = at + 30 + data.readUInt16LE(at + 26), end = start + data.readUInt32LE(at + 18);
    files[data.toString("latin1", at + 30, start)] = data.subarray(start, end);
    at = end;
  }
  return files;
}

function readEntries(text) {
  const entries = [];
  let at = 0, before = Buffer.alloc(32), publics = 0;
  const line = () => text.subarray(at, at = must(text.indexOf(10, at) + 1, "entries.txt", "it is cut short"));
  function part(said) {
    if (said[0] === "-") return { commitment: hex(said.slice(1)) };
    const start = at, lines = said[0] === "+" ? [line(), line(), line()] : [];
    const data = text.subarray(start, lines.length ? at - 1 : start);
    return { lines, commitment: sha(tag(0x10), hex(said.slice(1)), data) };
  }
  while (at < text.length) {
    const [seq, first, second, mark, chained] = line().toString().trimEnd().split(" ");
    const where = `entry ${entries.length + 1}`, body = part(first), command = part(second);
    must(where === `entry ${seq}`, where, "another entry stands here");
    const leaf = sha(tag(0), body.commitment, command.commitment), chain = sha(tag(2), before, leaf);
    must(chain.equals(hex(chained)), where, "its seal is broken");
    const entry = { where, leaf, chain, number: mark === "-" ? publics : ++publics };
    if (mark[0] === "+") {
      const anchor = sha(tag(3), hex(mark.slice(1, 33)), before);
      must(anchor.toString("hex", 0, 4) === mark.slice(33), where, "its anchor was altered");
      entry.feed = sha(tag(4), u64(publics), anchor, leaf);
    }
    if (body.lines) {
      const [name, meta, event] = body.lines.map(String);
      Object.assign(entry, { name: name.trimEnd(), meta: JSON.parse(meta), event: JSON.parse(event) });
    }
    entries.push(entry);
    before = chain;
  }
  return entries;
}

// --- Merkle trees (RFC 6962), heads and proofs -------------------------------------------------

const node = (left, right) => sha(tag(1), left, right);

function root(leaves) {
  if (leaves.length < 2) return leaves[0] ?? sha();
  const left = 2 ** Math.floor(Math.log2(leaves.length - 1));
  return node(root(leaves.slice(0, left)), root(leaves.slice(left)));
}

// The roots of the older and the newer tree that a path leads to.
function climb(fn, sn, [first, ...path]) {
  let before = first, after = first;
  for (const each of path) {
    if (!sn || each.length !== 32) return [];
    const right = fn & 1 || fn === sn;
    if (right) before = node(each, before);
    after = right ? node(each, after) : node(after, each);
    while (right && fn && !(fn & 1)) [fn, sn] = [fn >> 1, sn >> 1];
    [fn, sn] = [fn >> 1, sn >> 1];
  }
  return sn ? [] : [before, after];
}

function isBeginning(old, size, oldRoot, newRoot, path) {
  if (old === size) return !path.length && oldRoot.equals(newRoot);
  let [fn, sn] = [old - 1, size - 1];
  while (fn & 1) [fn, sn] = [fn >> 1, sn >> 1];
  const [before, after] = climb(fn, sn, old & old - 1 ? path : [oldRoot, ...path]);
  return before?.equals(oldRoot) && after.equals(newRoot);
}

function checkHead(head, entries, leaves, feed) {
  const found = {
    format: "combatlog-archive/1",
    entries: entries.length,
    chain: entries.at(-1).chain.toString("hex"),
    root: root(leaves).toString("hex"),
    public: entries.at(-1).number,
    public_root: feed.length ? root(feed).toString("hex") : "",
  };
  for (const name in found) must(head[name] === found[name], "head.json", `${name} is not ${found[name]}`);
}

function checkProofs({ inclusion, consistency }, entries, leaves) {
  const bonds = /^combat\.(committed|revealed|era-began)\/1$/, size = leaves.length, whole = root(leaves);
  const seqs = wanted => String(entries.flatMap((entry, i) => wanted(entry, i) ? i + 1 : []));
  const alone = seqs((entry, i) => !i || i === size - 1 || bonds.test(entry.name));
  const rounds = seqs(entry => entry.name === "combat.round-began/1");
  const due = String(inclusion.map(each => each.entry)) === alone && String(consistency.map(each => each.entries)) === rounds;
  must(due, "proofs.json", "it has other proofs than those that are due");
  for (const { entry, path } of inclusion) {
    const top = climb(entry - 1, size - 1, [leaves[entry - 1], ...path.map(hex)])[1];
    must(top?.equals(whole), `entry ${entry}`, "its proof does not lead to the root");
  }
  for (const { entries: old, root: said, path } of consistency) {
    const holds = hex(said).equals(root(leaves.slice(0, old))) && isBeginning(old, size, hex(said), whole, path.map(hex));
    must(holds, `entry ${old}`, "its head does not lead to the root");
  }
}

function checkNoted(each, head, feed) {
  must(each.combat === head.combat, "the noted head", "it is of another combat");
  const same = each.public <= feed.length && root(feed.slice(0, each.public)).toString("hex") === each.public_root;
  must(same, `public entry ${each.public}`, "another history was shown when this head was noted");
}

// --- keys, salts and dice ----------------------------------------------------------------------

const keyName = (domain, era) => era === 1 ? domain : `${domain}@${era}`;

class Dice {
  constructor(combat, keys) {
    Object.assign(this, { combat, keys, bound: {}, seats: {}, began: 0, checked: 0 });
    Object.assign(this, { entropies: {}, shown: new Map(), recorded: new Set() });
  }

  take({ name, meta, event }) {
    if (name === "combat.opened/1") this.begin(1, event.commitments ?? {});
    if (name === "combat.era-began/1") this.begin(event.era, event.commitments);
    if (name === "combat.seat-opened/1") this.seats[event.person] = Number(event.seat.slice(1));
    if (name === "combat.committed/1" && event.what === "salt") this.commit(event);
    if (name === "combat.revealed/1") this.reveal(event);
    if (name === "combat.round-began/1" && event.n > this.began) this.salt(event.n);
    if (name === "combat.dice-rolled/1") this.roll(meta, event);
  }

  begin(era, commitments) {
    const start = sha(lp("combatlog-salts/1"), lp(this.combat), u32(era));
    Object.assign(this, { era, committed: {}, open: {} });
    this.entropies[era] = [{ since: 0, entropy: start }];
    for (const [domain, commitment] of Object.entries(commitments)) {
      const name = keyName(domain, era), key = this.keys[name];
      const said = [lp("combatlog-commit/1"), lp(this.combat), u32(era), lp(domain), hex(key ?? "")];
      must(!key || sha(...said).toString("hex") === commitment, "", `${name} is not the key committed to`);
      this.bound[name] = commitment;
    }
  }

  commit({ who, commitment }) {
    must(!Object.keys(this.open).length, "", "a salt came when others were open already");
    this.committed[who] = commitment;
  }

  reveal({ who, what, value }) {
    if (who === "referee" && what.startsWith("key ")) must(this.keys[what.slice(4)] === value, "", "this key is another");
    if (what !== "salt") return;
    must(sha(Buffer.from(`salt\n${value}`)).toString("hex") === this.committed[who], "", "this salt is another");
    this.open[this.seats[who] ?? 0] = value;
  }

  salt(round) {
    const seats = Object.keys(this.open).map(Number).sort((a, b) => a - b), values = this.entropies[this.era];
    this.began = round;
    if (!seats.length) return;
    const salts = seats.map(seat => Buffer.concat([u32(seat), lp(this.open[seat])]));
    const entropy = sha(lp("combatlog-salts/1"), values.at(-1).entropy, u32(seats.length), ...salts);
    values.push({ since: round, entropy });
    Object.assign(this, { committed: {}, open: {} });
  }

  word(key, label, die, again) {
    const { entropy } = this.entropies[label.era].findLast(each => each.since <= label.round);
    const message = [
      lp("combatlog-die/1"), lp(this.combat), u32(label.era), entropy, u32(label.round),
      u32(label.roller), lp(label.sort), tag(label.kind), u64(label.origin), u32(label.r),
      u32(label.fresh), u32(label.reroll), u32(die), u32(again),
    ];
    return createHmac("sha256", hex(key)).update(Buffer.concat(message)).digest().readBigUInt64BE(0);
  }

  face(key, label, die, sides) {
    for (let again = 0; ; again++) {
      const scaled = this.word(key, label, die, again) * BigInt(sides), all = 1n << 64n;
      if (scaled % all >= all % BigInt(sides)) return 1 + Number(scaled >> 64n);
    }
  }

  // What was shown on a die of another size is as low or high on this one.
  carried(key, label, die, was, sides) {
    if (was.sides === sides) return was.face;
    const low = ((BigInt(was.face - 1) << 64n) + this.word(key, label, die, 0)) / BigInt(was.sides);
    return 1 + Number(low * BigInt(sides) >> 64n);
  }

  roll(meta, { who, sort, sides, faces, more = [], lost, provenance, key: domain = "open", label: said }) {
    if (lost || provenance === "reported") return;
    const dice = [{ sides, faces }, ...more].flatMap(each => each.faces.map(face => ({ face, sides: each.sides })));
    const label = { era: 1, kind: 0, origin: 0, fresh: 0, reroll: 0, ...said }, ours = provenance === "service";
    const place = [domain, ...["round", "roller", "sort", "kind", "origin", "r", "fresh", "reroll"].map(n => label[n])];
    const known = this.shown.get(String(place)) ?? [], era = ours ? label.era : 0;
    const shown = [...known, ...dice.slice(known.length).map(each => ({ ...each, era }))];
    this.shown.set(String(place), shown);
    // A correction keeps what its step had recorded: the longest beginning in common.
    const begins = dice.map((_, die) => JSON.stringify([meta.origin ?? meta.step, domain, who, sort, dice.slice(0, die + 1)]));
    const kept = label.kind ? begins.filter(each => this.recorded.has(each)).length : 0;
    begins.forEach(each => this.recorded.add(each));
    const key = this.keys[keyName(domain, label.era)];
    const bound = ours ? dice.length : label.kind ? 0 : Math.min(known.length, dice.length);
    for (let die = kept; key && die < bound; die++) {
      const fell = shown[die].era === label.era, { face, sides } = dice[die];
      const due = fell ? this.face(key, label, die, sides) : this.carried(key, label, die, shown[die], sides);
      must(face === due, "", `die ${die + 1} fell ${due}, not ${face}`);
    }
    if (key && ours) this.checked += dice.length;
  }
}

// --- all of it ---------------------------------------------------------------------------------

function check(data, noted) {
  const files = unpack(data), json = name => JSON.parse(must(files[name], name, "it is missing"));
  const head = json("head.json"), entries = readEntries(must(files["entries.txt"], "entries.txt", "it is missing"));
  const leaves = entries.map(each => each.leaf), feed = entries.flatMap(each => each.feed ?? []);
  checkHead(head, entries, leaves, feed);
  checkProofs(json("proofs.json"), entries, leaves);
  for (const each of noted) checkNoted(each, head, feed);
  const opened = entries.filter(each => each.name), dice = new Dice(head.combat, json("reveal.json"));
  for (const entry of opened) {
    try { dice.take(entry); } catch (error) { throw Object.assign(error, { where: entry.where }); }
  }
  for (const name in dice.keys) must(dice.bound[name], "reveal.json", `nothing binds the key ${name}`);
  return `${head.combat}: ${entries.length} entries, ${opened.length} of them opened, ${dice.checked} dice`;
}

try {
  const [file, heads] = process.argv.slice(2);
  const noted = heads ? readFileSync(heads, "utf8").split("\n").filter(Boolean).map(line => JSON.parse(line)) : [];
  console.log(`HOLDS ${check(readFileSync(file), noted)}`);
} catch (error) {
  console.log(`DOES NOT HOLD\n${error.where || "the archive"}: ${error.message}`);
  process.exitCode = 1;
}
