import { describe, expect, test } from 'vitest';
import { ODD_SCHEMA } from '#demo/tools/odd-schema.ts';
import { greet, type Message, startDemo } from './line-peer.ts';

const call = (name: string, args: object = {}, more: object = {}) => ({ name, arguments: args, ...more });

async function legacyPeer() {
  const demo = startDemo('both');
  await greet(demo.peer);
  return demo;
}

describe('demo over streams, legacy era', () => {
  test('greets with the asked version, its capabilities and instructions', async () => {
    const { peer } = startDemo('both');
    const hello = await greet(peer, '2025-06-18');
    expect(hello.result.protocolVersion).toBe('2025-06-18');
    expect(Object.keys(hello.result.capabilities).sort()).toEqual([
      'completions',
      'logging',
      'prompts',
      'resources',
      'tasks',
      'tools',
    ]);
    expect(hello.result.serverInfo.name).toBe('wirebench-demo');
    expect(hello.result.instructions).toContain('echo');
  });

  test('lists its tools with schemas and annotations', async () => {
    const { peer } = await legacyPeer();
    const { tools } = (await peer.request('tools/list')).result;
    const names = tools.map((tool: { name: string }) => tool.name);
    expect(names).toEqual([
      'echo',
      'weather',
      'slow',
      'fail',
      'image',
      'audio',
      'find_items',
      'odd_schema',
      'ask_name',
      'ask_every_field',
      'ask_password',
      'ask_two',
      'ask_twice',
      'ask_forever',
      'ask_sign_in',
      'open_vault',
      'ask_model',
      'ask_model_tools',
      'ask_roots',
      'build_report',
      'deploy_site',
      'delete_item',
      'edit_item',
      'switch_extras',
      'log_levels',
    ]);
    const tool = (name: string) => tools[names.indexOf(name)];
    expect(tool('echo').annotations.readOnlyHint).toBe(true);
    expect(tool('weather').outputSchema.required).toContain('temperature');
    expect(tool('odd_schema').inputSchema).toEqual(ODD_SCHEMA);
    expect(tool('deploy_site').execution).toEqual({ taskSupport: 'optional' });
    expect(tool('delete_item').annotations).toMatchObject({ readOnlyHint: false, destructiveHint: true });
  });

  test('echo, weather, fail, image and audio answer with their kinds of content', async () => {
    const { peer, log } = await legacyPeer();
    const echo = await peer.request('tools/call', call('echo', { text: 'añ\n☂' }));
    expect(echo.result).toEqual({ content: [{ type: 'text', text: 'añ\n☂' }] });
    const weather = await peer.request('tools/call', call('weather', { city: 'Oslo', unit: 'fahrenheit' }));
    expect(weather.result.structuredContent).toMatchObject({ city: 'Oslo', unit: 'fahrenheit' });
    expect(JSON.parse(weather.result.content[0].text)).toEqual(weather.result.structuredContent);
    const failed = await peer.request('tools/call', call('fail', { message: 'two\nlines' }));
    expect(failed.result).toEqual({ isError: true, content: [{ type: 'text', text: 'two\nlines' }] });
    const image = await peer.request('tools/call', call('image', { side: 3 }));
    const png = Buffer.from(image.result.content[0].data, 'base64');
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([3, 3]);
    const audio = await peer.request('tools/call', call('audio', { hertz: 500, seconds: 0.5 }));
    const wav = Buffer.from(audio.result.content[0].data, 'base64');
    expect([wav.subarray(0, 4).toString(), wav.readUInt32LE(24), wav.readUInt32LE(40)]).toEqual(['RIFF', 8000, 4000]);
    expect(log().split('\n')).toContain('[demo] call 3: fail (two lines)');
  });

  test('wrong arguments are an error result, an unknown tool an error', async () => {
    const { peer } = await legacyPeer();
    const wrong = await peer.request('tools/call', call('image', { side: 0 }));
    expect(wrong.result.isError).toBe(true);
    expect(wrong.result.content[0].text).toContain('side');
    expect((await peer.request('tools/call', call('nope'))).error?.code).toBe(-32602);
  });

  test('slow sends progress and log messages before its result', async () => {
    const { peer } = await legacyPeer();
    await peer.request('tools/call', call('slow', { steps: 3, delayMs: 1 }, { _meta: { progressToken: 'p1' } }));
    const progress = peer.notices('notifications/progress').map((notice) => notice.params);
    expect(progress.map((params) => [params.progressToken, params.progress, params.total])).toEqual([
      ['p1', 1, 3],
      ['p1', 2, 3],
      ['p1', 3, 3],
    ]);
    expect(peer.notices('notifications/message').map((notice) => notice.params.level)).toEqual([
      'info',
      'info',
      'notice',
    ]);
  });

  test('slow respects the log level and stops when cancelled', async () => {
    const { peer, log } = await legacyPeer();
    await peer.request('logging/setLevel', { level: 'notice' });
    const slow = call('slow', { steps: 100, delayMs: 10_000 });
    peer.send({ id: 'slow-1', method: 'tools/call', params: slow });
    await peer.request('ping');
    peer.send({ method: 'notifications/cancelled', params: { requestId: 'slow-1', reason: 'enough' } });
    await expect.poll(log).toContain('slow: cancelled in step 1 of 100');
    await peer.request('tools/call', call('slow', { steps: 2, delayMs: 0 }));
    expect(peer.notices('notifications/message').map((notice) => notice.params.level)).toEqual(['notice']);
    expect(peer.received.some((message) => message.id === 'slow-1')).toBe(false);
  });

  test('find_items links to resources; delete_item changes the list', async () => {
    const { peer } = await legacyPeer();
    const found = await peer.request('tools/call', call('find_items', { query: 'bell' }));
    expect(found.result.content[1]).toMatchObject({ type: 'resource_link', uri: 'demo://items/bell', name: 'bell' });
    const read = await peer.request('resources/read', { uri: found.result.content[1].uri });
    expect(JSON.parse(read.result.contents[0].text).name).toBe('Brass bell');
    await peer.request('tools/call', call('delete_item', { id: 'bell' }));
    expect(peer.notices('notifications/resources/list_changed')).toHaveLength(1);
    const uris = (await peer.request('resources/list')).result.resources.map(
      (resource: { uri: string }) => resource.uri,
    );
    expect(uris).toContain('demo://items/anvil');
    expect(uris).not.toContain('demo://items/bell');
    const again = await peer.request('tools/call', call('delete_item', { id: 'bell' }));
    expect(again.result.isError).toBe(true);
  });
});

