import type { LoggingLevel, McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { type DemoContext, noteCall } from '../demo-context.ts';
import { itemUri } from '../resources.ts';
import { failure, NO_ARGUMENTS, text } from './ask-kit.ts';

const LEVELS: LoggingLevel[] = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'];
const ItemId = z.string().min(1).describe('Id of the item, for example anvil');

const DELETE_ITEM_INPUT = z.object({ id: ItemId });
const EDIT_ITEM_INPUT = z.object({
  id: ItemId.default('anvil'),
  note: z.string().max(200).default('Moved to the top shelf.').describe('The new note'),
});
const SWITCH_EXTRAS_INPUT = z.object({ on: z.boolean().default(true).describe('Whether they are listed') });

/** Registers the tools after which a client hears of something: delete_item, edit_item, switch_extras and log_levels. */
export function registerChangeTools(server: McpServer, context: DemoContext): void {
  registerDeleteItem(server, context);
  registerEditItem(server, context);
  registerSwitchExtras(server, context);
  registerLogLevels(server, context);
}

function registerDeleteItem(server: McpServer, context: DemoContext): void {
  server.registerTool(
    'delete_item',
    {
      title: 'Delete an item',
      description: 'Takes an item off the shelf until the demo server starts again.',
      inputSchema: DELETE_ITEM_INPUT,
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
    },
    ({ id }) => {
      noteCall(context, 'delete_item', id);
      if (!context.items.delete(id)) return noItem(context, id);
      context.changes.emit('items');
      return text(`Deleted "${id}".`);
    },
  );
}

function registerEditItem(server: McpServer, context: DemoContext): void {
  server.registerTool(
    'edit_item',
    {
      title: 'Edit an item',
      description: 'Writes a new note on an item. Whoever watches its resource is told.',
      inputSchema: EDIT_ITEM_INPUT,
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    },
    ({ id, note }) => {
      noteCall(context, 'edit_item', id);
      const item = context.items.get(id);
      if (item === undefined) return noItem(context, id);
      item.note = note;
      context.changes.emit('updated', itemUri(id));
      return text(`Noted on "${id}": ${note}`);
    },
  );
}

function registerSwitchExtras(server: McpServer, context: DemoContext): void {
  server.registerTool(
    'switch_extras',
    {
      title: 'Change the lists',
      description: 'Adds one more tool, prompt and resource, or takes them away again. All three lists change.',
      inputSchema: SWITCH_EXTRAS_INPUT,
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    },
    ({ on }) => {
      noteCall(context, 'switch_extras', on ? 'on' : 'off');
      if (context.extras === on) return text(`The extras were ${on ? 'listed' : 'hidden'} already.`);
      context.extras = on;
      context.changes.emit('extras');
      return text(on ? 'The extras are listed now.' : 'The extras are gone.');
    },
  );
}

function registerLogLevels(server: McpServer, context: DemoContext): void {
  server.registerTool(
    'log_levels',
    {
      title: 'Log at every level',
      description: 'Sends a log message of each of the eight levels; the client gets those it asked for.',
      inputSchema: NO_ARGUMENTS,
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    async (_arguments, ctx) => {
      noteCall(context, 'log_levels');
      for (const level of LEVELS) await ctx.mcpReq.log(level, { message: `This is ${level}` }, 'levels');
      return text(`Logged ${LEVELS.length} messages.`);
    },
  );
}

function noItem(context: DemoContext, id: string) {
  const known = [...context.items.keys()].join(', ') || 'none';
  return failure(`There is no item "${id}". Items: ${known}.`);
}
