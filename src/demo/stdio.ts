import type { Readable, Writable } from 'node:stream';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { createDemoContext, type DemoContext, type DemoEra } from './demo-context.ts';
import { DemoServer, type InstanceEra } from './demo-server.ts';

/** The three streams of a stdio server and the eras it speaks on them. */
export interface DemoStreams {
  stdin: Readable;
  stdout: Writable;
  stderr: Writable;
  era: DemoEra;
}

/**
 * Serves the demo as newline-delimited JSON until stdin ends or stdout breaks, then resolves.
 * Requests still running at that moment are aborted and not answered. It closes none of the streams.
 */
export async function runDemoOverStreams(streams: DemoStreams): Promise<void> {
  const context = createDemoContext(streams.era, (line) => streams.stderr.write(`[demo] ${line}\n`));
  const transport = new StdioServerTransport(streams.stdin, streams.stdout);
  const announced: (() => void)[] = [];
  const makeServer = (era: InstanceEra): DemoServer => {
    const server = new DemoServer(context, era);
    announced.push(server.announceChanges());
    return server;
  };
  context.log(`ready on stdio, era ${streams.era}`);
  await connect(makeServer, transport, context);
  await closeOf(transport);
  for (const stop of announced) stop();
  context.tasks.close();
  await context.pages.close();
  context.log('stopped: the client closed the connection');
}

async function connect(
  makeServer: (era: InstanceEra) => DemoServer,
  transport: StdioServerTransport,
  context: DemoContext,
): Promise<void> {
  const onerror = (error: Error): void => context.log(`remark: ${error.message}`);
  if (context.era === 'legacy') {
    // A server connected by hand knows nothing of the modern era and answers server/discover as an old one does.
    const server = makeServer('legacy');
    server.server.onerror = onerror;
    await server.connect(transport);
    return;
  }
  serveStdio(({ era }) => makeServer(era), {
    legacy: context.era === 'modern' ? 'reject' : 'serve',
    transport,
    onerror,
  });
}

function closeOf(transport: StdioServerTransport): Promise<void> {
  // The server set its own handler while it connected; this one runs after it.
  const inner = transport.onclose;
  return new Promise((resolve) => {
    transport.onclose = () => {
      inner?.();
      resolve();
    };
  });
}
