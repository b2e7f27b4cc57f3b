// Pokemon Showdown: one battle between two random players, simulated again from its input log.
// Says first how many lines its log and its inputs have. Then reads a line "replay times" or "jump
// times" and answers with the milliseconds that this took; a jump is to half of the inputs.
const { Battle, BattleStream, getPlayerStreams, Teams, PRNG } = require("pokemon-showdown");
const { RandomPlayerAI } = require("pokemon-showdown/dist/sim/tools/random-player-ai");

const FORMAT = { formatid: "gen9randombattle", seed: [1, 2, 3, 4] };

function team(seed) {
  const made = Teams.getGenerator("gen9randombattle", PRNG.get([seed, 2, 3, 4])).getTeam();
  return Teams.pack(made);
}

async function fought() {
  const stream = new BattleStream();
  const streams = getPlayerStreams(stream);
  for (const [side, seed] of [["p1", 5], ["p2", 6]])
    void new RandomPlayerAI(streams[side], { seed: [seed, 7, 8, 9] }).start();
  const players = ["p1", "p2"].map((side, n) =>
    `>player ${side} ${JSON.stringify({ name: side, team: team(n + 1) })}`);
  void streams.omniscient.write([`>start ${JSON.stringify(FORMAT)}`, ...players].join("\n"));
  for await (const _ of streams.omniscient);
  return stream.battle;
}

// Simulate inputs; what is not a choice has been said already.
function replay(inputs) {
  const battle = new Battle(FORMAT);
  for (const line of inputs) {
    const [, what, rest] = /^>(\S+) (.*)$/.exec(line) || [];
    if (what === "player") {
      const [slot, options] = [rest.slice(0, 2), JSON.parse(rest.slice(3))];
      battle.setPlayer(slot, options);
    } else if (what === "p1" || what === "p2") battle.choose(what, rest);
  }
  battle.sendUpdates();
  return battle;
}

void fought().then((battle) => {
  const inputs = battle.inputLog.filter((line) => /^>(player|p1|p2) /.test(line));
  const half = inputs.slice(0, Math.ceil(inputs.length / 2));
  const whole = (log) => log.filter((line) => !line.startsWith("|t:|")).join("\n");
  if (whole(replay(inputs).log) !== whole(battle.log)) throw new Error("another battle");
  console.log(battle.log.length, inputs.length);
  const WORK = { replay: () => replay(inputs), jump: () => replay(half) };
  require("readline")
    .createInterface({ input: process.stdin })
    .on("line", (line) => {
      const [what, times] = line.split(" ");
      const begun = performance.now();
      for (let n = 0; n < Number(times); n += 1) WORK[what]();
      console.log(performance.now() - begun);
    });
});
