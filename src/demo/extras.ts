import type { McpServer } from '@modelcontextprotocol/server';
import { type DemoContext, noteCall } from './demo-context.ts';
import { NO_ARGUMENTS } from './tools/ask-kit.ts';

/**
 * Registers a tool, a prompt and a resource that are listed only while the extras are on. The returned function brings
 * the lists of this server up to date, which tells its client when something changed.
 */
export function registerExtras(server: McpServer, context: DemoContext): () => void {
  const description = 'Listed since the extras were switched on';
  const tool = server.registerTool(
    'extra_tool',
    { title: 'Extra tool', description, inputSchema: NO_ARGUMENTS, annotations: { readOnlyHint: true } },
    () => {
      noteCall(context, 'extra_tool');
      return { content: [{ type: 'text', text: 'Here only for a while.' }] };
    },
  );
  const prompt = server.registerPrompt('extra_prompt', { title: 'Extra prompt', description }, () => ({
    messages: [{ role: 'user', content: { type: 'text', text: 'Say goodbye in three languages.' } }],
  }));
  const config = { title: 'Extra resource', description, mimeType: 'text/plain' };
  const resource = server.registerResource('extra', 'demo://extra', config, (uri) => ({
    contents: [{ uri: uri.href, mimeType: 'text/plain', text: 'Here only for a while.' }],
  }));
  const update = (): void => {
    for (const one of [tool, prompt, resource]) {
      if (one.enabled !== context.extras) one.update({ enabled: context.extras });
    }
  };
  update();
  return update;
}
