import { request } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket as LinkClient } from 'ws';
import { CSP, LINK_PATH, LINK_PROTOCOL } from '#shared/csp.ts';
import { createRunFolder, manageApps, type Served, startServe } from './support/app.ts';
import { processesAlive } from './support/processes.ts';

/** Status and body of a GET with exactly these headers and this path, unlike `fetch`, which tidies both. */
function get(
  served: Served,
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<{ status: number; body: string; headers: Record<string, unknown> }> {
  const { port } = new URL(served.origin);
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, path, method, headers, agent: false }, (answer) => {
      let body = '';
      answer.on('data', (chunk) => {
        body += String(chunk);
      });
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body, headers: answer.headers }));
    });
    asked.on('error', reject);
    asked.end();
  });
}

interface Upgrade {
  host?: string;
  /** `undefined` sends no Origin. */
  origin?: string | undefined;
  protocols?: string[];
  path?: string;
}

/** First line and body of the answer to a handshake for the WebSocket. */
function upgrade(served: Served, given: Upgrade = {}): Promise<{ status: number; body: string; head: string }> {
  const { port, host } = new URL(served.origin);
  const asked = {
    host,
    origin: served.origin as string | undefined,
    protocols: [LINK_PROTOCOL, `token.${served.token}`],
    path: LINK_PATH,
    ...given,
  };
  const lines = [
    `GET ${asked.path} HTTP/1.1`,
    `Host: ${asked.host}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    ...(asked.origin === undefined ? [] : [`Origin: ${asked.origin}`]),
    ...(asked.protocols.length === 0 ? [] : [`Sec-WebSocket-Protocol: ${asked.protocols.join(', ')}`]),
  ];
  return new Promise((resolve, reject) => {
    let text = '';
    const finish = () => {
      const [head = '', body = ''] = text.split('\r\n\r\n');
      resolve({ status: Number(head.split(' ')[1]), head, body });
      socket.destroy();
    };
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(`${lines.join('\r\n')}\r\n\r\n`));
    socket.setEncoding('utf8');
    socket.on('data', (chunk) => {
      text += chunk;
      // An accepted handshake stays open, a refused one is ended by the host.
      if (text.startsWith('HTTP/1.1 101') && text.includes('\r\n\r\n')) finish();
    });
    socket.on('end', finish);
    socket.on('error', reject);
  });
}

describe('the browser host lets only its own page in', () => {
  const folder = createRunFolder();
  let served: Served;
  beforeAll(async () => {
    served = await startServe(folder);
  });
  afterAll(async () => {
    expect(await served.stop()).toBe(0);
    expect(processesAlive(folder.marker)).toEqual([]);
  });

  test('[SEC-16] it prints one line with address and pid, listens on loopback only, and keeps the token out of the path', () => {
    expect(served.origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(served.token).toMatch(/^[\w-]{43}$/);
    expect(new URL(served.url).pathname + new URL(served.url).search).toBe('/');
    expect(process.kill(served.pid, 0)).toBe(true);
  });

  test('[SEC-04] static files need no token and carry the policy', async () => {
    const page = await get(served, '/');
    expect(page.status).toBe(200);
    expect(page.body).toContain('<div id="root">');
    expect(page.body).not.toContain(served.token);
    expect(page.headers).toMatchObject({
      'content-security-policy': CSP,
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-store',
    });
    expect(CSP).toContain("script-src 'self'");
    expect(CSP).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline|\*/);
    const script = /src="([^"]+\.js)"/.exec(page.body)?.[1] ?? '';
    const file = await get(served, script.replace(/^\./, ''));
    expect(file.status).toBe(200);
    expect(file.headers['content-type']).toBe('text/javascript; charset=utf-8');
  });

  test.each([
    ['a foreign host', '/', { host: 'evil.example' }, 'GET', 421],
    ['a rebound name', '/', { host: 'evil.example:80' }, 'GET', 421],
    ['a name that only starts like loopback', '/', { host: '127.0.0.1.evil.example' }, 'GET', 421],
    ['a foreign origin', '/', { origin: 'http://evil.example' }, 'GET', 403],
    ['the origin null', '/', { origin: 'null' }, 'GET', 403],
    ['another port of this computer', '/', { origin: 'http://127.0.0.1:1' }, 'GET', 403],
    ['another method', '/', {}, 'POST', 405],
    ['an unknown path', '/nothing.js', {}, 'GET', 404],
    ['a folder', '/assets', {}, 'GET', 404],
    ['the link without a handshake', LINK_PATH, {}, 'GET', 404],
    ['a broken escape', '/%E0%A4%A', {}, 'GET', 400],
    ['a way out of the folder', '/../main/cli.js', {}, 'GET', 404],
    ['an escaped way out', '/..%2fmain%2fcli.js', {}, 'GET', 404],
    ['a twice escaped way out', '/%2e%2e/%2e%2e/package.json', {}, 'GET', 404],
    ['a backslash', '/..\\main\\cli.js', {}, 'GET', 404],
    ['an absolute path', '//etc/passwd', {}, 'GET', 404],
  ] as const)('%s gets no page', async (_name, path, headers, method, status) => {
    const answer = await get(served, path, { ...headers }, method);
    expect({ status: answer.status, body: answer.body }).toEqual({ status, body: '' });
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  });

  test('the whole handshake of the page is accepted, with the sub-protocol and not the token', async () => {
    const { status, head } = await upgrade(served);
    expect(status).toBe(101);
    expect(head).toMatch(
      new RegExp(`sec-websocket-protocol: ${LINK_PROTOCOL}\\r\\n|sec-websocket-protocol: ${LINK_PROTOCOL}$`, 'i'),
    );
    expect(head).not.toContain(served.token);
  });

  test('a loopback name of a tunnel on another port passes when host and origin agree', async () => {
    expect(await upgrade(served, { host: 'localhost:9000', origin: 'http://localhost:9000' })).toMatchObject({
      status: 101,
    });
  });

  const token = () => `token.${served.token}`;
  test.each<[string, () => Upgrade, number]>([
    ['a foreign host', () => ({ host: 'evil.example' }), 421],
    ['a foreign host with its own origin', () => ({ host: 'evil.example', origin: 'http://evil.example' }), 421],
    ['a foreign origin', () => ({ origin: 'http://evil.example' }), 403],
    ['the origin null', () => ({ origin: 'null' }), 403],
    ['no origin', () => ({ origin: undefined }), 403],
    ['another port of this computer', () => ({ origin: 'http://127.0.0.1:1' }), 403],
    ['https', () => ({ origin: served.origin.replace('http:', 'https:') }), 403],
    ['no token', () => ({ protocols: [LINK_PROTOCOL] }), 401],
    ['no sub-protocols at all', () => ({ protocols: [] }), 401],
    ['an empty token', () => ({ protocols: [LINK_PROTOCOL, 'token.'] }), 401],
    ['a wrong token', () => ({ protocols: [LINK_PROTOCOL, `token.${'A'.repeat(43)}`] }), 401],
    ['a token that is too long', () => ({ protocols: [LINK_PROTOCOL, `${token()}A`] }), 401],
    ['the token in the path', () => ({ protocols: [LINK_PROTOCOL], path: `${LINK_PATH}?token=${served.token}` }), 401],
    ['no sub-protocol of ours', () => ({ protocols: [token()] }), 400],
    ['a later sub-protocol', () => ({ protocols: ['wirebench.v2', token()] }), 400],
    ['another path', () => ({ path: '/other' }), 404],
    ['a path below it', () => ({ path: `${LINK_PATH}/more` }), 404],
  ])('a WebSocket with %s is refused', async (_name, given, status) => {
    const answer = await upgrade(served, given());
    expect({ status: answer.status, body: answer.body }).toEqual({ status, body: '' });
  });

  test('a message that is too large ends the link, not the host', async () => {
    const socket = new LinkClient(`${served.origin.replace('http', 'ws')}${LINK_PATH}`, [LINK_PROTOCOL, token()], {
      origin: served.origin,
    });
    await new Promise((resolve) => socket.once('open', resolve));
    const closed = new Promise<number>((resolve) => socket.once('close', resolve));
    socket.on('error', () => undefined);
    socket.send(Buffer.alloc(64 * 1024 * 1024 + 1));
    expect(await closed).toBeGreaterThan(1000);
    expect((await get(served, '/')).status).toBe(200);
  });
});

describe('in a browser', () => {
  const apps = manageApps();

  test('the token leaves the address bar, and without it the page says what to do', async () => {
    const { page, served } = await apps.open();
    await page.getByRole('heading', { name: 'Connect an MCP server' }).waitFor();
    expect(page.url()).toBe(`${served.origin}/`);
    const other = await page.context().newPage();
    await other.goto(served.origin);
    await other.getByText('This address is not complete').waitFor();
    await other.goto(served.url);
    await other.getByRole('heading', { name: 'Connect an MCP server' }).waitFor();
  });

  test('a page of another origin opens no WebSocket, reads no file and frames nothing, even when it knows the token', async () => {
    const { served } = await apps.open();
    const stranger = await apps.companion([
      '-e',
      `const s = require('http').createServer((_, r) => r.setHeader('content-type', 'text/html').end('<title>stranger</title>'));
       s.listen(0, '127.0.0.1', () => console.log(s.address().port));`,
    ]);
    const context = await apps.browser().newContext();
    const page = await context.newPage();
    await page.goto(`http://127.0.0.1:${stranger.line}/`);
    const tried = await page.evaluate(
      async ({ origin, protocols, path }) => {
        const socket = new WebSocket(origin.replace('http', 'ws') + path, protocols);
        const opened = await new Promise((resolve) => {
          socket.onopen = () => resolve(true);
          socket.onerror = () => resolve(false);
        });
        const read = await fetch(origin).then(
          () => true,
          () => false,
        );
        const frame = document.createElement('iframe');
        frame.src = origin;
        document.body.append(frame);
        await new Promise((resolve) => {
          frame.onload = resolve;
        });
        return { opened, read };
      },
      { origin: served.origin, protocols: [LINK_PROTOCOL, `token.${served.token}`], path: LINK_PATH },
    );
    expect(tried).toEqual({ opened: false, read: false });
    const [, frame] = page.frames();
    expect(await frame?.evaluate(() => document.getElementById('root') !== null).catch(() => false)).toBe(false);
    await context.close();
  });
});
