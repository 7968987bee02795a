import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Answers, askingClient, WAYS } from './asking-client.ts';
import { stopHttp } from './http-peer.ts';

afterEach(stopHttp);

const accept = (content: object): object => ({ action: 'accept', content });
const textOf = (outcome: { result?: { content: { text: string }[] } }): string =>
  outcome.result?.content[0]?.text ?? '';
const titled = (...pairs: [string, string][]) => pairs.map(([value, title]) => ({ const: value, title }));
const FULL = {
  name: 'Ada',
  email: 'ada@example.com',
  website: 'https://example.com/',
  birthday: '1990-12-10',
  call_at: '2026-12-01T09:30:00+01:00',
  guests: 3,
  height: 1.7,
  newsletter: false,
  size: 'large',
  colour: '#6b46c1',
  country: 'ch',
  toppings: ['basil', 'capers'],
  languages: ['de', 'pt'],
  remark: '',
};

describe.each(WAYS)('asks of the demo, %s', (way) => {
  test('[ELIC-06] [ELIC-07] [ELIC-08] ask_every_field has every kind of field, with limits and defaults', async () => {
    const client = await askingClient(way);
    const outcome = await client.call('ask_every_field', {}, () => accept(FULL));
    const { requestedSchema } = outcome.rounds[0]?.[0]?.params ?? {};
    const of = requestedSchema.properties;
    expect(requestedSchema.required).toEqual(['name', 'email', 'size', 'toppings']);
    expect(of.name).toMatchObject({ type: 'string', minLength: 2, maxLength: 40 });
    const formats = [of.email, of.website, of.birthday, of.call_at].map((field: { format: string }) => field.format);
    expect(formats).toEqual(['email', 'uri', 'date', 'date-time']);
    expect(of.guests).toMatchObject({ type: 'integer', minimum: 1, maximum: 12, default: 2 });
    expect(of.height).toMatchObject({ type: 'number', minimum: 0.3, maximum: 2.8, default: 1.68 });
    expect(of.newsletter).toMatchObject({ type: 'boolean', default: true });
    expect(of.size).toMatchObject({ enum: ['small', 'medium', 'large'], default: 'medium' });
    expect(of.colour.oneOf).toEqual(titled(['#0a6072', 'Petrol'], ['#b7791f', 'Amber'], ['#6b46c1', 'Violet']));
    expect(of.country.enumNames).toEqual(['Switzerland', 'Norway', 'Portugal']);
    expect(of.toppings).toMatchObject({ type: 'array', minItems: 1, maxItems: 2, default: ['basil'] });
    expect(of.languages.items.anyOf[0]).toEqual({ const: 'de', title: 'German' });
    expect(outcome.result.structuredContent).toEqual(FULL);
  });

  test('ask_every_field says what does not fit', async () => {
    const client = await askingClient(way);
    const wrong = { ...FULL, guests: '3', toppings: [], email: 'nobody' };
    const outcome = await client.call('ask_every_field', {}, () => accept(wrong));
    expect(outcome.result.isError).toBe(true);
    for (const field of ['guests', 'toppings', 'email']) expect(textOf(outcome)).toContain(field);
  });

  test('[ELIC-10] a form is accepted, declined and cancelled apart', async () => {
    const client = await askingClient(way);
    const say = async (answer: object) => textOf(await client.call('ask_password', {}, () => answer));
    expect(await say(accept({ password: 'abc' }))).toBe('Received 3 characters. They are not kept.');
    expect(await say({ action: 'decline' })).toBe('The person declined to give a password.');
    expect(await say({ action: 'cancel' })).toBe('The person closed the form.');
  });

  test('ask_two asks two things in one round', async () => {
    const client = await askingClient(way);
    const outcome = await client.call('ask_two', {}, ({ params }) =>
      'drink' in params.requestedSchema.properties ? accept({ drink: 'tea' }) : { action: 'decline' },
    );
    expect(outcome.rounds.flat()).toHaveLength(2);
    expect(outcome.rounds).toHaveLength(way.startsWith('modern') ? 1 : 2);
    expect(textOf(outcome)).toBe('Drink: tea. Dish: declined.');
  });

  test('ask_twice asks a second question that depends on the first answer', async () => {
    const client = await askingClient(way);
    const answers: Answers = ({ params }) =>
      accept('place' in params.requestedSchema.properties ? { place: 'Lisbon' } : { day: '2027-01-02' });
    const outcome = await client.call('ask_twice', {}, answers);
    const said = outcome.rounds.map(([question]) => question?.params.message);
    expect(said).toEqual(['Where to?', 'When do you travel to Lisbon?']);
    expect(textOf(outcome)).toBe('A trip to Lisbon on 2027-01-02.');
    const refused = await client.call('ask_twice', {}, ({ params }) =>
      'day' in params.requestedSchema.properties ? { action: 'cancel' } : accept({ place: 'Bergen' }),
    );
    expect(textOf(refused)).toBe('The person closed the form.');
  });

  test('ask_forever asks until it is refused', async () => {
    const client = await askingClient(way);
    let left = 12;
    const outcome = await client.call('ask_forever', {}, () =>
      left-- > 0 ? accept({ more: true }) : { action: 'decline' },
    );
    expect(outcome.rounds).toHaveLength(13);
    expect(textOf(outcome)).toBe('Stopped after 13 questions.');
  });

  test('ask_sign_in names a page on this computer and says when it is done', async () => {
    const client = await askingClient(way);
    const outcome = await client.call('ask_sign_in', { waitMs: 10 }, () => ({ action: 'accept' }));
    const { params } = outcome.rounds[0]?.[0] ?? {};
    expect(params).toMatchObject({ mode: 'url', message: 'Sign in to go on.' });
    expect(new URL(params.url).hostname).toBe('localhost');
    expect(textOf(outcome)).toBe('Signed in without the page, which nobody opened.');
    const done = outcome.notices.filter((notice) => notice.method === 'notifications/elicitation/complete');
    if (way.startsWith('modern')) {
      expect(params.elicitationId).toBeUndefined();
      expect(done).toEqual([]);
    } else {
      expect(done.map((notice) => notice.params.elicitationId)).toEqual([params.elicitationId]);
    }
    expect(textOf(await client.call('ask_sign_in', {}, () => ({ action: 'decline' })))).toContain('declined');
  });

  test.each(['plain', 'look-alike', 'user info', 'long'])(
    'the %s address leads to this computer only',
    async (address) => {
      const client = await askingClient(way);
      const outcome = await client.call('ask_sign_in', { address }, () => ({ action: 'cancel' }));
      const { hostname, protocol } = new URL(outcome.rounds[0]?.[0]?.params.url);
      expect(protocol).toBe('http:');
      expect(hostname === 'localhost' || hostname.endsWith('.localhost')).toBe(true);
    },
  );

  test('ask_model_tools lets the model use a tool, round after round', async () => {
    const client = await askingClient(way);
    const use = (id: string, city: unknown) => ({ type: 'tool_use', id, name: 'temperature', input: { city } });
    const answers: Answers = ({ params }) => {
      const reply = { role: 'assistant', model: 'toy-1' };
      if (params.messages.length === 1)
        return { ...reply, stopReason: 'toolUse', content: [use('u1', 'Oslo'), use('u2', 4)] };
      return { ...reply, content: { type: 'text', text: 'It is warmer in Oslo.' } };
    };
    const outcome = await client.call('ask_model_tools', {}, answers);
    const [first, second] = outcome.rounds.map(([question]) => question?.params);
    expect(first).toMatchObject({ toolChoice: { mode: 'auto' }, tools: [{ name: 'temperature' }] });
    expect(second.messages[1]).toMatchObject({ role: 'assistant', content: [{ id: 'u1' }, { id: 'u2' }] });
    expect(second.messages[2].content).toMatchObject([
      { type: 'tool_result', toolUseId: 'u1', isError: false },
      { type: 'tool_result', toolUseId: 'u2', isError: true },
    ]);
    expect(textOf(outcome)).toBe('toy-1 said: It is warmer in Oslo.');
  });

  test('ask_model_tools ends with a model that does nothing but use tools', async () => {
    const client = await askingClient(way);
    const content = { type: 'tool_use', id: 'u1', name: 'nothing', input: {} };
    const outcome = await client.call('ask_model_tools', {}, () => ({ role: 'assistant', model: 'toy-1', content }));
    expect(outcome.rounds.at(-1)?.[0]?.params.toolChoice).toEqual({ mode: 'none' });
    expect(outcome.result.isError).toBe(true);
  });

  test('ask_roots lists what the client shares', async () => {
    const client = await askingClient(way);
    const roots = [{ uri: 'file:///srv/app', name: 'App' }, { uri: 'file:///tmp/x' }];
    const outcome = await client.call('ask_roots', {}, () => ({ roots }));
    expect(outcome.rounds[0]?.[0]?.method).toBe('roots/list');
    expect(textOf(outcome)).toBe('App: file:///srv/app\nfile:///tmp/x');
    expect(textOf(await client.call('ask_roots', {}, () => ({ roots: [] })))).toBe('The client shares no folder.');
  });

  test.each(['ask_name', 'ask_sign_in', 'ask_model_tools', 'ask_roots'])(
    '%s tells a client that cannot answer',
    async (tool) => {
      const client = await askingClient(way, {});
      const outcome = await client.call(tool);
      if (way.startsWith('modern')) expect(outcome.error?.code).toBe(-32021);
      else expect(textOf(outcome)).toContain('capability');
      expect(outcome.rounds).toEqual([]);
    },
  );
});

