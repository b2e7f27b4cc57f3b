// Every open die of a combat, recomputed from what was published: nothing of the service is used.
// Reads {combat, commitments, keys, salts, rolls} and writes what does not fit, one line each.
const { createHash, createHmac } = require("node:crypto");
const asked = JSON.parse(require("node:fs").readFileSync(0, "utf8"));

const u8 = (n) => Buffer.from([n]);
const u32 = (n) => { const b = Buffer.alloc(4); b.writeUInt32BE(n); return b; };
const u64 = (n) => { const b = Buffer.alloc(8); b.writeBigUInt64BE(BigInt(n)); return b; };
const lp = (text) => { const b = Buffer.from(text, "utf8"); return Buffer.concat([u32(b.length), b]); };
const sha = (...parts) => createHash("sha256").update(Buffer.concat(parts)).digest();

const named = (domain, era) => (era === 1 ? domain : `${domain}@${era}`);

function entropyOf(round, era) {
  let mixed = sha(lp("combatlog-salts/1"), lp(asked.combat), u32(era));
  for (const batch of asked.salts) {
    if (batch.since > round || batch.era !== era) continue;
    const seats = Object.keys(batch.salts).map(Number).sort((a, b) => a - b);
    const given = seats.map((seat) => Buffer.concat([u32(seat), lp(batch.salts[seat])]));
    mixed = sha(lp("combatlog-salts/1"), mixed, u32(seats.length), ...given);
  }
  return mixed;
}

function face(key, roll, j) {
  const sides = BigInt(roll.sides), word = 1n << 64n;
  for (let t = 0; ; t++) {
    const message = Buffer.concat([
      lp("combatlog-die/1"), lp(asked.combat), u32(roll.era), entropyOf(roll.round, roll.era),
      u32(roll.round), u32(roll.roller), lp(roll.sort), u8(roll.kind), u64(roll.origin),
      u32(roll.r), u32(roll.fresh), u32(roll.reroll), u32(j), u32(t),
    ]);
    const u = createHmac("sha256", key).update(message).digest().readBigUInt64BE(0);
    const scaled = u * sides;
    if (scaled % word >= word % sides) return Number(1n + (scaled >> 64n));
  }
}

let dice = 0;
for (const [name, hex] of Object.entries(asked.keys)) {
  const [domain, era] = name.split("@");
  const said = [lp("combatlog-commit/1"), lp(asked.combat), u32(Number(era ?? 1)), lp(domain)];
  const bound = sha(...said, Buffer.from(hex, "hex"));
  if (bound.toString("hex") !== asked.commitments[name]) console.log(`key ${name}`);
}
// What a label showed under keys of another era stays, and is no die of these keys.
const first = new Map();
for (const roll of asked.rolls) {
  const label = [roll.key, roll.round, roll.roller, roll.sort, roll.kind, roll.origin, roll.r,
    roll.fresh, roll.reroll].join(" ");
  const known = first.get(label) ?? [];
  const more = roll.faces.slice(known.length).map((shown) => ({ shown, ...roll }));
  first.set(label, [...known, ...more]);
  if (roll.provenance !== "service" || !asked.keys[named(roll.key, roll.era)]) continue;
  const key = Buffer.from(asked.keys[named(roll.key, roll.era)], "hex");
  roll.faces.forEach((shown, j) => {
    const before = known[j];
    if (before && before.era !== roll.era) {
      const other = before.sides === roll.sides && before.shown !== shown;
      if (other) console.log(`entry ${roll.entry}, die ${j}`);
      return;
    }
    dice += 1;
    if (face(key, roll, j) !== shown) console.log(`entry ${roll.entry}, die ${j}`);
  });
}
console.log(`${dice} dice`);
