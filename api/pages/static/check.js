// Checks an evidence archive: seals, chain, trees, proofs, keys and dice. It uses nothing of the
// program that wrote the archive; it follows the guide page "The evidence archive" and the
// standards named there. Run it with `node check.js fight.zip [heads.ndjson]`.
"use strict";
const { createHash, createHmac } = require("node:crypto");
const { readFileSync } = require("node:fs");

const number = (size, n) => Buffer.from(BigInt(n).toString(16).padStart(2 * size, "0"), "hex");
const u32 = n => number(4, n), u64 = n => number(8, n), hex = text => Buffer.from(text, "hex");
const lp = text => Buffer.concat([u32(Buffer.byteLength(text)), Buffer.from(text)]);
const sha = (...parts) => createHash("sha256").update(Buffer.concat(parts)).digest();
const tag = n => Buffer.from([n]);

function must(holds, where, why) {
  if (!holds) throw Object.assign(new Error(why), { where });
}

// --- the ZIP, and the entries in it ------------------------------------------------------------

function unpack(data) {
  const files = {};
  let at = 0;
  while (data.readUInt32LE(at) === 0x04034b50) {
    const size = data.readUInt32LE(at + 18), start = at + 30 + data.readUInt16LE(at + 26);
    files[data.toString("latin1", at + 30, start)] = data.subarray(start, at = start + size);
  }
  return files;
}

function readEntries(text) {
  const entries = [];
  let at = 0, before = Buffer.alloc(32), publicNumber = 0;
  const line = () => text.subarray(at, at = text.indexOf(10, at) + 1 || must(false, "entries.txt", "it is cut short"));
  const part = said => {
    if (said[0] === "-") return { commitment: hex(said.slice(1)) };
    const start = at;
    if (said[0] === "+") for (let n = 0; n < 3; n++) line();
    const data = text.subarray(start, Math.max(start, at - 1));
    return { data, commitment: sha(tag(0x10), hex(said.slice(1)), data) };
  };
  while (at < text.length) {
    const words = line().toString().trimEnd().split(" "), where = `entry ${entries.length + 1}`;
    must(words[0] === String(entries.length + 1), where, "another entry stands here");
    const body = part(words[1]), command = part(words[2]);
    const leaf = sha(tag(0), body.commitment, command.commitment);
    const chain = sha(tag(2), before, leaf), entry = { where, leaf, chain, public: words[3] !== "-" };
    must(chain.equals(hex(words[4])), where, "its seal is broken");
    if (entry.public) publicNumber++;
    if (words[3][0] === "+") {
      const anchor = sha(tag(3), hex(words[3].slice(1, 33)), before);
      must(anchor.toString("hex", 0, 4) === words[3].slice(33), where, "its anchor was altered");
      entry.feed = sha(tag(4), u64(publicNumber), anchor, leaf);
    }
    if (body.data) {
      const [name, meta, event] = body.data.toString().split("\n");
      Object.assign(entry, { name, meta: JSON.parse(meta), event: JSON.parse(event) });
    }
    entries.push(entry);
    before = chain;
  }
  return entries;
}

// --- Merkle trees (RFC 6962) -------------------------------------------------------------------

const node = (left, right) => sha(tag(1), left, right);

function root(leaves) {
  if (leaves.length < 2) return leaves[0] ?? sha();
  const left = 2 ** Math.floor(Math.log2(leaves.length - 1));
  return node(root(leaves.slice(0, left)), root(leaves.slice(left)));
}

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

function leadsTo(old, size, oldRoot, newRoot, path) {
  if (old === size) return !path.length && oldRoot.equals(newRoot);
  let [fn, sn] = [old - 1, size - 1];
  while (fn & 1) [fn, sn] = [fn >> 1, sn >> 1];
  const [before, after] = climb(fn, sn, old & old - 1 ? path : [oldRoot, ...path]);
  return Boolean(before && before.equals(oldRoot) && after.equals(newRoot));
}

function checkHead(head, entries) {
  const publics = entries.filter(each => each.public).length;
  const leaves = entries.map(each => each.leaf), feed = entries.flatMap(each => each.feed ?? []);
  const found = {
    entries: entries.length,
    public: publics,
    chain: entries.at(-1)?.chain.toString("hex"),
    root: root(leaves).toString("hex"),
    public_root: feed.length ? root(feed).toString("hex") : "",
  };
  must(head.format === "combatlog-archive/1", "head.json", "this is another format");
  for (const name in found) must(head[name] === found[name], "head.json", `${name} is another`);
  return { leaves, feed };
}

