// A legacy server on stdio whose definitions are what a file says, read anew for each listing.
// drift.mjs FILE   FILE holds JSON: { tools?, prompts?, resources?, templates?, pageSize? }; SIGUSR2 sends list_changed for all.
import { readFileSync } from 'node:fs';
import { readFlags, serveStdio, text } from './kit.mjs';

const { words } = readFlags();
const [path] = words;
const lists = () => JSON.parse(readFileSync(path, 'utf8'));

const KEYS = { 'tools/list': 'tools', 'prompts/list': 'prompts', 'resources/list': 'resources' };

function page(key, params, name = key) {
  const { pageSize = 100, ...all } = lists();
  const items = all[key] ?? [];
  const from = Number(params?.cursor ?? 0);
  const next = from + pageSize < items.length ? { nextCursor: String(from + pageSize) } : {};
  return { [name]: items.slice(from, from + pageSize), ...next };
}

function answer({ method, params }) {
  if (method === 'initialize') {
    const listChanged = { listChanged: true };
    return {
      protocolVersion: '2025-11-25',
      capabilities: { tools: listChanged, prompts: listChanged, resources: listChanged },
      serverInfo: { name: 'drift', version: '1.0.0' },
    };
  }
  if (method === 'resources/templates/list') return page('templates', params, 'resourceTemplates');
  if (Object.hasOwn(KEYS, method)) return page(KEYS[method], params);
  if (method === 'tools/call') return { content: [text(`ran ${params.name}`)] };
  if (method === 'ping') return {};
  return undefined;
}

const send = serveStdio((message, reply) => {
  if (message.id === undefined || message.method === undefined) return;
  const result = answer(message);
  const error = { code: -32601, message: `no method ${message.method}` };
  reply({ jsonrpc: '2.0', id: message.id, ...(result ? { result } : { error }) });
});

process.on('SIGUSR2', () => {
  for (const what of ['tools', 'prompts', 'resources'])
    send({ jsonrpc: '2.0', method: `notifications/${what}/list_changed` });
});
