import { arrayAt, isFiniteNumber, isObject, type JsonObject, objectAt, textAt } from '#shared/json.ts';
import type { Call, CallTable } from './call-table.ts';
import type { Facts } from './findings.ts';
import type { RowBook } from './row-book.ts';
import { cutText } from './row-text.ts';
import type { RuleKey } from './rules.ts';

/** Where the entries of a list lie, and what an entry is known by. */
const LISTS: Record<string, { key: string; id: string }> = {
  'tools/list': { key: 'tools', id: 'name' },
  'prompts/list': { key: 'prompts', id: 'name' },
  'resources/list': { key: 'resources', id: 'uri' },
  'resources/templates/list': { key: 'resourceTemplates', id: 'uriTemplate' },
};
/** The closed list of methods whose results carry cache hints (CACHE-10). */
const CACHEABLE = new Set([...Object.keys(LISTS), 'resources/read', 'server/discover']);
/** Lists whose changes can be announced: the capability and the notice, what a subscription asks for, and the remark. */
const ANNOUNCED: Readonly<Record<string, { capability: string; filter: string; rule: RuleKey }>> = {
  'tools/list': { capability: 'tools', filter: 'toolsListChanged', rule: 'toolsChanged' },
  'prompts/list': { capability: 'prompts', filter: 'promptsListChanged', rule: 'promptsChanged' },
  'resources/list': { capability: 'resources', filter: 'resourcesListChanged', rule: 'resourcesChanged' },
};
const TOOL_NAME = /^[A-Za-z0-9_.-]{1,128}$/;
const TASK_SUPPORT: readonly unknown[] = ['required', 'optional', 'forbidden'];
/** Suggestions one answer may have (COMP-04). */
const SUGGESTIONS = 100;
/** Entries of one list that are compared. */
const COMPARED = 50_000;
const NAMED = 3;

/** One reading of a list, page by page. */
interface Walk {
  ids: Set<string>;
  scope: string | undefined;
}

/** Remarks on what the results of a server say; what is remarked on is shown all the same. */
export class ResultChecks {
  readonly #book: RowBook;
  readonly #calls: CallTable;
  /** Names of the last whole listing of each method, while no change was announced. */
  readonly #before = new Map<string, string[]>();
  #capabilities: JsonObject = {};
  readonly #walks = new Map<string, Walk>();
  readonly #unhinted = new Set<string>();

  constructor(book: RowBook, calls: CallTable) {
    this.#book = book;
    this.#calls = calls;
  }

  /** A notification says that a list changed: the next listing may be another one. */
  changed(notice: string): void {
    this.#before.delete(`${notice.slice('notifications/'.length, -'/list_changed'.length)}/list`);
  }

  read(call: Call, seq: number, result: unknown): void {
    if (!isObject(result)) return;
    const find = (key: RuleKey, facts: Facts) =>
      this.#book.find(key, seq, { row: call.row, exchange: call.exchange, facts });
    const { method } = call.exchange;
    if (method === 'initialize' || method === 'server/discover') {
      this.#capabilities = objectAt(result, 'capabilities') ?? {};
    }
    if (call.modern && result.resultType === 'complete' && CACHEABLE.has(method)) this.#hints(method, result, find);
    if (LISTS[method]) this.#list(call, LISTS[method], result, find);
    const count = method === 'completion/complete' ? arrayAt(result.completion, 'values').length : 0;
    if (count > SUGGESTIONS) find('completionMany', { count });
    const problem = annotated(method, result).map(annotationProblem).find(Boolean);
    if (problem) find('annotations', { problem });
  }

  /** Said once for each method: it is a habit of the server. */
  #hints(method: string, result: JsonObject, find: Find): void {
    const { ttlMs, cacheScope } = result;
    const missing = [
      ...(isFiniteNumber(ttlMs) && ttlMs >= 0 ? [] : ['ttlMs']),
      ...(cacheScope === 'public' || cacheScope === 'private' ? [] : ['cacheScope']),
    ];
    if (missing.length === 0 || this.#unhinted.has(method)) return;
    this.#unhinted.add(method);
    find('cacheHints', { method, missing: missing.join(' and ') });
  }

