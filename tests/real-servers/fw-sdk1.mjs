/** A server on version 1 of the TypeScript SDK with one tool; scripts/real-servers.mjs copies it beside the package. */
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { z } from 'zod';

const server = new McpServer({ name: 'fw-sdk1', version: '1.0.0' });
const inputSchema = { a: z.number(), b: z.number() };
server.registerTool('add', { description: 'Adds two numbers', inputSchema }, async ({ a, b }) => ({
  content: [{ type: 'text', text: String(a + b) }],
}));
await server.connect(new StdioServerTransport());
