// An HTTP+SSE server of 2024-11-05: GET /sse opens the stream and names the address for POST. Flag: --port=<n> (0: any).
import { randomUUID } from 'node:crypto';
import { empty, json, listen, startSse, writeEvent } from './http-kit.mjs';
import { readFlags } from './kit.mjs';
import { legacyPeer } from './legacy-peer.mjs';

const sessions = new Map();

function open(res) {
  const id = randomUUID();
  const send = (message) => writeEvent(res, { event: 'message', data: JSON.stringify(message) });
  sessions.set(id, { peer: legacyPeer({ push: send, versions: ['2024-11-05'] }), send });
  res.on('close', () => sessions.delete(id));
  startSse(res);
  writeEvent(res, { event: 'endpoint', data: `/messages?session=${id}` });
}

listen(
  (req, res, { path, url, body }) => {
    if (path === '/sse') return req.method === 'GET' ? open(res) : empty(res, 405, { allow: 'GET' });
    if (path !== '/messages' || req.method !== 'POST') return json(res, 404, { error: 'Nothing is here.' });
    const session = sessions.get(url.searchParams.get('session'));
    if (!session) return json(res, 404, { error: 'No such session.' });
    if (!body?.jsonrpc) return json(res, 400, { error: 'Not a JSON-RPC message.' });
    empty(res, 202);
    return session.peer.receive(body, session.send);
  },
  Number(readFlags().port ?? 0),
);
