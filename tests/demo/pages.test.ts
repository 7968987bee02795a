import { request } from 'node:http';
import { networkInterfaces } from 'node:os';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { PageDesk } from '#demo/page-desk.ts';
import { askingClient, WAYS } from './asking-client.ts';
import { stopHttp } from './http-peer.ts';

afterEach(stopHttp);

const accept = { action: 'accept' };
const textOf = (outcome: { result?: { content: { text: string }[] } }): string =>
  outcome.result?.content[0]?.text ?? '';

/** Loads a page as a browser does; `Host` and the like can be others than those of the address. */
function load(url: string, options: { method?: string; headers?: Record<string, string> } = {}) {
  const { port, pathname, search } = new URL(url);
  const { method = 'GET', headers = {} } = options;
  return new Promise<{ status: number; headers: Record<string, unknown>; text: string }>((resolve, reject) => {
    const at = { host: '127.0.0.1', port, path: pathname + search, method, headers };
    const sent = request(at, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
    });
    sent.on('error', reject).end();
  });
}

/** Opens a page and presses its button. */
async function pressDone(url: string): Promise<void> {
  const host = new URL(url).host;
  expect((await load(url, { headers: { host } })).text).toContain('Done</button>');
  const headers = { host, origin: `http://${host}`, 'content-type': 'application/x-www-form-urlencoded' };
  const pressed = await load(url, { method: 'POST', headers });
  expect(pressed.status).toBe(303);
  expect((await load(url, { headers: { host } })).text).toContain('<h1>Done</h1>');
}

describe.each(WAYS)('pages of the demo server, %s', (way) => {
  const modern = way.startsWith('modern');

  test.each(['plain', 'look-alike', 'user info', 'long'])(
    'the %s address leads to a page of the demo server, whose button lets the call go on',
    async (address) => {
      const client = await askingClient(way);
      let pressed: Promise<void> | undefined;
      const answer = async ({ params }: { params: { url: string } }) => {
        pressed = pressDone(params.url);
        // In the legacy era the consent comes first, and the server waits for the page.
        if (modern) await pressed;
        return accept;
      };
      const outcome = await client.call('ask_sign_in', { address, waitMs: 60_000 }, answer);
      await pressed;
      expect(textOf(outcome)).toBe('Signed in.');
      expect(outcome.rounds).toHaveLength(1);
      const { params } = outcome.rounds[0]?.[0] ?? {};
      const done = outcome.notices.filter(({ method }) => method === 'notifications/elicitation/complete');
      expect(done.map((notice) => notice.params.elicitationId)).toEqual(modern ? [] : [params.elicitationId]);
    },
  );

  test('a page that nobody opens is not waited for', async () => {
    const client = await askingClient(way);
    const outcome = await client.call('ask_sign_in', { waitMs: 10 }, () => accept);
    expect(textOf(outcome)).toBe('Signed in without the page, which nobody opened.');
    const page = await load(outcome.rounds[0]?.[0]?.params.url);
    expect(page.text).toContain('Too late');
  });
});

describe.each(['modern stdio', 'modern HTTP'] as const)(
  'pages of the demo server that only modern asks have, %s',
  (way) => {
    test('a person who says too early that they are done is asked once more', async () => {
      const client = await askingClient(way);
      const said: string[] = [];
      const outcome = await client.call('ask_sign_in', { waitMs: 60_000 }, async ({ params }) => {
        said.push(params.message);
        if (said.length === 1) await load(params.url);
        else await pressDone(params.url);
        return accept;
      });
      expect(said).toEqual(['Sign in to go on.', 'Press Done on the page first.']);
      expect(outcome.rounds[0]?.[0]?.params.url).toBe(outcome.rounds[1]?.[0]?.params.url);
      expect(textOf(outcome)).toBe('Signed in.');
    });

    test('open_vault keeps the page that is done and asks for the other again', async () => {
      const client = await askingClient(way);
      const outcome = await client.call('open_vault', {}, async ({ key, params }) => {
        const first = params.message.startsWith('Visit');
        if (key === 'consent' || !first) await pressDone(params.url);
        else await load(params.url);
        return accept;
      });
      expect(outcome.rounds.map((round) => round.map(({ key }) => key))).toEqual([
        ['consent', 'second-factor'],
        ['second-factor'],
      ]);
      expect(textOf(outcome)).toBe('The vault is open. It is empty.');
    });
  },
);

