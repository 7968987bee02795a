import type { ContentBlock, McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { type DemoContext, type DemoItem, noteCall } from '../demo-context.ts';
import { gradientPng } from '../png.ts';
import { itemUri } from '../resources.ts';

/** Registers the tools about kinds of content and about the shelf: image, find_items, delete_item. */
export function registerContentTools(server: McpServer, context: DemoContext): void {
  registerImage(server, context);
  registerFindItems(server, context);
  registerDeleteItem(server, context);
}

function registerImage(server: McpServer, context: DemoContext): void {
  server.registerTool(
    'image',
    {
      title: 'Image',
      description: 'Draws a small PNG with a colour gradient.',
      inputSchema: z.object({
        side: z.number().int().min(1).max(512).default(64).describe('Width and height in pixels'),
      }),
      annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    },
    ({ side }) => {
      noteCall(context, 'image', `${side} pixels`);
      return {
        content: [
          { type: 'image', data: gradientPng(side).toString('base64'), mimeType: 'image/png' },
          { type: 'text', text: `A gradient of ${side} by ${side} pixels.` },
        ],
      };
    },
  );
}

function registerFindItems(server: McpServer, context: DemoContext): void {
  server.registerTool(
    'find_items',
    {
      title: 'Find items',
      description: 'Looks for items by a part of their name and returns links to their resources.',
      inputSchema: z.object({
        query: z.string().max(80).default('').describe('Part of a name; empty finds everything'),
      }),
      annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    },
    ({ query }) => {
      noteCall(context, 'find_items', query);
      const wanted = query.toLowerCase();
      const found = [...context.items.values()].filter((item) => item.name.toLowerCase().includes(wanted));
      const summary = found.length === 1 ? 'Found 1 item.' : `Found ${found.length} items.`;
      return { content: [{ type: 'text', text: summary }, ...found.map(linkTo)] };
    },
  );
}

function linkTo(item: DemoItem): ContentBlock {
  return {
    type: 'resource_link',
    uri: itemUri(item.id),
    name: item.id,
    title: item.name,
    description: item.note,
    mimeType: 'application/json',
  };
}

function registerDeleteItem(server: McpServer, context: DemoContext): void {
  server.registerTool(
    'delete_item',
    {
      title: 'Delete an item',
      description: 'Takes an item off the shelf until the demo server starts again.',
      inputSchema: z.object({ id: z.string().min(1).describe('Id of the item, for example anvil') }),
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
    },
    ({ id }) => {
      noteCall(context, 'delete_item', id);
      if (!context.items.delete(id)) {
        const known = [...context.items.keys()].join(', ') || 'none';
        return { isError: true, content: [{ type: 'text', text: `There is no item "${id}". Items: ${known}.` }] };
      }
      context.changes.emit('items');
      return { content: [{ type: 'text', text: `Deleted "${id}".` }] };
    },
  );
}
