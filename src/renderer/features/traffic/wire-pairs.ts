import type { LineRow } from '#shared/exchange.ts';
import { isObject } from '#shared/json.ts';

/** What a line is as far as it tells by itself. Ids are JSON text, with who asked before them; HTTP heads name their exchange. */
export interface WireFacts {
  readonly role: 'request' | 'answer' | 'error' | 'notice' | undefined;
  /** It tells that the request it is about is given up: no answer is waited for. */
  readonly gaveUp?: true | undefined;
  /** The request that the line is, answers, or speaks of. */
  readonly about?: string | undefined;
  /** Token under which the request wants to hear of its progress, or that the notification names. */
  readonly token?: string | undefined;
}

/** What the pair column draws in one row: per lane what its line does, and how many requests found no lane. */
export interface Gutter {
  readonly lanes: readonly ('through' | 'begin' | 'join' | 'end' | undefined)[];
  readonly more: number;
  /** Number of the message that this one answers, or that its HTTP exchange carried. */
  readonly answers?: number | undefined;
  readonly carries?: number | undefined;
}

type Drawn = Gutter['lanes'][number][];

/** Rows of a view that can be looked at without loading them. */
export interface PeekRows {
  peek(index: number): LineRow | undefined;
}

export const LANES = 3;
/** Lines are looked through in stretches of this many, each begun one stretch earlier. */
const STRETCH = 500;
/** Open requests beyond the lanes that are remembered. */
const MOST_OPEN = 1000;
const NO_FACTS: WireFacts = { role: undefined };
/** The id as the last member, where servers like to put it. */
const LAST_ID = /,"id":("(?:[^"\\]|\\.)*"|-?\d+)\s*\}\s*$/;
const CUT_ID = /^\s*\{(?:"jsonrpc":"2\.0",)?"id":("(?:[^"\\]|\\.)*"|-?\d+)/;
/** A request that stays open with the session would hold a lane all along. */
const LASTING = /"method":\s*"subscriptions\/listen"/;
const CUT_METHOD = /"method":"/;

interface Stretch {
  /** Keys that hold a lane, and those that wait beyond them. */
  lanes: (string | undefined)[];
  beyond: string[];
  /** Message numbers of open requests. */
  open: Map<string, number>;
  gutters: Gutter[];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? JSON.stringify(value) : undefined;
}

const httpKey = (ch: string) => `http ${ch}`;

const other = (dir: string) => (dir === 'in' ? 'out' : 'in');

/** A line over 2,000 characters is cut: its beginning and its end have to do. */
function factsOfCut({ text, tail = '' }: LineRow, dir: string): WireFacts {
  const id = CUT_ID.exec(text)?.[1] ?? LAST_ID.exec(tail)?.[1];
  if (id === undefined) return NO_FACTS;
  return CUT_METHOD.test(text.slice(0, 300)) && !/"(?:result|error)":/.test(text.slice(0, 300))
    ? { role: 'request', about: `${dir} ${id}` }
    : { role: 'answer', about: `${other(dir)} ${id}` };
}

function factsOfNotice({ method, params: given }: Record<string, unknown>, dir: string): WireFacts {
  const params = isObject(given) ? given : {};
  const token = textOf(params.progressToken);
  const cancelled = textOf(params.requestId);
  const gaveUp = method === 'notifications/cancelled' && cancelled !== undefined;
  return {
    role: 'notice',
    ...(token === undefined ? {} : { token: `${other(dir)} ${token}` }),
    ...(cancelled === undefined ? {} : { about: `${dir} ${cancelled}` }),
    ...(gaveUp ? { gaveUp } : {}),
  };
}

/** The head of a request leads to that of its answer, or to what broke it. */
function factsOfHead({ http, ch }: LineRow): WireFacts {
  if (http === undefined || http === 'chunk' || ch === undefined) return NO_FACTS;
  const role = http === 'request' ? 'request' : http === 'response' ? 'answer' : 'error';
  return { role, about: httpKey(ch) };
}

/** Reads a line of the wire. */
export function readFacts(row: LineRow): WireFacts {
  const dir = row.dir ?? 'in';
  if (row.k === 'http') return factsOfHead(row);
  if (row.k !== 'frame') return NO_FACTS;
  if (row.cut) return factsOfCut(row, dir);
  const message = parsed(row.text);
  if (!isObject(message)) return NO_FACTS;
  const id = textOf(message.id);
  const params = isObject(message.params) ? message.params : {};
  if (typeof message.method !== 'string') {
    const role = 'error' in message ? 'error' : 'answer';
    return id === undefined ? { role } : { role, about: `${other(dir)} ${id}` };
  }
  if (id === undefined) return factsOfNotice(message, dir);
  const token = isObject(params._meta) ? textOf(params._meta.progressToken) : undefined;
  return { role: 'request', about: `${dir} ${id}`, ...(token === undefined ? {} : { token: `${dir} ${token}` }) };
}

/** The line of a request ends at the row at hand. */
function endLane({ lanes, beyond }: Stretch, drawn: Drawn, key: string): void {
  const lane = lanes.indexOf(key);
  const place = beyond.indexOf(key);
  if (lane >= 0) {
    lanes[lane] = undefined;
    drawn[lane] = 'end';
  }
  if (place >= 0) beyond.splice(place, 1);
}