  #list(call: Call, { key, id }: { key: string; id: string }, result: JsonObject, find: Find): void {
    const { method } = call.exchange;
    const before = call.laterPage ? this.#walks.get(method) : undefined;
    const walk = before ?? { ids: new Set(), scope: undefined };
    this.#walks.set(method, walk);
    const items = arrayAt(result, key);
    const twice: string[] = [];
    for (const item of items) {
      const name = textAt(item, id);
      if (name === undefined) continue;
      if (walk.ids.has(name)) twice.push(name);
      else if (walk.ids.size < COMPARED) walk.ids.add(name);
    }
    if (twice.length > 0) find('listedTwice', { names: namesOf(twice) });
    this.#scope(walk, result, find, before !== undefined);
    if (method === 'tools/list') checkTools(items, find);
    if (typeof result.nextCursor !== 'string' && ANNOUNCED[method]) this.#compare(call, [...walk.ids], find);
  }

  #scope(walk: Walk, result: JsonObject, find: Find, compare: boolean): void {
    const scope = textAt(result, 'cacheScope');
    if (compare && scope !== walk.scope) {
      find('cacheScopes', { now: cutText(scope ?? 'none', 40), before: cutText(walk.scope ?? 'none', 40) });
    }
    walk.scope = scope;
  }

  /** Without a change in between a listing must be the same as before; tools must have the same order, too. */
  #compare(call: Call, now: string[], find: Find): void {
    const { method } = call.exchange;
    const before = this.#before.get(method);
    this.#before.set(method, now);
    const announced = ANNOUNCED[method];
    if (!before || !announced) return;
    const old = new Set(before);
    const fresh = new Set(now);
    const differing = [...now.filter((name) => !old.has(name)), ...before.filter((name) => !fresh.has(name))];
    if (differing.length > 0) {
      if (this.#tells(call, announced)) find(announced.rule, { names: namesOf(differing) });
    } else if (method === 'tools/list' && before.some((name, at) => name !== now[at])) find('listOrder', {});
    else call.exchange.steady = true;
  }

  /** Whether the server said that it tells changes of this list, and was asked to where that is needed. */
  #tells(call: Call, { capability, filter }: { capability: string; filter: string }): boolean {
    if (objectAt(this.#capabilities, capability)?.listChanged !== true) return false;
    if (!call.modern) return true;
    return [...this.#calls.client.values()].some(({ listen }) => listen?.acknowledged && listen.asked[filter] === true);
  }
}

type Find = (key: RuleKey, facts: Facts) => void;

function namesOf(names: readonly string[]): string {
  const first = names.slice(0, NAMED).map((name) => JSON.stringify(cutText(name, 40)));
  return names.length > NAMED ? `${first.join(', ')} and ${names.length - NAMED} more` : first.join(', ');
}

function checkTools(items: readonly unknown[], find: Find): void {
  const odd: string[] = [];
  const formless: string[] = [];
  const unsure: string[] = [];
  for (const item of items) {
    const name = textAt(item, 'name');
    if (name === undefined) continue;
    if (!TOOL_NAME.test(name)) odd.push(name);
    if (objectAt(item, 'inputSchema')?.type !== 'object') formless.push(name);
    const support = objectAt(item, 'execution')?.taskSupport;
    if (support !== undefined && !TASK_SUPPORT.includes(support)) unsure.push(name);
  }
  if (odd.length > 0) find('toolName', { names: namesOf(odd) });
  if (unsure.length > 0) find('taskSupport', { names: namesOf(unsure) });
  if (formless.length > 0) find('inputSchema', { names: namesOf(formless) });
}

/** What may carry annotations for the reader. Those of tools are of another kind. */
function annotated(method: string, result: JsonObject): readonly unknown[] {
  switch (method) {
    case 'resources/list':
      return arrayAt(result, 'resources');
    case 'resources/templates/list':
      return arrayAt(result, 'resourceTemplates');
    case 'tools/call':
      return arrayAt(result, 'content');
    case 'prompts/get':
      return arrayAt(result, 'messages').map((message) => (isObject(message) ? message.content : undefined));
    default:
      return [];
  }
}

function annotationProblem(item: unknown): string | undefined {
  const notes = objectAt(item, 'annotations');
  if (!notes) return undefined;
  const { audience, priority, lastModified } = notes;
  const shown = (key: string, value: unknown) => `${key} is ${cutText(JSON.stringify(value), 60)}`;
  const isReader = (one: unknown) => one === 'user' || one === 'assistant';
  if (audience !== undefined && !(Array.isArray(audience) && audience.every(isReader))) {
    return `${shown('audience', audience)} and not a list of user and assistant`;
  }
  if (priority !== undefined && !(isFiniteNumber(priority) && priority >= 0 && priority <= 1)) {
    return `${shown('priority', priority)} and not a number from 0 to 1`;
  }
  if (lastModified !== undefined && !(typeof lastModified === 'string' && isIsoTime(lastModified))) {
    return `${shown('lastModified', lastModified)} and not a time as ISO 8601`;
  }
  return undefined;
}

function isIsoTime(text: string): boolean {
  return (
    /^\d{4}-\d\d(-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?)?$/.test(text) && !Number.isNaN(Date.parse(text))
  );
}
