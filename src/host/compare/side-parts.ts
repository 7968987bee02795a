import type { ComparePart } from '#shared/compare.ts';
import type { ListInput, SideInput } from './compare-job.ts';
import { type JsonValue, memberOf, objectOf, parseExact } from './json-value.ts';

/** What of a side can be compared; a part it does not have is absent. */
export type SideParts = Partial<Record<ComparePart, JsonValue>>;

/** Read in a worker: how much text there is decides how long that takes. */
const utf8 = new TextDecoder();

/** The message of a line; of a batch the one with this id. */
function messageIn(bytes: Uint8Array, rpcId: string | number | undefined): JsonValue {
  const value = parseExact(utf8.decode(bytes));
  if (value.kind !== 'array') return value;
  const isIt = (item: JsonValue) => {
    const id = memberOf(item, 'id');
    if (id?.kind === 'string') return id.text === rpcId;
    return id?.kind === 'number' && Number(id.raw) === rpcId;
  };
  return value.items.find(isIt) ?? value;
}

function itemsOf({ key, pages }: ListInput): JsonValue {
  const items = pages.flatMap(({ bytes, rpcId }) => {
    const found = memberOf(memberOf(messageIn(bytes, rpcId), 'result'), key);
    return found?.kind === 'array' ? found.items : [];
  });
  return { kind: 'array', items };
}

function messageParts({ rpcId, request, response, listKey }: SideInput & { of: 'message' }): SideParts {
  const answer = response && messageIn(response, rpcId);
  // A single record may be a request itself.
  const asked = request ? messageIn(request, rpcId) : memberOf(answer, 'method') && answer;
  const result = memberOf(answer, 'result');
  const error = memberOf(answer, 'error');
  const [method, params] = ['method', 'params'].map((key) => memberOf(asked, key));
  const parts: { [P in ComparePart]: JsonValue | undefined } = {
    structured: memberOf(result, 'structuredContent'),
    content: memberOf(result, 'content') ?? memberOf(result, 'contents') ?? memberOf(result, 'messages'),
    request: asked && objectOf({ method, params }),
    result: result ?? (error && objectOf({ error })),
    message: answer ?? asked,
    list: listKey === undefined ? undefined : memberOf(result, listKey),
  };
  // What is undefined is absent to whoever looks a part up.
  return parts as SideParts;
}

/** Reads a side. Throws SyntaxError when a message is no JSON. */
export function sideParts(input: SideInput): SideParts {
  if (input.of === 'message') return messageParts(input);
  if (input.of === 'session') {
    const lists = Object.entries(input.lists).map(([name, list]) => [name, itemsOf(list)] as const);
    return { list: objectOf({ server: parseExact(input.hello), ...Object.fromEntries(lists) }) };
  }
  const list = itemsOf(input.list);
  const { item } = input;
  if (!item) return { list };
  const isIt = (value: JsonValue) => {
    const id = memberOf(value, item.idKey);
    return id?.kind === 'string' && id.text === item.text;
  };
  const found = list.kind === 'array' ? list.items.find(isIt) : undefined;
  return found ? { list: found } : {};
}
