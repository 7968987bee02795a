import { type McpServer, ResourceNotFoundError, ResourceTemplate } from '@modelcontextprotocol/server';
import type { DemoContext } from './demo-context.ts';
import { gradientPng } from './png.ts';

const README = `# Wirebench demo

This server runs on your computer and reaches no network.

- **Tools** return text, structured data, an image and links, work slowly, fail, and ask back.
- **Resources** are this page, a live status, a picture and the items on the shelf.
- **Prompts** take arguments and complete them.
`;

/** Address of the resource of one item. */
export function itemUri(id: string): string {
  return `demo://items/${encodeURIComponent(id)}`;
}

/** Ids of items that start with what was typed so far. */
export function completeItemId(context: DemoContext, typed: string): string[] {
  return [...context.items.keys()].filter((id) => id.startsWith(typed.toLowerCase()));
}

/** Registers the fixed resources and the template `demo://items/{id}`. */
export function registerResources(server: McpServer, context: DemoContext): void {
  const readme = { title: 'Read me', description: 'What this server offers', mimeType: 'text/markdown' };
  server.registerResource('readme', 'demo://readme', readme, (uri) => ({
    contents: [{ uri: uri.href, mimeType: 'text/markdown', text: README }],
  }));
  const status = { title: 'Status', description: 'Uptime and number of calls', mimeType: 'application/json' };
  server.registerResource('status', 'demo://status', status, (uri) => ({
    contents: [{ uri: uri.href, mimeType: 'application/json', text: JSON.stringify(statusOf(context), null, 2) }],
  }));
  const picture = { title: 'Picture', description: 'A colour gradient', mimeType: 'image/png' };
  server.registerResource('picture', 'demo://picture.png', picture, (uri) => ({
    contents: [{ uri: uri.href, mimeType: 'image/png', blob: gradientPng(32).toString('base64') }],
  }));
  registerItems(server, context);
}

function statusOf(context: DemoContext) {
  return {
    era: context.era,
    uptimeSeconds: Math.round((Date.now() - context.startedAt) / 1000),
    calls: context.calls,
    items: context.items.size,
  };
}

function registerItems(server: McpServer, context: DemoContext): void {
  const template = new ResourceTemplate('demo://items/{id}', {
    list: () => ({
      resources: [...context.items.values()].map((item) => ({
        uri: itemUri(item.id),
        name: item.id,
        title: item.name,
        mimeType: 'application/json',
      })),
    }),
    complete: { id: (typed) => completeItemId(context, typed) },
  });
  const metadata = { title: 'Item', description: 'One item on the shelf', mimeType: 'application/json' };
  server.registerResource('item', template, metadata, (uri) => {
    const item = [...context.items.values()].find((candidate) => itemUri(candidate.id) === uri.href);
    if (item === undefined) throw new ResourceNotFoundError(uri.href);
    return { contents: [{ uri: uri.href, mimeType: 'application/json', text: JSON.stringify(item, null, 2) }] };
  });
}
