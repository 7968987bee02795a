// Legacy Streamable HTTP: sessions, one resumable stream per request, a GET stream, DELETE.
import { randomUUID } from 'node:crypto';
import { empty, json, startSse, writeEvent } from './http-kit.mjs';
import { errorAnswer, RpcError } from './kit.mjs';
import { legacyPeer } from './legacy-peer.mjs';

const VERSIONS = ['2025-03-26', '2025-06-18', '2025-11-25'];
const RETRY_MS = 50;

/** The handlers by HTTP method; see http.mjs for the options. */
export function legacyHttp({ answer, sessions, get, drop, pageSize }) {
  const { open, start, find } = sessionStore(sessions, pageSize);

  async function post(req, res, message) {
    const session = message.method === 'initialize' ? start() : find(req, res);
    if (!session) return;
    const headers = message.method === 'initialize' && session.id ? { 'mcp-session-id': session.id } : {};
    if (message.id === undefined || message.method === undefined) {
      await session.peer.receive(message, session.push.write);
      return empty(res, 202);
    }
    if (answer === 'json') return answerByJson(session, res, message, headers);
    const stream = createStream(session.streams);
    stream.attach(res, 0, headers);
    stream.prime();
    if (drop && message.method === 'tools/call') stream.detach();
    await session.peer.receive(message, stream.write);
    stream.end();
  }

  function getStream(req, res) {
    if (!get) return empty(res, 405, { allow: 'POST, DELETE' });
    if (!req.headers.accept?.includes('text/event-stream')) return empty(res, 406);
    const session = find(req, res);
    if (!session) return;
    const [name, index] = (req.headers['last-event-id'] ?? `${session.push.name}/`).split('/');
    const stream = session.streams.get(name);
    if (!stream) return refuse(res, 400, 'Unknown Last-Event-ID');
    if (stream.attached()) return refuse(res, 409, 'The stream is open already');
    stream.attach(res, index ? Number(index) : undefined);
  }

  function remove(req, res) {
    const session = find(req, res);
    if (!session) return;
    open.delete(session.id);
    session.push.end();
    empty(res, 200);
  }

  return { POST: post, GET: getStream, DELETE: remove, forget: () => open.clear() };
}

function sessionStore(sessions, pageSize) {
  const open = new Map();

  function start() {
    const streams = new Map();
    const push = createStream(streams);
    const session = {
      id: sessions ? randomUUID() : undefined,
      streams,
      push,
      peer: legacyPeer({ push: push.write, versions: VERSIONS, pageSize }),
    };
    open.set(session.id, session);
    return session;
  }

  // Answers the request itself and returns undefined when there is no such session.
  function find(req, res) {
    const id = req.headers['mcp-session-id'];
    const version = req.headers['mcp-protocol-version'];
    if (version !== undefined && !VERSIONS.includes(version))
      refuse(res, 400, `Unsupported protocol version: ${version}`);
    else if (sessions && id === undefined) refuse(res, 400, 'Mcp-Session-Id is missing');
    else if (!open.has(sessions ? id : undefined)) refuse(res, 404, 'Session not found');
    else return open.get(sessions ? id : undefined);
    return undefined;
  }

  return { open, start, find };
}

async function answerByJson(session, res, message, headers) {
  await session.peer.receive(message, (m) => {
    if (m.method === undefined) json(res, 200, m, headers);
    else session.push.write(m);
  });
  // A cancelled request gets no answer, but its exchange has to end.
  if (!res.writableEnded) empty(res, 202);
}

function refuse(res, status, why) {
  json(res, status, errorAnswer(null, new RpcError(-32000, why)));
}

// Events are kept, so that a client which lost its connection can ask for those after Last-Event-ID.
function createStream(streams) {
  const name = `s${streams.size + 1}`;
  const events = [];
  let res;
  let sent = 0;
  let ended = false;
  const flush = () => {
    while (res && sent < events.length) writeEvent(res, { id: `${name}/${sent + 1}`, ...events[sent++] });
    if (ended) res?.end();
  };
  const stream = {
    name,
    attached: () => res !== undefined,
    attach: (to, after = sent, headers = {}) => {
      res = to;
      sent = after;
      startSse(to, headers);
      to.flushHeaders();
      to.on('close', () => {
        if (res === to) res = undefined;
      });
      flush();
    },
    detach: () => {
      const old = res;
      res = undefined;
      old.end();
    },
    prime: () => {
      events.push({ retry: RETRY_MS, data: '' });
      flush();
    },
    write: (message) => {
      events.push({ event: 'message', data: JSON.stringify(message) });
      flush();
    },
    end: () => {
      ended = true;
      flush();
    },
  };
  streams.set(name, stream);
  return stream;
}