function checkProofs(proofs, entries, leaves) {
  const due = /^combat\.(committed|revealed|era-began)\/1$/, whole = root(leaves), size = leaves.length;
  const alone = entries.flatMap((e, i) => !i || i === size - 1 || due.test(e.name) ? i + 1 : []);
  const rounds = entries.flatMap((e, i) => e.name === "combat.round-began/1" ? i + 1 : []);
  must(String(proofs.inclusion.map(p => p.entry)) === String(alone), "proofs.json", "it has others than are due");
  must(String(proofs.consistency.map(p => p.entries)) === String(rounds), "proofs.json", "it has others than are due");
  for (const { entry, path } of proofs.inclusion) {
    const top = climb(entry - 1, size - 1, [leaves[entry - 1], ...path.map(hex)])[1];
    must(top?.equals(whole), `entry ${entry}`, "its proof does not lead to the root");
  }
  for (const { entries: old, root: said, path } of proofs.consistency) {
    const holds = leadsTo(old, size, hex(said), whole, path.map(hex));
    must(holds && hex(said).equals(root(leaves.slice(0, old))), `entry ${old}`, "its head does not lead to the root");
  }
}

function checkNoted(noted, head, feed) {
  for (const each of noted) {
    must(each.combat === head.combat, "the noted head", "it is of another combat");
    const same = each.public <= feed.length && root(feed.slice(0, each.public)).toString("hex") === each.public_root;
    must(same, `public entry ${each.public}`, "another history was shown when this head was noted");
  }
}

// --- keys, salts and dice ----------------------------------------------------------------------

class Dice {
  constructor(combat, keys) {
    Object.assign(this, { combat, keys, bound: {}, seats: {}, began: 0, dice: 0 });
    Object.assign(this, { entropies: {}, shown: new Map(), recorded: new Set() });
    this.begin(1, {});
  }

  begin(era, commitments) {
    this.era = era;
    this.entropies[era] = [{ since: 0, value: sha(lp("combatlog-salts/1"), lp(this.combat), u32(era)) }];
    this.committed = {};
    this.open = {};
    for (const [domain, said] of Object.entries(commitments)) this.bound[this.name(domain, era)] = said;
    for (const name in this.bound) if (this.keys[name]) must(this.fits(name, this.keys[name]), "reveal.json", `${name} is another key`);
  }

  name(domain, era) { return era === 1 ? domain : `${domain}@${era}`; }

  fits(name, key) {
    const [domain, era] = name.split("@");
    const said = [lp("combatlog-commit/1"), lp(this.combat), u32(era ?? 1), lp(domain), hex(key)];
    return sha(...said).toString("hex") === this.bound[name];
  }

  take({ name, meta, event }) {
    if (name === "combat.opened/1") this.begin(1, event.commitments ?? {});
    if (name === "combat.era-began/1") this.begin(event.era, event.commitments);
    if (name === "combat.seat-opened/1") this.seats[event.person] = Number(event.seat.slice(1));
    if (name === "combat.committed/1" && event.what === "salt") {
      must(!Object.keys(this.open).length, "", "a salt came when others were open already");
      this.committed[event.who] = event.commitment;
    }
    if (name === "combat.revealed/1") this.reveal(event);
    if (name === "combat.round-began/1" && event.n > this.began) this.salt(event.n);
    if (name === "combat.dice-rolled/1") this.roll(meta, event);
  }

  reveal({ who, what, value }) {
    if (what === "salt") {
      must(sha(Buffer.from(`salt\n${value}`)).toString("hex") === this.committed[who], "", "this salt is another");
      this.open[this.seats[who] ?? 0] = value;
    } else if (who === "referee" && what.startsWith("key ")) {
      must(this.keys[what.slice(4)] === value, "", "this key is another than in reveal.json");
    }
  }

  salt(round) {
    this.began = round;
    const seats = Object.keys(this.open).map(Number).sort((a, b) => a - b);
    if (!seats.length) return;
    const batches = this.entropies[this.era], salts = seats.map(seat => Buffer.concat([u32(seat), lp(this.open[seat])]));
    const value = sha(lp("combatlog-salts/1"), batches.at(-1).value, u32(seats.length), ...salts);
    batches.push({ since: round, value });
    this.committed = {};
    this.open = {};
  }

