#!/usr/bin/env node
// noisy-stdout.mjs — ill-behaved: prints non-JSON to stdout (banner before initialize, one line before every answer,
// a blank line, a JSON value that is not JSON-RPC) but otherwise works. A good client keeps working and SHOWS the stray lines.
import { serve, text, writeOut } from './rpc.mjs';

await writeOut('Starting my awesome server v1.2 ...');
await writeOut('');
await writeOut('{"not":"json-rpc"}');
serve({
  name: 'noisy-stdout',
  onInitialize: async () => {
    await writeOut('DEBUG got initialize');
  },
  handlers: {
    'tools/list': async () => {
      await writeOut('DEBUG listing tools');
      return { tools: [{ name: 'hello', inputSchema: { type: 'object' } }] };
    },
    'tools/call': async () => {
      await writeOut('DEBUG about to answer');
      return text('hello');
    },
  },
});