test.each(['legacy stdio', 'legacy HTTP'] as const)(
  '[ELIC-20] the vault opens when both pages say Done, %s',
  async (way) => {
    const client = await askingClient(way);
    const refused = await client.call('open_vault', { waitMs: 60_000 });
    const { elicitations } = (refused.error?.data ?? { elicitations: [] }) as { elicitations: { url: string }[] };
    const [first, second] = elicitations.map(({ url }) => url);
    await pressDone(first ?? '');
    expect((await client.call('open_vault', { waitMs: 60_000 })).error?.code).toBe(-32042);
    await pressDone(second ?? '');
    await expect.poll(async () => textOf(await client.call('open_vault', { waitMs: 60_000 }))).toContain('is open');
  },
);

describe('the web server of the pages', () => {
  async function desk() {
    const lines: string[] = [];
    const made = new PageDesk((line) => lines.push(line));
    onTestFinished(() => made.close());
    const page = await made.make('Sign in', 'legacy');
    return { made, page, lines, url: `http://localhost:${page.port}/demo/${page.token}/sign-in?code=1` };
  }

  test('a page loads nothing, runs nothing and cannot be framed', async () => {
    const { url } = await desk();
    const { headers, text, status } = await load(url);
    expect(status).toBe(200);
    const policy = String(headers['content-security-policy']);
    for (const part of ["default-src 'none'", "form-action 'self'", "frame-ancestors 'none'", "base-uri 'none'"])
      expect(policy).toContain(part);
    expect(policy).not.toContain('unsafe');
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
    expect(text).not.toMatch(/<script|<img|<link|https?:|code=/);
  });

  test('only its own pages are served, to requests for this computer, and pressed from the page itself', async () => {
    const { page, url } = await desk();
    const { host, origin } = new URL(url);
    expect((await load(url.replace(page.token, 'A'.repeat(22)))).status).toBe(404);
    expect((await load(`${origin}/`)).status).toBe(404);
    for (const foreign of ['evil.example', `evil.example:${page.port}`, `localhost.evil.example:${page.port}`])
      expect((await load(url, { headers: { host: foreign } })).status).toBe(403);
    expect((await load(url, { method: 'PUT', headers: { host } })).status).toBe(405);
    const from = (sender: string) => load(url, { method: 'POST', headers: { host, origin: sender } });
    for (const foreign of ['https://evil.example', 'null']) expect((await from(foreign)).status).toBe(403);
    expect(page.state).toBe('new');
    expect((await from(origin)).status).toBe(303);
    expect(page.state).toBe('done');
  });

  test('it listens on the loopback addresses only, from the first page until it is closed', async () => {
    const idle = new PageDesk(() => undefined);
    await idle.close();
    const { made, url } = await desk();
    const { port } = new URL(url);
    const addresses = ['127.0.0.1', '[::1]'];
    const answers = await Promise.allSettled(addresses.map((at) => fetch(`http://${at}:${port}/demo/x`)));
    expect(answers.some((answer) => answer.status === 'fulfilled' && answer.value.status === 404)).toBe(true);
    // Another address of this computer: who listens on all of them answers on it as well.
    const others = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
    const own = others.flatMap(({ family, internal, address }) => (family === 'IPv4' && !internal ? [address] : []));
    const elsewhere = await Promise.allSettled(['127.0.0.2', ...own].map((at) => fetch(`http://${at}:${port}/demo/x`)));
    expect(elsewhere.map(({ status }) => status)).toEqual(elsewhere.map(() => 'rejected'));
    await made.close();
    const after = await Promise.allSettled(addresses.map((at) => fetch(`http://${at}:${port}/demo/x`)));
    expect(after.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });

  test('of many pages the oldest are forgotten', async () => {
    const { made, page } = await desk();
    for (let left = 200; left > 0; left -= 1) await made.make('Another', 'modern');
    expect(made.find(page.token)).toBeUndefined();
  });

  test('waiting ends with the call', async () => {
    const { made, page, url } = await desk();
    const ending = new AbortController();
    const waiting = made.visited(page, 10_000, ending.signal);
    await load(url);
    ending.abort(new Error('stopped'));
    await expect(waiting).rejects.toThrow('stopped');
  });
});
