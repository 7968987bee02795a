import { randomUUID } from 'node:crypto';
import { type McpServer, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import type { DemoContext } from './demo-context.ts';
import { DemoServer } from './demo-server.ts';

const MAX_SESSIONS = 64;
const SESSION_NOT_FOUND = -32001;

interface LegacySession {
  server: McpServer;
  transport: WebStandardStreamableHTTPServerTransport;
}

/** The legacy era over Streamable HTTP: one server per `Mcp-Session-Id`, kept until DELETE or `close`. */
export interface LegacySessions {
  fetch: (request: Request) => Promise<Response>;
  close: () => Promise<void>;
}

/** Makes an empty table of sessions; past 64 sessions the oldest is ended, and its client gets 404. */
export function createLegacySessions(context: DemoContext): LegacySessions {
  const sessions = new Map<string, LegacySession>();
  const forget = (id: string): void => {
    if (sessions.delete(id)) context.log(`session ${id} ended`);
  };
  const keep = async (id: string, session: LegacySession): Promise<void> => {
    sessions.set(id, session);
    context.log(`session ${id} started`);
    const oldest = sessions.size > MAX_SESSIONS ? sessions.values().next().value : undefined;
    await oldest?.server.close();
  };
  return {
    fetch: async (request) => {
      const id = request.headers.get('mcp-session-id');
      if (id === null) return openSession(request, context, { keep, forget });
      return (await sessions.get(id)?.transport.handleRequest(request)) ?? sessionNotFound();
    },
    close: async () => {
      await Promise.all([...sessions.values()].map((session) => session.server.close()));
    },
  };
}

interface SessionTable {
  keep: (id: string, session: LegacySession) => Promise<void>;
  forget: (id: string) => void;
}

async function openSession(request: Request, context: DemoContext, table: SessionTable): Promise<Response> {
  const server = new DemoServer(context, 'legacy');
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: () => randomUUID(),
    onsessioninitialized: (id) => table.keep(id, { server, transport }),
    onsessionclosed: () => server.close(),
  });
  const stopAnnouncing = server.announceChanges();
  server.server.onclose = () => {
    stopAnnouncing();
    if (transport.sessionId !== undefined) table.forget(transport.sessionId);
  };
  await server.connect(transport);
  const response = await transport.handleRequest(request);
  // Anything but an accepted initialize is answered by the transport and leaves no session behind.
  if (transport.sessionId === undefined) await server.close();
  return response;
}

function sessionNotFound(): Response {
  const error = { code: SESSION_NOT_FOUND, message: 'Session not found. It ended, or this server was restarted.' };
  return Response.json({ jsonrpc: '2.0', error, id: null }, { status: 404 });
}
