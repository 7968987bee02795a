#!/usr/bin/env node
// many-tools.mjs — lists TOOLS (default 5000) tools over cursor pagination, PAGE (default 100) per page.
// Also RESOURCES/PROMPTS env counts (default 0). Each tool has a description and a small schema; calling any tool echoes its name.
import { serve, text } from './rpc.mjs';

const N = +(process.env.TOOLS ?? 5000),
  PAGE = +(process.env.PAGE ?? 100),
  R = +(process.env.RESOURCES ?? 0),
  P = +(process.env.PROMPTS ?? 0);
const page =
  (key, total, make) =>
  ({ cursor }) => {
    const start = cursor ? +Buffer.from(cursor, 'base64').toString() : 0,
      end = Math.min(start + PAGE, total);
    const out = { [key]: Array.from({ length: end - start }, (_, i) => make(start + i + 1)) };
    if (end < total) out.nextCursor = Buffer.from(String(end)).toString('base64');
    return out;
  };
serve({
  name: 'many-tools',
  capabilities: { tools: {}, ...(R && { resources: {} }), ...(P && { prompts: {} }) },
  handlers: {
    'tools/list': page('tools', N, (i) => ({
      name: `tool_${String(i).padStart(5, '0')}`,
      title: `Tool number ${i}`,
      description: `Synthetic tool number ${i} used to measure long lists.`,
      inputSchema: {
        type: 'object',
        properties: { q: { type: 'string', description: 'query' }, limit: { type: 'integer', default: 10 } },
        required: ['q'],
      },
    })),
    'resources/list': page('resources', R, (i) => ({ uri: `stress://r/${i}`, name: `resource ${i}` })),
    'resources/templates/list': () => ({ resourceTemplates: [] }),
    'prompts/list': page('prompts', P, (i) => ({ name: `prompt_${i}` })),
    'tools/call': ({ name }) => text(`called ${name}`),
  },
});
