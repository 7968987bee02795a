import { describe, expect, test } from 'vitest';
import { keptConfig } from '#host/store/kept-config.ts';
import { createRedactor, type Redactor } from '#host/store/redact.ts';
import { ServerConfig } from '#shared/config.ts';
import type { HttpRecord, WireRecord } from '#shared/records.ts';

const stamp = { seq: 1, t: 1, m: 1 };
const frame = (text: string, b64?: string): WireRecord => ({
  ...stamp,
  k: 'frame',
  dir: 'in',
  ch: 'stdio',
  text,
  ...(b64 === undefined ? {} : { b64 }),
});
const http = (extra: Partial<HttpRecord>): HttpRecord => ({ ...stamp, k: 'http', ch: 'h1', what: 'request', ...extra });

describe('values of secrets', () => {
  test('are replaced wherever they stand: as they are, as JSON, in addresses, in bytes', () => {
    const value = 'pa"ss/wört\n1';
    const redactor = createRedactor();
    redactor.add('API_KEY', value);
    const forms = [
      value,
      JSON.stringify(value),
      JSON.stringify(JSON.stringify({ key: value })),
      '{"key":"pa\\"ss/w\\u00f6rt\\n1"}',
      '{"key":"pa\\"ss\\/wört\\n1"}',
      `https://x/?k=${encodeURIComponent(value)}`,
    ];
    for (const form of forms) {
      const out = redactor.record(frame(`before ${form} after`));
      expect(out.text).toContain('{{secret:API_KEY}}');
      expect(out.text).not.toMatch(/ss\\*\/w|ss%2Fw/);
      expect(out.text?.startsWith('before ')).toBe(true);
    }
    const bytes = Buffer.concat([Buffer.from([0xff]), Buffer.from(value), Buffer.from([0xfe])]);
    const out = redactor.record(frame('lossy', bytes.toString('base64')));
    expect('b64' in out && Buffer.from(out.b64 ?? '', 'base64').includes(Buffer.from('{{secret:API_KEY}}'))).toBe(true);
    expect(Buffer.from(('b64' in out && out.b64) || '', 'base64').includes(Buffer.from(value))).toBe(false);
  });

  test('are replaced in notes with their data, in stderr, and in every header and address', () => {
    const redactor = createRedactor({ secrets: new Map([['TOKEN', 's3cret-value']]) });
    const note: WireRecord = {
      ...stamp,
      k: 'note',
      what: 'x',
      level: 'info',
      text: 'got s3cret-value',
      data: { list: [1, 's3cret-value'], same: { a: 1 } },
    };
    expect(redactor.record(note)).toMatchObject({
      text: 'got {{secret:TOKEN}}',
      data: { list: [1, '{{secret:TOKEN}}'], same: { a: 1 } },
    });
    expect(redactor.record({ ...stamp, k: 'stderr', text: 's3cret-value' }).text).toBe('{{secret:TOKEN}}');
    const out = redactor.record(http({ url: 'https://h/s3cret-value', headers: [['X-Key', 'a s3cret-value']] }));
    expect(out).toMatchObject({ url: 'https://h/{{secret:TOKEN}}', headers: [['X-Key', 'a {{secret:TOKEN}}']] });
  });

  test('the longer one wins, a later one counts from then on, a short one only as a whole string', () => {
    const secrets = new Map([['SHORT', 'abcd']]);
    const redactor = createRedactor({ secrets });
    secrets.set('LONG', 'abcdefgh');
    secrets.set('PIN', '12');
    expect(redactor.record(frame('abcdefgh abcd {"n":12,"s":"12"}')).text).toBe(
      '{{secret:LONG}} {{secret:SHORT}} {"n":12,"s":"{{secret:PIN}}"}',
    );
  });

  test('nothing to replace gives the same object back', () => {
    const redactor = createRedactor();
    const records = [frame('x'), http({ headers: [['Accept', 'text/html']], url: 'http://h/', text: '{"code":-1}' })];
    for (const record of records) expect(redactor.record(record)).toBe(record);
    redactor.add('A', 'never there');
    for (const record of records) expect(redactor.record(record)).toBe(record);
    const chunks = [Buffer.from('x')];
    expect(createRedactor().chunks(chunks)).toBe(chunks);
  });
});

