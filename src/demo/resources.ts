import { type McpServer, ResourceNotFoundError, ResourceTemplate } from '@modelcontextprotocol/server';
import type { DemoContext } from './demo-context.ts';
import { gradientPng } from './png.ts';

const README = `# Wirebench demo

This server runs on your computer and reaches no network.

- **Tools** return text, structured data, an image, a tone and links, work slowly, fail, and ask back.
- **Asks** come as forms, as web pages to visit, for the model behind the client and for its roots; all are called
  ask_ something. The pages they name are on this computer, where nobody serves them.
- **Long work** becomes a task: build_report, and deploy_site, which asks for an approval.
- **Resources** are this page, a live status, a picture and the items on the shelf. edit_item and delete_item change
  them, switch_extras changes every list.
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

/**
 * Serves `resources/subscribe` and `resources/unsubscribe` of the legacy era, for one session. The returned function
 * tells its client of a new version of a resource that it watches.
 */
export function serveSubscriptions(server: McpServer): (uri: string) => void {
  const watched = new Set<string>();
  server.server.setRequestHandler('resources/subscribe', ({ params }) => {
    watched.add(params.uri);
    return {};
  });
  server.server.setRequestHandler('resources/unsubscribe', ({ params }) => {
    watched.delete(params.uri);
    return {};
  });
  return (uri) => {
    if (watched.has(uri)) void server.server.sendResourceUpdated({ uri });
  };
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
