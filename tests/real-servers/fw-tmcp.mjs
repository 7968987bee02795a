/** A server on tmcp, which is not built on the SDK; scripts/real-servers.mjs copies it beside the package. */
import { ZodJsonSchemaAdapter } from '@tmcp/adapter-zod';
import { StdioTransport } from '@tmcp/transport-stdio';
import { McpServer } from 'tmcp';
import { z } from 'zod';

const info = { name: 'fw-tmcp', version: '1.0.0', description: 'One tool' };
const server = new McpServer(info, { adapter: new ZodJsonSchemaAdapter(), capabilities: { tools: {} } });
const schema = z.object({ a: z.number(), b: z.number() });
server.tool({ name: 'add', description: 'Adds two numbers', schema }, async ({ a, b }) => ({
  content: [{ type: 'text', text: String(a + b) }],
}));
new StdioTransport(server).listen();
