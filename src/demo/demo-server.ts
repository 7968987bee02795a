import { McpServer } from '@modelcontextprotocol/server';
import type { DemoContext } from './demo-context.ts';
import { registerPrompts } from './prompts.ts';
import { registerResources } from './resources.ts';
import { registerAskTools } from './tools/asks.ts';
import { registerBasicTools } from './tools/basic.ts';
import { registerContentTools } from './tools/content.ts';

const INSTRUCTIONS = [
  'A demo server to try a client with. It runs on this computer and reaches no network.',
  'Start with the tool echo. slow reports progress and can be cancelled, ask_name asks the person with a form,',
  'ask_model asks the model behind the client, delete_item changes the list of resources.',
].join(' ');

const INFO = { name: 'wirebench-demo', title: 'Wirebench demo', version: '1.0.0' };

/**
 * Makes one server instance over the shared state of a demo run; it serves either era.
 * The era itself is decided by whoever connects it to a transport.
 */
export function createDemoServer(context: DemoContext): McpServer {
  const server = new McpServer(INFO, {
    instructions: INSTRUCTIONS,
    capabilities: {
      tools: { listChanged: true },
      resources: { listChanged: true },
      prompts: { listChanged: true },
      completions: {},
      logging: {},
    },
    cacheHints: { 'tools/list': { ttlMs: 60_000, cacheScope: 'public' } },
    requestState: { verify: (state, ctx) => context.askState.verify(state, ctx) },
  });
  registerBasicTools(server, context);
  registerContentTools(server, context);
  registerAskTools(server, context);
  registerResources(server, context);
  registerPrompts(server, context);
  return server;
}

/** Tells the client of `server` when the shelf changes; returns the function that stops it. */
export function announceChanges(server: McpServer, context: DemoContext): () => void {
  const announce = (): void => server.sendResourceListChanged();
  context.changes.on('items', announce);
  return () => context.changes.off('items', announce);
}