describe.each(['modern stdio', 'modern HTTP'] as const)('asks of the demo that only the modern era has, %s', (way) => {
  test('ask_two asks again for what was left out and keeps the rest', async () => {
    const client = await askingClient(way);
    let round = 0;
    const outcome = await client.call('ask_two', {}, ({ key }) => {
      if (key === 'drink') round += 1;
      if (key === 'dish') return accept({ dish: 'soup' });
      return round > 1 ? accept({ drink: 'water' }) : undefined;
    });
    expect(outcome.rounds.map((questions) => questions.map((question) => question.key))).toEqual([
      ['drink', 'dish'],
      ['drink'],
    ]);
    expect(textOf(outcome)).toBe('Drink: water. Dish: soup.');
  });

  test('open_vault asks for two pages in one round', async () => {
    const client = await askingClient(way);
    const outcome = await client.call('open_vault', {}, () => ({ action: 'accept' }));
    expect(outcome.rounds[0]?.map((question) => question.key)).toEqual(['consent', 'second-factor']);
    expect(textOf(outcome)).toContain('open');
    expect(textOf(await client.call('open_vault', {}, () => ({ action: 'decline' })))).toBe('The vault stays shut.');
  });
});

describe.each(['legacy stdio', 'legacy HTTP'] as const)('asks of the demo that only the legacy era has, %s', (way) => {
  test('[ELIC-20] open_vault refuses with -32042, and opens once the pages were visited', async () => {
    const client = await askingClient(way);
    const refused = await client.call('open_vault', { waitMs: 10 });
    expect(refused.error).toMatchObject({
      code: -32042,
      data: { elicitations: [{ mode: 'url' }, { mode: 'url' }] },
    });
    await expect
      .poll(async () => (await client.call('open_vault', { waitMs: 10 })).result?.content[0].text, { timeout: 5000 })
      .toBe('The vault is open. It is empty.');
  });

  test('[ELIC-20] open_vault asks anew later where nobody visited the pages', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const client = await askingClient(way);
    await expect
      .poll(async () => (await client.call('open_vault', { waitMs: 10 })).result?.content[0].text, { timeout: 5000 })
      .toBe('The vault is open. It is empty.');
    vi.setSystemTime(Date.now() + 60_000);
    expect((await client.call('open_vault')).error?.code).toBe(-32042);
  });

  test('open_vault leaves a minute and more to read its addresses when nothing else is said', async () => {
    const client = await askingClient(way);
    const { result } = await client.request('tools/list');
    const tool = result?.tools.find(({ name }: { name: string }) => name === 'open_vault');
    expect(tool.inputSchema.properties.waitMs.default).toBe(80_000);
  });
});
