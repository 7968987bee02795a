import type { ContentBlock, McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { type DemoContext, type DemoItem, noteCall } from '../demo-context.ts';
import { gradientPng } from '../png.ts';
import { itemUri } from '../resources.ts';
import { toneWav } from '../wav.ts';
import { ODD_SCHEMA, uncheckedSchema } from './odd-schema.ts';

const IMAGE_INPUT = z.object({
  side: z.number().int().min(1).max(512).default(64).describe('Width and height in pixels'),
});
const AUDIO_INPUT = z.object({
  hertz: z.number().int().min(100).max(2000).default(440).describe('Pitch'),
  seconds: z.number().min(0.1).max(3).default(0.6).describe('Length'),
});
const FIND_ITEMS_INPUT = z.object({
  query: z.string().max(80).default('').describe('Part of a name; empty finds everything'),
});

/** Registers the tools about kinds of content: image, audio, find_items and odd_schema. */
export function registerContentTools(server: McpServer, context: DemoContext): void {
  registerImage(server, context);
  registerAudio(server, context);
  registerFindItems(server, context);
  registerOddSchema(server, context);
}

function registerImage(server: McpServer, context: DemoContext): void {
  server.registerTool(
    'image',
    {
      title: 'Image',
      description: 'Draws a small PNG with a colour gradient.',
      inputSchema: IMAGE_INPUT,
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

function registerAudio(server: McpServer, context: DemoContext): void {
  server.registerTool(
    'audio',
    {
      title: 'Audio',
      description: 'Plays a short tone as a WAV file.',
      inputSchema: AUDIO_INPUT,
      annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    },
    ({ hertz, seconds }) => {
      noteCall(context, 'audio', `${hertz} Hz`);
      return {
        content: [
          { type: 'audio', data: toneWav(hertz, seconds).toString('base64'), mimeType: 'audio/wav' },
          { type: 'text', text: `A tone of ${hertz} Hz, ${seconds} s long.` },
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
      inputSchema: FIND_ITEMS_INPUT,
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

function registerOddSchema(server: McpServer, context: DemoContext): void {
  server.registerTool(
    'odd_schema',
    {
      title: 'An odd schema',
      description: 'Takes arguments by a schema that few forms can draw, checks nothing and gives them back.',
      inputSchema: uncheckedSchema(ODD_SCHEMA),
      annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    },
    (args) => {
      noteCall(context, 'odd_schema');
      return { content: [{ type: 'text', text: JSON.stringify(args, null, 2) }] };
    },
  );
}