/** A message lies on the line of the head before it; a request takes that line over, down to its answer. */
function underHead(stretch: Stretch, drawn: Drawn, { row, facts }: { row: LineRow; facts: WireFacts }): void {
  const { lanes, beyond, open } = stretch;
  const head = row.k === 'frame' && row.dir === 'out' && row.ch !== undefined ? httpKey(row.ch) : undefined;
  if (head === undefined || !open.has(head)) return;
  const lane = lanes.indexOf(head);
  if (lane >= 0) drawn[lane] = 'join';
  const { role, about } = facts;
  if (role !== 'request' || about === undefined || open.has(about) || LASTING.test(row.text)) return;
  open.delete(head);
  open.set(about, row.seq);
  const place = beyond.indexOf(head);
  if (lane >= 0) lanes[lane] = about;
  if (place >= 0) beyond[place] = about;
}

/** Which lines of the wire belong together, found among loaded rows as they are looked at. */
export class WirePairs {
  readonly #rows: PeekRows;
  readonly #facts = new WeakMap<LineRow, WireFacts>();
  readonly #stretches = new Map<number, Stretch>();
  /** Request by its progress token. */
  readonly #tokens = new Map<string, string>();
  /** What was sent with an HTTP exchange, by the key of its heads. */
  readonly #sent = new Map<string, string>();

  constructor(rows: PeekRows) {
    this.#rows = rows;
  }

  facts(row: LineRow): WireFacts {
    const known = this.#facts.get(row);
    if (known) return known;
    const facts = readFacts(row);
    this.#facts.set(row, facts);
    if (facts.role === 'request' && facts.about !== undefined && facts.token !== undefined) {
      this.#tokens.set(facts.token, facts.about);
    }
    const carried = row.k === 'frame' && row.dir === 'out' ? row.ch : undefined;
    if (carried !== undefined && facts.about !== undefined) this.#sent.set(httpKey(carried), facts.about);
    return facts;
  }

  /** The request a line belongs to; lines with the same one belong together. */
  keyOf(row: LineRow | undefined): string | undefined {
    if (!row) return undefined;
    const { about, token } = this.facts(row);
    const key = about ?? (token === undefined ? undefined : this.#tokens.get(token));
    if (row.ch === undefined || (key !== undefined && row.k !== 'http')) return key;
    // Heads, and what names no request, belong to what was sent with their exchange.
    return this.#sent.get(httpKey(row.ch)) ?? httpKey(row.ch);
  }

  /** Depends on this line and those before it only, so what was drawn stays right. */
  gutter(index: number): Gutter {
    const place = Math.floor(index / STRETCH);
    let stretch = this.#stretches.get(place);
    if (!stretch) {
      stretch = this.#begin(place);
      this.#stretches.set(place, stretch);
    }
    while (stretch.gutters.length <= index % STRETCH) {
      const row = this.#rows.peek(place * STRETCH + stretch.gutters.length);
      stretch.gutters.push(this.#step(stretch, row));
    }
    return stretch.gutters[index % STRETCH] ?? { lanes: [], more: 0 };
  }

  #begin(place: number): Stretch {
    const stretch: Stretch = { lanes: new Array(LANES).fill(undefined), beyond: [], open: new Map(), gutters: [] };
    for (let index = Math.max(0, place - 1) * STRETCH; index < place * STRETCH; index += 1) {
      const row = this.#rows.peek(index);
      if (row) this.#step(stretch, row);
    }
    return stretch;
  }

  #step(stretch: Stretch, row: LineRow | undefined): Gutter {
    const { lanes, beyond, open } = stretch;
    const facts = row ? this.facts(row) : NO_FACTS;
    const { role } = facts;
    // The heads of an exchange lie on the line of the request that it carried, while that waits for its answer.
    const carried = row?.k === 'http' && facts.about !== undefined ? this.#sent.get(facts.about) : undefined;
    const joins = carried !== undefined && open.has(carried) ? carried : undefined;
    const { about } = facts;
    const drawn = lanes.map((key): Drawn[number] => (key === undefined ? undefined : 'through'));
    if (joins !== undefined) {
      const lane = lanes.indexOf(joins);
      if (lane >= 0) drawn[lane] = 'join';
      // Nothing comes any more on an exchange that broke or was closed.
      if (row?.http === 'error') endLane(stretch, drawn, joins);
      return { lanes: drawn, more: beyond.length, carries: open.get(joins) };
    }
    if (row) underHead(stretch, drawn, { row, facts });
    if (row && about !== undefined && role === 'request' && !open.has(about) && !LASTING.test(row.text)) {
      if (open.size < MOST_OPEN) open.set(about, row.seq);
      const free = lanes.indexOf(undefined);
      if (free < 0) beyond.push(about);
      else {
        lanes[free] = about;
        drawn[free] = 'begin';
      }
    }
    // What comes late for a request that was given up still tells which one it answers.
    if (about !== undefined && facts.gaveUp) endLane(stretch, drawn, about);
    if (about === undefined || (role !== 'answer' && role !== 'error')) return { lanes: drawn, more: beyond.length };
    const answers = open.get(about);
    open.delete(about);
    endLane(stretch, drawn, about);
    return { lanes: drawn, more: beyond.length, ...(answers === undefined ? {} : { answers }) };
  }
}
