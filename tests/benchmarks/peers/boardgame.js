// boardgame.io on the toy fight: two fighters who move and end their turn, round after round.
// Reads a line "what times" and answers with the milliseconds that this took.
process.env.NODE_ENV = "production";
const { CreateGameReducer, InitializeGame } = require("boardgame.io/internal");
const { Client } = require("boardgame.io/client");

const LONG = 100000;
const fighter = () => ({ ap: 3, adjacent: false, hurt: false });
const game = {
  name: "toy",
  setup: () => ({ fighters: [fighter(), fighter()], round: 1 }),
  turn: {
    onEnd: ({ G, ctx }) => {
      if (ctx.currentPlayer !== "1") return;
      G.round += 1;
      for (const each of G.fighters) each.ap = 3;
    },
  },
  moves: {
    move: ({ G, ctx }, beside) => {
      const own = G.fighters[Number(ctx.currentPlayer)];
      if (own.ap < 1) return "INVALID_MOVE";
      own.ap -= 1;
      for (const each of G.fighters) each.adjacent = beside;
    },
  },
};

const move = (playerID, beside) => ({
  type: "MAKE_MOVE",
  payload: { type: "move", args: [beside], playerID },
});
const end = (playerID) => ({
  type: "GAME_EVENT",
  payload: { type: "endTurn", args: [], playerID },
});
const ROUND = [move("0", true), end("0"), move("1", false), end("1")];
const reducer = CreateGameReducer({ game });
const start = InitializeGame({ game, numPlayers: 2 });

// Replay so many rounds from the beginning, as the log panel does.
function replay(rounds) {
  let state = start;
  for (let n = 0; n < rounds; n += 1)
    for (const action of ROUND) state = reducer(state, action);
  if (state.G.round !== rounds + 1) throw new Error(`round ${state.G.round}`);
}

function rounds(client, times) {
  for (let n = 0; n < times; n += 1) {
    client.moves.move(true);
    client.events.endTurn();
    client.moves.move(false);
    client.events.endTurn();
  }
}

// A client whose log has so many entries: those of played rounds, over and over.
function grown(entries) {
  const client = Client({ game, numPlayers: 2, debug: false });
  client.start();
  rounds(client, 250);
  const some = client.log;
  client.log = Array.from({ length: entries }, (_, n) => ({ ...some[n % some.length] }));
  rounds(client, 25);
  return client;
}

let client;
const long = () => (client ??= grown(LONG));

function undo(times) {
  const found = long();
  found.moves.move(true);
  for (let n = 0; n < times; n += 1) {
    found.undo();
    if (found.getState().G.fighters[0].ap !== 3) throw new Error("it was not undone");
    found.redo();
  }
  found.undo();
}

const WORK = { replay, play: (times) => rounds(long(), times), undo };
require("readline")
  .createInterface({ input: process.stdin })
  .on("line", (line) => {
    const [what, times] = line.split(" ");
    if (what !== "replay") long();
    const begun = performance.now();
    WORK[what](Number(times));
    console.log(performance.now() - begun);
  });
