// The tools, resources and prompts that the fixture servers of both eras have in common.
import { image, object, pause, RpcError, text } from './kit.mjs';

const string = { type: 'string' };
const integer = (value) => ({ type: 'integer', default: value });

/** Plain tools, without anything that asks the client for input. */
export const tools = [
  {
    name: 'echo',
    title: 'Echo',
    description: 'Answers with its text.',
    inputSchema: object({ text: string }, ['text']),
  },
  {
    name: 'slow',
    description: 'Takes a while and reports progress.',
    inputSchema: object({ ms: integer(300), steps: integer(3) }),
  },
  { name: 'fail', description: 'Answers with isError.', inputSchema: object() },
  { name: 'refuse', description: 'Answers with a JSON-RPC error that has data.', inputSchema: object() },
  { name: 'image', description: 'Answers with a picture and a link.', inputSchema: object() },
  {
    name: 'structured',
    description: 'Answers with structured content.',
    inputSchema: object({ n: integer(1) }),
    outputSchema: object({ n: { type: 'number' } }, ['n']),
  },
  { name: 'log', description: 'Sends one log message per level.', inputSchema: object() },
  { name: 'change', description: 'Adds a tool and says that the list changed.', inputSchema: object() },
  { name: 'touch', description: 'Says that a resource changed.', inputSchema: object({ uri: string }) },
];

/** Lowest first. */
export const levels = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'];

// c: { note(method, params), log(level, data), token, signal, world }
const plain = {
  echo: (a) => ({ content: [text(a.text ?? '')] }),
  slow: async (a, c) => {
    const steps = a.steps ?? 3;
    for (let i = 1; i <= steps && !c.signal.aborted; i++) {
      await pause((a.ms ?? 300) / steps, c.signal);
      if (c.signal.aborted || c.token === undefined) continue;
      c.note('notifications/progress', { progressToken: c.token, progress: i, total: steps, message: `step ${i}` });
    }
    return { content: [text('done')] };
  },
  fail: () => ({ content: [text('The tool could not do it.')], isError: true }),
  refuse: () => {
    throw new RpcError(-32603, 'The tool refused.', { reason: 'fixture' });
  },
  image: () => ({
    content: [image, { type: 'resource_link', uri: 'fixture://readme', name: 'readme', mimeType: 'text/plain' }],
  }),
  structured: (a) => ({ content: [text(JSON.stringify({ n: a.n ?? 1 }))], structuredContent: { n: a.n ?? 1 } }),
  log: (_a, c) => {
    for (const level of levels) c.log(level, { text: `a ${level} message` });
    return { content: [text('logged')] };
  },
  change: (_a, c) => {
    c.world.extra++;
    c.world.changed('notifications/tools/list_changed', {});
    return { content: [text(`added extra-${c.world.extra}`)] };
  },
  touch: (a, c) => {
    c.world.changed('notifications/resources/updated', { uri: a.uri ?? 'fixture://readme' });
    return { content: [text('touched')] };
  },
};

/** Runs a plain tool; undefined when there is none of that name. */
export function callTool(name, args, c) {
  if (/^extra-\d+$/.test(name)) return { content: [text(`called ${name}`)] };
  return Object.hasOwn(plain, name) ? plain[name](args, c) : undefined;
}

/** The tools added by calls of `change`. */
export const extraTools = (world) =>
  Array.from({ length: world.extra }, (_, i) => ({ name: `extra-${i + 1}`, inputSchema: object() }));

export const resources = [
  { uri: 'fixture://readme', name: 'readme', title: 'Read me', mimeType: 'text/plain', size: 18 },
  { uri: 'fixture://pixel', name: 'pixel', mimeType: 'image/png' },
];
export const resourceTemplates = [
  { uriTemplate: 'fixture://item/{id}', name: 'item', description: 'One item by id.', mimeType: 'application/json' },
];
export const prompts = [
  { name: 'greet', description: 'A greeting.', arguments: [{ name: 'name', description: 'Whom', required: true }] },
  { name: 'review', description: 'A prompt with an embedded resource.' },
];

/** The contents of a resource, or undefined when it does not exist. */
export function readResource(uri) {
  const item = /^fixture:\/\/item\/([^/]+)$/.exec(uri ?? '')?.[1];
  const json = { uri, mimeType: 'application/json', text: JSON.stringify({ id: item }) };
  if (item !== undefined) return { contents: [json] };
  if (uri === 'fixture://readme') return { contents: [{ uri, mimeType: 'text/plain', text: 'Hello from a file.' }] };
  if (uri === 'fixture://pixel') return { contents: [{ uri, mimeType: 'image/png', blob: image.data }] };
  return undefined;
}

export function getPrompt({ name, arguments: args = {} }) {
  if (name === 'greet') {
    if (!args.name) throw new RpcError(-32602, 'Missing argument: name');
    return { messages: [{ role: 'user', content: text(`Greet ${args.name}.`) }] };
  }
  if (name === 'review') {
    const resource = { uri: 'fixture://readme', mimeType: 'text/plain', text: 'Hello from a file.' };
    return { messages: [{ role: 'user', content: { type: 'resource', resource } }] };
  }
  throw new RpcError(-32602, `Unknown prompt: ${name}`);
}

/** Completes the argument of `greet` and of the item template. */
export function complete({ ref, argument }) {
  const words = ref?.type === 'ref/prompt' ? ['Ada', 'Alan', 'Grace'] : ['1', '2', '12'];
  const values = words.filter((w) => w.toLowerCase().startsWith(String(argument?.value ?? '').toLowerCase()));
  return { completion: { values, total: values.length, hasMore: false } };
}

/** One page of a list; the cursor is opaque to the client. `size` 0 means no pages. */
export function page(key, items, cursor, size = 0) {
  const from = cursor === undefined ? 0 : items.findIndex((_, i) => cursorAt(i) === cursor);
  if (from < 0) throw new RpcError(-32602, 'Unknown cursor');
  const end = size > 0 ? from + size : items.length;
  return { [key]: items.slice(from, end), ...(end < items.length && { nextCursor: cursorAt(end) }) };
}

const cursorAt = (index) => `after ${index} of the list`;

export const form = {
  message: 'What is your name?',
  requestedSchema: object({ name: { type: 'string', title: 'Name' } }, ['name']),
};
export const sampling = {
  messages: [{ role: 'user', content: text('Say hello.') }],
  maxTokens: 50,
};