describe('what HTTP itself keeps secret', () => {
  test('the headers of sign-in and session are hidden, equal values with equal numbers (HSL-06)', () => {
    const redactor = createRedactor();
    const shown = redactor.record(
      http({
        headers: [
          ['Authorization', 'Bearer tok-1'],
          ['Proxy-Authorization', 'Basic abc'],
          ['cookie', 'sid=1; b=2'],
          ['Set-Cookie', 'sid=tok-1; HttpOnly'],
          ['Mcp-Session-Id', 'session-1'],
          ['mcp-session-id', 'session-1'],
          ['Content-Type', 'application/json'],
        ],
      }),
    );
    expect(shown.k === 'http' && shown.headers).toEqual([
      ['Authorization', 'Bearer {{hidden:1}}'],
      ['Proxy-Authorization', 'Basic {{hidden:2}}'],
      ['cookie', '{{hidden:3}}'],
      ['Set-Cookie', 'sid={{hidden:1}}; HttpOnly'],
      ['Mcp-Session-Id', '{{hidden:4}}'],
      ['mcp-session-id', '{{hidden:4}}'],
      ['Content-Type', 'application/json'],
    ]);
  });

  test('a header made of a secret keeps its name', () => {
    const redactor = createRedactor();
    redactor.add('TOKEN', 'my-token');
    const headers: [string, string][] = [['Authorization', 'Bearer my-token']];
    expect(redactor.record(http({ headers }))).toMatchObject({
      headers: [['Authorization', 'Bearer {{secret:TOKEN}}']],
    });
  });

  test('tokens in JSON, in forms and in addresses are hidden, other members are not', () => {
    const redactor = createRedactor();
    const answer = '{"access_token": "aaa\\"1", "token_type":"Bearer","refresh_token":"rrr","expires_in":3600}';
    expect(redactor.record(http({ what: 'chunk', text: answer })).text).toBe(
      '{"access_token": "{{hidden:1}}", "token_type":"Bearer","refresh_token":"{{hidden:2}}","expires_in":3600}',
    );
    const form = 'grant_type=authorization_code&code=ccc&code_verifier=vvv&client_id=me';
    expect(redactor.record(http({ text: form })).text).toBe(
      'grant_type=authorization_code&code={{hidden:3}}&code_verifier={{hidden:4}}&client_id=me',
    );
    expect(redactor.record(http({ url: 'http://127.0.0.1/cb?code=ccc&state=s' }))).toMatchObject({
      url: 'http://127.0.0.1/cb?code={{hidden:3}}&state=s',
    });
    const call = '{"result":{"code":"print(1)","url":"http://x/?code=1"}}';
    expect(redactor.record(http({ what: 'chunk', text: call })).text).toBe(call);
  });
});

describe('bodies', () => {
  test('lose their secrets also across chunks, and nothing else', () => {
    const redactor = createRedactor();
    redactor.add('A', 'secret-one');
    redactor.add('B', 'one-two');
    const source = `x${'secret-one'.repeat(3)} secret-on secret-one-two one-two${'y'.repeat(50)}secret-one`;
    const expected = source.replaceAll('secret-one', '{{secret:A}}').replaceAll('one-two', '{{secret:B}}');
    for (const size of [1, 2, 3, 5, 9, 10, 11, 1000]) {
      const chunks: Buffer[] = [];
      for (let at = 0; at < source.length; at += size) chunks.push(Buffer.from(source.slice(at, at + size)));
      expect(Buffer.concat([...redactor.chunks(chunks)]).toString()).toBe(expected);
    }
  });
});

test('a session folder keeps no plain secret of variables, arguments and addresses', () => {
  const env = { API_TOKEN: 'tok-1', MODE: 'fast', KEPT: { secret: 'x' } };
  const endpoint = { kind: 'stdio', command: 'run', args: ['--api-key', 'k-1', '--api-key=k-2', 'plain'], env };
  const kept = (of: unknown) => keptConfig(ServerConfig.parse({ id: 'a', name: 'a', endpoint: of })).endpoint;
  expect(kept(endpoint)).toMatchObject({
    args: ['--api-key', '{{hidden}}', '--api-key={{hidden}}', 'plain'],
    env: { API_TOKEN: '{{hidden}}', MODE: 'fast', KEPT: { secret: 'x' } },
  });
  const http = {
    kind: 'http',
    url: 'https://a.example/mcp?api_key=k-3&page=2',
    headers: [{ name: 'X-Api-Key', value: 'k-4' }],
  };
  expect(kept(http)).toMatchObject({
    url: 'https://a.example/mcp?api_key={{hidden}}&page=2',
    headers: [{ name: 'X-Api-Key', value: '{{hidden}}' }],
  });
});

