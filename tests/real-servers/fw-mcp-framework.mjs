/** A server on mcp-framework with one tool; scripts/real-servers.mjs copies it beside the installed package. */
import { MCPServer, MCPTool } from 'mcp-framework';
import { z } from 'zod';

class AddTool extends MCPTool {
  name = 'add';
  description = 'Adds two numbers';
  schema = z.object({ a: z.number().describe('One number'), b: z.number().describe('The other') });
  async execute({ a, b }) {
    return String(a + b);
  }
}

const server = new MCPServer({ name: 'fw-mcpframework', version: '1.0.0', transport: { type: 'stdio' } });
server.addTool(AddTool);
await server.start();
