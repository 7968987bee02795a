// A loopback HTTP server for the fixtures: keeps a log of what it was sent, and writes JSON and SSE.
import { createServer } from 'node:http';
import { bound, parse } from './kit.mjs';

/**
 * Listens on 127.0.0.1 and prints `LISTENING <port>`. `handle(req, res, { path, url, body })` gets the parsed JSON body
 * (undefined when there is none or it is not JSON). `GET /__log` answers with all requests so far; SIGTERM ends it.
 */
export function listen(handle, port = 0) {
  bound();
  const log = [];
  const server = createServer(async (req, res) => {
    const url = new URL(req.url, 'http://127.0.0.1');
    const chunks = [];
    for await (const chunk of req) chunks.push(chunk);
    const body = parse(Buffer.concat(chunks).toString());
    if (url.pathname === '/__log') return json(res, 200, log);
    log.push({ method: req.method, url: req.url, headers: req.headers, body });
    await handle(req, res, { path: url.pathname, url, body });
  });
  server.listen(port, '127.0.0.1', () => process.stdout.write(`LISTENING ${server.address().port}\n`));
  process.on('SIGTERM', () => process.exit(0));
}

export function json(res, status, value, headers = {}) {
  res.writeHead(status, { 'content-type': 'application/json', ...headers });
  res.end(JSON.stringify(value));
}

/** An answer without a body. */
export function empty(res, status, headers = {}) {
  res.writeHead(status, headers);
  res.end();
}

export function startSse(res, headers = {}) {
  res.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache', ...headers });
}

export function writeEvent(res, { event, id, retry, data }) {
  const fields = Object.entries({ event, id, retry, data }).filter(([, value]) => value !== undefined);
  res.write(`${fields.map(([name, value]) => `${name}: ${value}`).join('\n')}\n\n`);
}