describe('demo over streams, legacy era: the server asks', () => {
  const formAnswers: [object, string][] = [
    [{ action: 'accept', content: { name: 'Ada', greeting: 'ahoy' } }, 'Ahoy, Ada.'],
    [{ action: 'decline' }, 'The person declined to give a name.'],
    [{ action: 'cancel' }, 'The person closed the form.'],
    [{ action: 'accept', content: { name: '' } }, 'The answer does not fit the form'],
  ];
  test.each(formAnswers)('ask_name with %j', async (answer, expected) => {
    const { peer } = await legacyPeer();
    const asked: Message[] = [];
    peer.answer = (request) => {
      asked.push(request);
      return answer;
    };
    const result = await peer.request('tools/call', call('ask_name'));
    expect(asked.map((request) => request.method)).toEqual(['elicitation/create']);
    expect(asked[0]?.params.requestedSchema.required).toEqual(['name']);
    expect(result.result.content[0].text).toContain(expected);
  });

  test('ask_model sends a sampling request and shows the reply', async () => {
    const { peer } = await legacyPeer();
    const asked: Message[] = [];
    peer.answer = (request) => {
      asked.push(request);
      return { role: 'assistant', model: 'toy-1', content: { type: 'text', text: 'Rhine, Po, Ebro.' } };
    };
    const result = await peer.request('tools/call', call('ask_model', { question: 'Rivers?', maxTokens: 9 }));
    expect(asked[0]?.method).toBe('sampling/createMessage');
    expect(asked[0]?.params).toMatchObject({ maxTokens: 9, messages: [{ content: { text: 'Rivers?' } }] });
    expect(result.result.content[0].text).toBe('toy-1 said: Rhine, Po, Ebro.');
  });
});

describe('demo over streams, legacy era: resources and prompts', () => {
  test('fixed resources are text, JSON and binary', async () => {
    const { peer } = await legacyPeer();
    const read = async (uri: string) => (await peer.request('resources/read', { uri })).result.contents[0];
    expect((await read('demo://readme')).text).toContain('# Wirebench demo');
    expect(JSON.parse((await read('demo://status')).text)).toMatchObject({ era: 'both', items: 5, calls: 0 });
    expect(Buffer.from((await read('demo://picture.png')).blob, 'base64').readUInt32BE(16)).toBe(32);
  });

  test('the template is listed, completes its id and refuses an unknown one', async () => {
    const { peer } = await legacyPeer();
    const { resourceTemplates } = (await peer.request('resources/templates/list')).result;
    expect(resourceTemplates.map((one: { uriTemplate: string }) => one.uriTemplate)).toEqual(['demo://items/{id}']);
    const ref = { type: 'ref/resource', uri: 'demo://items/{id}' };
    const completed = await peer.request('completion/complete', { ref, argument: { name: 'id', value: 'c' } });
    expect(completed.result.completion.values).toEqual(['compass']);
    for (const id of ['nope', '%zz']) {
      expect((await peer.request('resources/read', { uri: `demo://items/${id}` })).error?.code).toBe(-32602);
    }
  });

  test('prompts take arguments, complete them and embed a resource', async () => {
    const { peer } = await legacyPeer();
    const { prompts } = (await peer.request('prompts/list')).result;
    expect(prompts[0].arguments.map((one: { name: string }) => one.name)).toEqual(['language', 'code', 'focus']);
    const ref = { type: 'ref/prompt', name: 'review_code' };
    const completed = await peer.request('completion/complete', { ref, argument: { name: 'language', value: 'ja' } });
    expect(completed.result.completion.values).toEqual(['java', 'javascript']);
    const review = await peer.request('prompts/get', {
      name: 'review_code',
      arguments: { language: 'go', code: 'x := 1' },
    });
    expect(review.result.messages[0].content.text).toContain('x := 1');
    const item = await peer.request('prompts/get', { name: 'describe_item', arguments: { id: 'easel' } });
    expect(item.result.messages[1].content.resource.uri).toBe('demo://items/easel');
    expect((await peer.request('prompts/get', { name: 'review_code', arguments: {} })).error?.code).toBe(-32602);
  });
});
