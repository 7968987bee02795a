/** A server of both eras on version 2 of the TypeScript SDK; scripts/real-servers.mjs copies it beside the package. */
import { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';

const inputSchema = z.object({ a: z.number(), b: z.number() });
serveStdio(() => {
  const server = new McpServer({ name: 'fw-server2', version: '1.0.0' });
  server.registerTool('add', { description: 'Adds two numbers', inputSchema }, async ({ a, b }) => ({
    content: [{ type: 'text', text: String(a + b) }],
  }));
  return server;
});