test('a session folder keeps no login of an address and no value of a header that always is a secret', () => {
  const headers = [
    { name: 'authorization', value: 'Bearer abc' },
    { name: 'X-Team', value: 'blue' },
    { name: 'Cookie', value: { secret: 'jar' } },
  ];
  const endpoint = { kind: 'http', url: 'https://me:pa%ss@example.test/mcp?x=1', headers };
  const kept = keptConfig(ServerConfig.parse({ id: 'a', name: 'a', endpoint })).endpoint;
  expect(JSON.stringify(kept)).not.toMatch(/abc|me:|pa%/);
  expect(kept).toMatchObject({
    url: expect.stringContaining('@example.test/mcp?x=1'),
    headers: [{ value: '{{hidden}}' }, { value: 'blue' }, { value: { secret: 'jar' } }],
  });
});

test('a session folder keeps where a server came from, not what another client keeps with it', () => {
  const origin = { from: 'cline', key: 'a', file: '/f.json', rest: { oauth: { clientSecret: 'of-another-client' } } };
  const config = ServerConfig.parse({
    id: 'a',
    name: 'a',
    endpoint: { kind: 'stdio', command: 'x', args: [], env: {} },
    origin,
  });
  expect(keptConfig(config).origin).toEqual({ from: 'cline', key: 'a', file: '/f.json' });
  expect(config.origin).toEqual(origin);
});

describe('a secret that lies across two body chunks', () => {
  const chunk = (text: string, ch = 'h1'): WireRecord => ({ seq: 1, t: 0, m: 0, k: 'http', ch, what: 'chunk', text });
  const end: WireRecord = { seq: 9, t: 0, m: 0, k: 'http', ch: 'h1', what: 'end' };
  const texts = (redactor: Redactor, records: WireRecord[]) => records.map((one) => redactor.record(one).text ?? '');

  test('[HSL-06] no part of it is kept, and every other byte is', () => {
    const secret = 'tok-5f2c61d0';
    const body = `data: {"a":"${secret}","b":1}\n\n`;
    for (let cut = 1; cut < body.length; cut += 1) {
      const redactor = createRedactor({ secrets: new Map([['TOKEN', secret]]) });
      const kept = texts(redactor, [chunk(body.slice(0, cut)), chunk(body.slice(cut)), end]);
      expect(kept.join('')).toBe(`data: {"a":"{{secret:TOKEN}}","b":1}\n\n`);
      expect(kept.every((text) => !text.includes('tok-'))).toBe(true);
    }
  });

  test('what only looked like its beginning comes with the next record of the channel', () => {
    const redactor = createRedactor({ secrets: new Map([['TOKEN', 'abcdef']]) });
    expect(texts(redactor, [chunk('x abc'), chunk('zz', 'h2'), chunk('d! ab'), end])).toEqual([
      'x ',
      'zz',
      'abcd! ',
      'ab',
    ]);
  });

  test('bytes of a character cut in two stay exact', () => {
    const redactor = createRedactor({ secrets: new Map([['TOKEN', 'abcdef']]) });
    const bytes = Buffer.from('é abc');
    const half: WireRecord = {
      seq: 1,
      t: 0,
      m: 0,
      k: 'http',
      ch: 'h1',
      what: 'chunk',
      text: '\ufffd abc',
      b64: bytes.subarray(1).toString('base64'),
    };
    const first = redactor.record(half);
    expect('b64' in first && Buffer.from(first.b64 ?? '', 'base64').equals(bytes.subarray(1, 3))).toBe(true);
    expect(texts(redactor, [end])).toEqual(['abc']);
  });
});

test('a secret that equals a word of our own vocabulary does not break published state', () => {
  const redactor = createRedactor({ secrets: new Map([['MODE', 'stdio']]) });
  const change = { op: 'put', value: { endpoint: { kind: 'stdio', env: { MODE: 'stdio' } }, text: 'mode stdio' } };
  expect(redactor.value(change)).toEqual({
    op: 'put',
    value: { endpoint: { kind: 'stdio', env: { MODE: '{{secret:MODE}}' } }, text: 'mode {{secret:MODE}}' },
  });
});

test('headers that are to be kept stand as they are, but never the value of a secret or a token in a body', () => {
  const redactor = createRedactor({ headerValues: 'kept', secrets: new Map([['KEY', 's3cret-value']]) });
  const headers: HttpRecord['headers'] = [
    ['Authorization', 'Bearer plain-token'],
    ['Cookie', 'a=1; b=2'],
    ['X-Api-Key', 's3cret-value'],
    ['Proxy-Authorization', 'Bearer s3cret-value'],
  ];
  const out = redactor.record(http({ headers, text: '{"access_token":"at-1"}' }));
  expect(out).toMatchObject({
    headers: [
      ['Authorization', 'Bearer plain-token'],
      ['Cookie', 'a=1; b=2'],
      ['X-Api-Key', '{{secret:KEY}}'],
      ['Proxy-Authorization', 'Bearer {{secret:KEY}}'],
    ],
    text: '{"access_token":"{{hidden:1}}"}',
  });
});