  word(key, label, j, t = 0) {
    const entropy = this.entropies[label.era].findLast(batch => batch.since <= label.round).value;
    const message = [
      lp("combatlog-die/1"), lp(this.combat), u32(label.era), entropy, u32(label.round),
      u32(label.roller), lp(label.sort), tag(label.kind), u64(label.origin), u32(label.r),
      u32(label.fresh), u32(label.reroll), u32(j), u32(t),
    ];
    return createHmac("sha256", hex(key)).update(Buffer.concat(message)).digest().readBigUInt64BE(0);
  }

  face(key, label, j, sides) {
    const all = 1n << 64n;
    for (let t = 0; ; t++) {
      const scaled = this.word(key, label, j, t) * sides;
      if (scaled % all >= all % sides) return 1 + Number(scaled >> 64n);
    }
  }

  // A face that was shown on a die of another size: as low or high on this one.
  carried(key, label, j, { face, sides }, size) {
    if (sides === size) return face;
    const low = ((BigInt(face) - 1n << 64n) + this.word(key, label, j)) / BigInt(sides);
    return 1 + Number(low * BigInt(size) >> 64n);
  }

  roll(meta, event) {
    const label = { era: 1, kind: 0, origin: 0, fresh: 0, reroll: 0, ...event.label };
    const { sides, faces } = event, domain = event.key ?? "open", ours = event.provenance === "service";
    const place = [domain, label.round, label.roller, label.sort, label.kind, label.origin, label.r, label.fresh, label.reroll];
    const known = this.shown.get(place.join(" ")) ?? [], n = Math.min(known.length, faces.length);
    const more = faces.slice(known.length).map(face => ({ face, sides, era: ours ? label.era : 0 }));
    const first = [...known, ...more];
    this.shown.set(place.join(" "), first);
    // What a correction keeps: as many of these faces as its step had recorded in that order.
    const step = [meta.origin ?? meta.step, domain, event.who, event.sort, sides];
    const starts = faces.map((_, j) => String([step, faces.slice(0, j + 1)]));
    const kept = label.kind ? starts.filter(each => this.recorded.has(each)).length : 0;
    starts.forEach(each => this.recorded.add(each));
    const key = this.keys[this.name(domain, label.era)], checked = ours ? faces.length : label.kind ? 0 : n;
    for (let j = 0; key && j < checked; j++) {
      const due = j < kept ? faces[j]
        : first[j].era === label.era ? this.face(key, label, j, BigInt(sides))
        : this.carried(key, label, j, first[j], sides);
      must(faces[j] === due, "", `die ${j + 1} fell ${due}, not ${faces[j]}`);
    }
    if (key && ours) this.dice += faces.length;
  }
}

// --- all of it ---------------------------------------------------------------------------------

function check(data, noted) {
  const files = unpack(data), json = name => JSON.parse(files[name] ?? must(false, name, "it is missing"));
  const head = json("head.json"), entries = readEntries(files["entries.txt"] ?? Buffer.alloc(0));
  const { leaves, feed } = checkHead(head, entries), dice = new Dice(head.combat, json("reveal.json"));
  checkProofs(json("proofs.json"), entries, leaves);
  checkNoted(noted, head, feed);
  for (const entry of entries.filter(each => each.name)) {
    try { dice.take(entry); } catch (error) { throw Object.assign(error, { where: error.where || entry.where }); }
  }
  for (const name in dice.keys) must(dice.bound[name], "reveal.json", `nothing binds the key ${name}`);
  const opened = entries.filter(each => each.name).length;
  return `${head.combat}: ${entries.length} entries, ${opened} of them opened, ${dice.dice} dice`;
}

try {
  const [file, heads] = process.argv.slice(2);
  const noted = heads ? readFileSync(heads, "utf8").trim().split("\n").filter(Boolean).map(each => JSON.parse(each)) : [];
  console.log(`HOLDS ${check(readFileSync(file), noted)}`);
} catch (error) {
  console.log(`DOES NOT HOLD\n${error.where || "the archive"}: ${error.message}`);
  process.exitCode = 1;
}
