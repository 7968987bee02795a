/** A server on LiteMCP with one tool; scripts/real-servers.mjs copies it beside the installed package. */
import { LiteMCP } from 'litemcp';
import { z } from 'zod';

const server = new LiteMCP('fw-litemcp', '1.0.0');
server.addTool({
  name: 'add',
  description: 'Adds two numbers',
  parameters: z.object({ a: z.number(), b: z.number() }),
  execute: async ({ a, b }) => String(a + b),
});
await server.start();
