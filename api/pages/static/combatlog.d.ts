// Types of combatlog.js. What the API answers is described in full by /openapi.json.

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
export type Query = Record<string, string | number | boolean | null | undefined>;
export type State = "live" | "lost" | "full";

/** A command as it is sent: its type and its fields. */
export interface Command {
  type: string;
  [field: string]: unknown;
}

/** A line of the log as the caller sees it. */
export interface Entry {
  number: string;
  step: number;
  parent: string | null;
  type: string;
  event: { [name: string]: Json };
  by: string;
  for: string;
  at: number;
  note?: { [name: string]: string };
  [more: string]: unknown;
}

/** Something left open in an option: put a value that fits `schema` at `pointer`. */
export interface Blank {
  says: string;
  pointer: string;
  schema: { [name: string]: Json };
  optional: boolean;
}

/** Something that may be done next. */
export interface Option {
  command: Command;
  blanks: Blank[];
  says: string;
  clause: string;
  [more: string]: unknown;
}

export interface Options {
  head: string;
  names: { [id: string]: string };
  options: Option[];
}

/** What a command caused. */
export interface CommandResult {
  head: string;
  replayed: boolean;
  entries: Entry[];
  tokens?: { [seat: string]: string };
  [more: string]: unknown;
}

export interface Seat {
  seat: string;
  person: string;
  name: string;
  role: string;
  combatants: string[];
  token?: string;
  [more: string]: unknown;
}

export interface Opened {
  combat: string;
  head: string;
  seats: Seat[];
  hint?: string;
}

/** What went wrong, and what to do about it (RFC 9457). */
export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  [more: string]: unknown;
}

export interface Reading {
  token?: string | undefined;
  signal?: AbortSignal | undefined;
}

export interface Sending extends Reading {
  /** Stands for one request; without one, a new key is made. */
  key?: string;
  /** The head that is expected, or `*` for any. */
  head?: string;
  /** Whether it is carried out once for its key, and may be sent again. */
  once?: boolean;
  /** The type of a body that is text, which is sent as it is; anything else is sent as JSON. */
  media?: string;
}

export interface Following extends Reading {
  after?: string;
  /** Whether pages are read where there is no stream. */
  pages?: boolean;
  /** Called with `live` before each entry, with `lost` and `full` whenever it tries again. */
  onState?: (state: State) => void;
}

/** A request was refused or could not be carried out. */
export class Failed extends Error {
  constructor(problem: Problem);
  readonly problem: Problem;
  readonly slug: string;
  retryAfter?: number;
}

/** Nobody answered: no connection, or one that was lost. */
export class NoAnswer extends Failed {}

/** What was read of a log no longer holds: read it again. */
export class StartOver extends Failed {}

/** Play went on since the caller looked. */
export class Stale extends Failed {
  readonly head: string;
  readonly missed: Entry[];
}

export interface Requested extends Reading {
  accept?: string;
  media?: string;
  body?: unknown;
  headers?: Record<string, string>;
  again?: boolean;
}

export class Client {
  constructor(url?: string, token?: string);
  url: string;
  token: string;
  /** JSON as a value, every other form that `accept` asks for as text. */
  get<Answer = any>(path: string, query?: Query, options?: Reading & { accept?: string }): Promise<Answer>;
  /** A query stands in the path: `commands?dry-run=1`. */
  post<Answer = any>(path: string, body: unknown, options?: Sending): Promise<Answer>;
  send(path: string, body: unknown, options?: Sending): Promise<Response>;
  request(method: string, path: string, options?: Requested): Promise<Response>;
  openCombat(ruleset: string, said?: { [field: string]: unknown }): Promise<Combat>;
  opened(said: { ruleset: string; [field: string]: unknown }): Promise<Opened>;
  combat(id: string): Combat;
  follow(path: string, options?: Following): AsyncGenerator<Entry, void, void>;
}

export class Combat {
  constructor(client: Client, id: string, token?: string);
  readonly client: Client;
  readonly id: string;
  readonly token?: string;
  seated(token: string): Combat;
  address(path?: string): string;
  get<Answer = any>(path?: string, query?: Query, options?: Reading & { accept?: string }): Promise<Answer>;
  post<Answer = any>(path: string, body: unknown, options?: Sending): Promise<Answer>;
  options(query?: Query): Promise<Options>;
  story(query?: Query): Promise<string>;
  say(type: string, fields?: { [field: string]: unknown }): Promise<CommandResult>;
  send(command: Command, options?: Sending): Promise<CommandResult>;
  batch(commands: Command[], options?: Sending): Promise<any>;
  dryRun(command: Command): Promise<{ preview: any; head: string }>;
  events(options?: Following & { follow?: boolean }): AsyncGenerator<Entry, void, void>;
  /** Sends what `choose` makes of the options; chooses again, with what was missed, where play went on. */
  decide(
    choose: (options: Options, missed: Entry[]) => Command | null | Promise<Command | null>,
    tries?: number,
  ): Promise<CommandResult | null>;
}

/** The command of an option with its blanks filled: values by the blanks' pointers. */
export function fill(option: Option, values: { [pointer: string]: unknown }): Command;

/** Connects to a server; without a token as a guest. */
export function connect(url?: string, token?: string): Client;
