// Every open die of a combat, recomputed from what was published: nothing of the service is used.
// Reads {combat, commitments, keys, salts, rolls} and writes what does not fit, one line each.
const { createHash, createHmac } = require("node:crypto");
const asked = JSON.parse(require("node:fs").readFileSync(0, "utf8"));

const u8 = (n) => Buffer.from([n]);
const u32 = (n) => { const b = Buffer.alloc(4); b.writeUInt32BE(n); return b; };
const u64 = (n) => { const b = Buffer.alloc(8); b.writeBigUInt64BE(BigInt(n)); return b; };
const lp = (text) => { const b = Buffer.from(text, "utf8"); return Buffer.concat([u32(b.length), b]); };
const sha = (...parts) => createHash("sha256").update(Buffer.concat(parts)).digest();

function entropyOf(round) {
  let mixed = sha(lp("combatlog-salts/1"), lp(asked.combat), u32(1));
  for (const batch of asked.salts) {
    if (batch.since > round) continue;
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
      lp("combatlog-die/1"), lp(asked.combat), u32(roll.era), entropyOf(roll.round),
      u32(roll.round), u32(roll.roller), lp(roll.sort), u8(roll.kind), u64(roll.origin),
      u32(roll.r), u32(roll.fresh), u32(roll.reroll), u32(j), u32(t),
    ]);
    const u = createHmac("sha256", key).update(message).digest().readBigUInt64BE(0);
    const scaled = u * sides;
    if (scaled % word >= word % sides) return Number(1n + (scaled >> 64n));
  }
}

let dice = 0;
for (const [domain, hex] of Object.entries(asked.keys)) {
  const bound = sha(lp("combatlog-commit/1"), lp(asked.combat), u32(1), lp(domain), Buffer.from(hex, "hex"));
  if (bound.toString("hex") !== asked.commitments[domain]) console.log(`key ${domain}`);
}
for (const roll of asked.rolls) {
  if (roll.provenance !== "service") continue;
  const key = Buffer.from(asked.keys[roll.key], "hex");
  roll.faces.forEach((shown, j) => {
    dice += 1;
    if (face(key, roll, j) !== shown) console.log(`entry ${roll.entry}, die ${j}`);
  });
}
console.log(`${dice} dice`);
