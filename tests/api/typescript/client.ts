/** A program against the contract: it tells every type of entry, and posts commands. */

import type { components, paths } from "./contract";

type Schemas = components["schemas"];
type Entry = Schemas["Entry"];
type Command = Schemas["Command"];
type Post = paths["/v1/combats/{combat}/commands"]["post"];
type Answer = Post["responses"][200]["content"]["application/json"];
type Page = paths["/v1/combats/{combat}/events"]["get"]["responses"][200]["content"]["application/json"];

/** What an entry says in a line; the compiler finds a type of entry that nobody thought of. */
export function headline(entry: Entry): string {
  switch (entry.type) {
    case "combat.dice-rolled/1":
      return `${entry.event.purpose}: ${entry.event.total} = ${entry.event.faces.join(" + ")}`;
    case "combat.card-drawn/1":
      return `${entry.event.who} draws ${entry.event.card}`;
    case "combat.pool-changed/1": {
      const { subject, pool, delta, balance } = entry.event;
      return `${subject}: ${pool} ${delta ?? "by somewhat"}, now ${balance ?? "unknown"}`;
    }
    case "combat.pool-limited/1":
      return `${entry.event.pool}: ${entry.event.least ?? "-"} to ${entry.event.most ?? "-"}`;
    case "combat.pool-removed/1":
      return `${entry.event.pool} is gone`;
    case "combat.acted/1":
    case "combat.declared/1":
    case "combat.reacted/1":
      return `${entry.event.who} ${entry.event.manoeuvre} ${entry.event.targets.join(", ")}`;
    case "combat.resolved/1":
      return entry.event.outcome;
    case "combat.asked/1":
      return entry.event.slots.map((slot) => slot.who).join(", ");
    case "combat.answered/1":
    case "combat.dispute-answered/1":
    case "combat.undo-answered/1":
    case "combat.reroll-answered/1":
      return `${entry.event.who}: ${entry.event.choice}`;
    case "combat.condition-began/1":
      return `${entry.event.subject} is ${entry.event.name}, level ${entry.event.level}`;
    case "combat.condition-changed/1":
      return `${entry.event.id}: level ${entry.event.level}`;
    case "combat.condition-ended/1":
      return `${entry.event.id}: ${entry.event.why}`;
    case "combat.order-set/1":
      return entry.event.order.map((tied) => tied.join(" = ")).join(", ");
    case "combat.round-began/1":
    case "combat.round-ended/1":
      return `round ${entry.event.n}`;
    case "combat.turn-began/1":
    case "combat.turn-ended/1":
      return entry.event.who.join(", ");
    case "combat.phase-began/1":
    case "combat.phase-ended/1":
      return entry.event.phase;
    case "combat.fact-set/1":
      return `${entry.event.of} ${entry.event.name} = ${entry.event.value}`;
    case "combat.moved/1":
      return `${entry.event.subject} to ${entry.event.place}`;
    case "combat.joined/1":
      return `${entry.event.name} comes in`;
    case "combat.edited/1":
      return `${entry.event.subject} is ${entry.event.name ?? "the same"}`;
    case "combat.left/1":
      return `${entry.event.subject} leaves`;
    case "combat.opened/1":
      return `${entry.event.title}: ${entry.event.ruleset}, after ${entry.event.origin?.entry ?? "0"}`;
    case "combat.rewound/1":
      return `${entry.event.why}: from entry ${entry.event.was} to ${entry.event.to}`;
    case "combat.contested/1":
    case "combat.dispute-appealed/1":
      return entry.event.claim ? remedy(entry.event.claim) : "no claim";
    case "combat.dispute-ruled/1":
      return `${entry.event.dispute}: ${remedy(entry.event.remedy)}`;
    case "combat.noted/1":
      return `${entry.event.about ?? "no entry"}: ${entry.note?.words ?? ""}`;
    case "combat.gap/1":
    case "combat.ended/1":
    case "combat.reported/1":
    case "combat.withdrawn/1":
    case "combat.closed/1":
    case "combat.committed/1":
    case "combat.revealed/1":
    case "combat.era-began/1":
    case "combat.secret-fell/1":
    case "combat.undo-requested/1":
    case "combat.undo-policy-set/1":
    case "combat.reroll-requested/1":
    case "combat.witnessed/1":
    case "combat.seat-opened/1":
    case "combat.seat-changed/1":
    case "combat.seat-closed/1":
      return `${entry.by_name}, step ${entry.step}`;
    default:
      return unthought(entry);
  }
}

/** Every other type of entry is left over here, so that the compiler has to object. */
export function forgetful(entry: Entry): string {
  switch (entry.type) {
    case "combat.joined/1":
      return entry.event.name;
    default:
      // @ts-expect-error: there are other entries
      return unthought(entry);
  }
}

function remedy(claim: Schemas["Remedy"]): string {
  switch (claim.remedy) {
    case "let-stand":
      return "let it stand";
    case "amend":
      return `${claim.how ?? "amend"} ${claim.entry}`;
    case "go-back":
      return `go back to ${claim.to}`;
    case "compensate":
      return `change a ${claim.change.what}`;
    case "re-roll":
      return `roll ${claim.entry} again`;
    default:
      return unthought(claim);
  }
}

function unthought(rest: never): never {
  throw new Error(`nobody thought of ${JSON.stringify(rest)}`);
}

const COMMANDS: Command[] = [
  { type: "roll", who: "cogan", purpose: "attack", sides: 20 },
  { type: "act", who: "cogan", manoeuvre: "swing", targets: ["erik"], params: { "cost ap": 2 } },
  { type: "answer", who: "referee", about: "round", choice: "begin" },
  { type: "witness", about: "24" },
  { type: "rewind" },
  { type: "rule-dispute", dispute: "29", remedy: { remedy: "go-back", to: "12" } },
];

/** Post commands, and return what became of each in lines. */
export async function play(address: string, token: string): Promise<string[]> {
  const told: string[] = [];
  for (const command of COMMANDS) {
    const answer = await fetch(`${address}/commands`, {
      method: "POST",
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      body: JSON.stringify(command),
    });
    if (!answer.ok) {
      const problem = (await answer.json()) as Schemas["ProblemDetails"];
      told.push(`${problem.status} ${problem.title}: ${problem.missed?.length ?? 0} missed`);
      continue;
    }
    const done = (await answer.json()) as Answer;
    if ("entries" in done) {
      told.push(...done.entries.map(headline));
    }
  }
  const page = (await (await fetch(`${address}/events`)).json()) as Page;
  return [...told, ...page.items.map(headline)];
}

// @ts-expect-error: the contract knows no such command
export const UNKNOWN: Command = { type: "dance", who: "cogan" };

// @ts-expect-error: who rolls has to be said
export const INCOMPLETE: Command = { type: "roll", sides: 20 };

// @ts-expect-error: numbers of entries are text
export const NUMERIC: Command = { type: "witness", about: 24 };
