import { afterEach, describe, expect, test } from 'vitest';
import { messages, openSession, post, postModern, startHttp, stopHttp } from './http-peer.ts';
import { greet, type Message, modern, startDemo } from './line-peer.ts';

afterEach(stopHttp);

const call = (name: string, args: object = {}) => ({ name, arguments: args });
const WATCH = {
  notifications: {
    toolsListChanged: true,
    promptsListChanged: true,
    resourcesListChanged: true,
    resourceSubscriptions: ['demo://items/anvil'],
  },
};
const LISTS = ['tools', 'prompts', 'resources'].map((list) => `notifications/${list}/list_changed`);

/** Reads from a stream of messages until one of every method came, in any order. */
async function until(stream: AsyncGenerator<Message>, methods: string[]): Promise<Message[]> {
  const seen: Message[] = [];
  while (!methods.every((method) => seen.some((message) => message.method === method))) {
    const next = await stream.next();
    if (next.done === true) throw new Error(`The stream ended with ${seen.map((message) => message.method)}.`);
    seen.push(next.value);
  }
  return seen;
}

describe('changes in the demo, over streams', () => {
  test('legacy: who subscribed hears of a new version, until it unsubscribes', async () => {
    const { peer } = startDemo('both');
    await greet(peer);
    await peer.request('tools/call', call('edit_item', { note: 'a' }));
    expect(peer.notices('notifications/resources/updated')).toEqual([]);
    await peer.request('resources/subscribe', { uri: 'demo://items/anvil' });
    await peer.request('tools/call', call('edit_item', { id: 'anvil', note: 'b' }));
    await peer.request('tools/call', call('edit_item', { id: 'bell', note: 'c' }));
    await peer.request('resources/unsubscribe', { uri: 'demo://items/anvil' });
    await peer.request('tools/call', call('edit_item', { id: 'anvil', note: 'd' }));
    const told = peer.notices('notifications/resources/updated').map((notice) => notice.params);
    expect(told).toEqual([{ uri: 'demo://items/anvil' }]);
    const read = await peer.request('resources/read', { uri: 'demo://items/anvil' });
    expect(JSON.parse(read.result.contents[0].text).note).toBe('d');
    expect((await peer.request('tools/call', call('edit_item', { id: 'nope' }))).result.isError).toBe(true);
  });

  test('legacy: switch_extras changes all three lists, there and back', async () => {
    const { peer } = startDemo('both');
    await greet(peer);
    const names = async () => {
      const { tools } = (await peer.request('tools/list')).result;
      const { prompts } = (await peer.request('prompts/list')).result;
      const { resources } = (await peer.request('resources/list')).result;
      return [...tools, ...prompts, ...resources].map((one: { name: string }) => one.name);
    };
    expect(await names()).not.toContain('extra_tool');
    await peer.request('tools/call', call('switch_extras', { on: true }));
    expect(await names()).toEqual(expect.arrayContaining(['extra_tool', 'extra_prompt', 'extra']));
    for (const list of LISTS) expect(peer.notices(list)).toHaveLength(1);
    expect((await peer.request('tools/call', call('extra_tool'))).result.content[0].text).toContain('for a while');
    await peer.request('tools/call', call('switch_extras', { on: false }));
    for (const list of LISTS) expect(peer.notices(list)).toHaveLength(2);
    expect(await names()).not.toContain('extra_tool');
  });

  test('legacy: log_levels logs at every level from the one that was set', async () => {
    const { peer } = startDemo('both');
    await greet(peer);
    await peer.request('tools/call', call('log_levels'));
    expect(peer.notices('notifications/message')).toHaveLength(8);
    await peer.request('logging/setLevel', { level: 'critical' });
    await peer.request('tools/call', call('log_levels'));
    const levels = peer.notices('notifications/message').map((notice) => notice.params.level);
    expect(levels.slice(8)).toEqual(['critical', 'alert', 'emergency']);
  });

  test('modern: a subscription hears of a new version and of all three lists', async () => {
    const { peer } = startDemo('both');
    await peer.request('server/discover', modern());
    peer.send({ id: 'listen-1', method: 'subscriptions/listen', params: modern(WATCH) });
    const ready = await peer.next((message) => message.method === 'notifications/subscriptions/acknowledged');
    expect(ready.params.notifications).toEqual(WATCH.notifications);
    await peer.request('tools/call', modern(call('edit_item')));
    await peer.request('tools/call', modern(call('edit_item', { id: 'bell' })));
    await peer.request('tools/call', modern(call('switch_extras')));
    for (const list of LISTS) await peer.next((message) => message.method === list);
    const told = peer.notices('notifications/resources/updated').map((notice) => notice.params.uri);
    expect(told).toEqual(['demo://items/anvil']);
    const { tools } = (await peer.request('tools/list', modern())).result;
    expect(tools.map((tool: { name: string }) => tool.name)).toContain('extra_tool');
  });

  test('plan_trip completes the city by the country that was chosen', async () => {
    const { peer } = startDemo('both');
    await greet(peer);
    const cities = async (country: string | undefined) => {
      const context = country === undefined ? {} : { context: { arguments: { country } } };
      const ref = { type: 'ref/prompt', name: 'plan_trip' };
      const argument = { name: 'city', value: 'b' };
      return (await peer.request('completion/complete', { ref, argument, ...context })).result.completion.values;
    };
    expect(await cities('Norway')).toEqual(['Bergen']);
    expect(await cities(undefined)).toEqual(['Bergen', 'Braga', 'Basel', 'Bern']);
  });

  test('odd_schema gives back what it was given, unchecked', async () => {
    const { peer } = startDemo('both');
    await greet(peer);
    const args = { target: 7, 'a name with spaces': null };
    const { result } = await peer.request('tools/call', call('odd_schema', args));
    expect(JSON.parse(result.content[0].text)).toEqual(args);
  });
});

describe('changes in the demo, over HTTP', () => {
  test('legacy: the stream of another session hears of everything', async () => {
    const { url } = await startHttp('both');
    const listener = await openSession(url);
    const actor = await openSession(url);
    const stream = messages(await fetch(url, { headers: { ...listener.headers, accept: 'text/event-stream' } }));
    const subscribe = { id: 1, method: 'resources/subscribe', params: { uri: 'demo://items/anvil' } };
    await (await post(url, subscribe, listener.headers)).text();
    for (const [index, name] of ['edit_item', 'switch_extras'].entries()) {
      await (await post(url, { id: index + 1, method: 'tools/call', params: call(name) }, actor.headers)).text();
    }
    await until(stream, ['notifications/resources/updated', ...LISTS]);
  });

  test('modern: a subscription hears of everything', async () => {
    const { url } = await startHttp('both');
    const stream = messages(await postModern(url, 'subscriptions/listen', WATCH));
    await until(stream, ['notifications/subscriptions/acknowledged']);
    for (const name of ['edit_item', 'switch_extras']) await (await postModern(url, 'tools/call', call(name))).text();
    await until(stream, ['notifications/resources/updated', ...LISTS]);
  });
});
