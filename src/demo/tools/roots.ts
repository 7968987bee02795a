import { inputRequired, inputResponse, type McpServer } from '@modelcontextprotocol/server';
import { type DemoContext, noteCall } from '../demo-context.ts';
import { askFor, foreignRetry, NO_ARGUMENTS, roundOf, text } from './ask-kit.ts';

/** Registers ask_roots, which asks for the folders that the client shares. */
export function registerRootTools(server: McpServer, context: DemoContext): void {
  server.registerTool(
    'ask_roots',
    {
      title: 'Ask for the roots',
      description: 'Asks the client which folders it shares and lists them. It opens none of them.',
      inputSchema: NO_ARGUMENTS,
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    async (_arguments, ctx) => {
      const round = roundOf('ask_roots', ctx);
      if (round === 'foreign') return foreignRetry();
      if (round === 'first') noteCall(context, 'ask_roots');
      const answer = inputResponse(ctx.mcpReq.inputResponses, 'roots');
      if (answer.kind !== 'roots') {
        return askFor(context, ctx, { roots: inputRequired.listRoots() }, { tool: 'ask_roots' });
      }
      if (answer.roots.length === 0) return text('The client shares no folder.');
      return text(answer.roots.map(({ uri, name }) => (name === undefined ? uri : `${name}: ${uri}`)).join('\n'));
    },
  );
}
