import { stdio, tool } from '../lib.mjs';

const seen = () => ({
  args: process.argv.slice(2),
  env: Object.fromEntries(['TOKEN', 'HOMEDIR', 'PLAIN'].map((k) => [k, process.env[k] ?? null])),
});
stdio({
  name: 'expand',
  tools: [tool('seen')],
  calls: { seen: () => ({ content: [{ type: 'text', text: JSON.stringify(seen()) }], structuredContent: seen() }) },
});
