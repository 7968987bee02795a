import { arrayAt, isObject, type JsonObject, objectAt, textAt } from '#shared/json.ts';

/** Methods that list, with the member of the result that holds the list and what one item of it is called. */
const LISTS: ReadonlyMap<string, { key: string; one: string }> = new Map([
  ['tools/list', { key: 'tools', one: 'tool' }],
  ['resources/list', { key: 'resources', one: 'resource' }],
  ['resources/templates/list', { key: 'resourceTemplates', one: 'template' }],
  ['prompts/list', { key: 'prompts', one: 'prompt' }],
  ['tasks/list', { key: 'tasks', one: 'task' }],
  ['roots/list', { key: 'roots', one: 'root' }],
]);
/** What a subscription may ask for. */
const WANTED: ReadonlyMap<string, string> = new Map([
  ['toolsListChanged', 'tools'],
  ['promptsListChanged', 'prompts'],
  ['resourcesListChanged', 'resources'],
]);

function counted(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? '' : 's'}`;
}

/** How much the answer to a list request holds: `11 tools`, `100 tools, more follow`. */
export function listedWords(method: string, result: unknown): string | undefined {
  const list = LISTS.get(method);
  if (!list || !isObject(result) || !Array.isArray(result[list.key])) return undefined;
  const more = textAt(result, 'nextCursor') === undefined ? '' : ', more follow';
  return `${counted(arrayAt(result, list.key).length, list.one)}${more}`;
}

/** What a subscription asks for: `tools, prompts, 2 watched resources` (2026-07-28, subscriptions/listen). */
export function wantedWords(params: JsonObject): string | undefined {
  const wanted = objectAt(params, 'notifications') ?? {};
  const words = [...WANTED].flatMap(([key, word]) => (wanted[key] === true ? [word] : []));
  const addresses = arrayAt(wanted, 'resourceSubscriptions').length;
  const tasks = arrayAt(wanted, 'taskIds').length;
  if (addresses > 0) words.push(counted(addresses, 'watched resource'));
  if (tasks > 0) words.push(counted(tasks, 'task'));
  return words.length > 0 ? words.join(', ') : undefined;
}
