import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openTestHost, type TestHost } from './support/test-host.ts';

const SCHEMA = {
  type: 'object',
  properties: { amount: { type: 'number' }, note: { type: 'string', title: 'API key' } },
};
const FORM = { tool: 'refund', kind: 'form' as const, schema: SCHEMA };

async function withServer(): Promise<{ host: TestHost; serverId: string }> {
  const host = await openTestHost();
  onTestFinished(() => host.close());
  const { serverId } = await host.client['server.save']({
    name: 'orders-db',
    endpoint: { kind: 'stdio', command: 'node', args: [], env: {} },
  });
  return { host, serverId };
}

test('a reply is offered again for the same server, tool, kind and schema, and for no other', async () => {
  const { host, serverId } = await withServer();
  const save = (name: string, text: string) => host.client['reply.save']({ serverId, ...FORM, name, text });
  await save('Small', '{"amount":12345678901234567890}');
  await save('Large', '{"amount":900}');
  await save('Small', '{"amount":1.10}');
  const list = async (over: object) => {
    const { replies } = await host.client['reply.list']({ serverId, ...FORM, ...over });
    return replies.map(({ name, text }) => [name, text]);
  };
  expect(await list({})).toEqual([
    ['Small', '{"amount":1.10}'],
    ['Large', '{"amount":900}'],
  ]);
  // Members in another order are the same schema.
  const { properties, type } = SCHEMA;
  expect(await list({ schema: { properties, type } })).toHaveLength(2);
  expect(await list({ schema: { ...SCHEMA, required: ['amount'] } })).toEqual([]);
  expect(await list({ schema: undefined })).toEqual([]);
  expect(await list({ tool: 'other' })).toEqual([]);
  expect(await list({ tool: undefined })).toEqual([]);
  expect(await list({ kind: 'sampling' })).toEqual([]);
  expect(await list({ serverId: 'other' })).toEqual([]);
});

test('[ELIC-24] no secret is kept: neither of a field named or titled like one, nor a value shaped like one', async () => {
  const { host, serverId } = await withServer();
  const text = '{"amount":1,"note":"hunter2","password":"hunter3","free":"sk-abcdef"}';
  const { leftOut } = await host.client['reply.save']({ serverId, ...FORM, name: 'One', text });
  expect(leftOut).toEqual(['/note', '/password', '/free']);
  const { replies } = await host.client['reply.list']({ serverId, ...FORM });
  expect(replies).toMatchObject([{ text: '{"amount":1}', leftOut }]);
  const path = join(host.dataDir, 'state', 'replies', `${serverId}.json`);
  expect(await readFile(path, 'utf8')).not.toMatch(/hunter|sk-abc/);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

test('a model reply is kept whole, is removed by its id, and goes with the server', async () => {
  const { host, serverId } = await withServer();
  const of = { serverId, kind: 'sampling' as const };
  const text = '{"role":"assistant","content":{"type":"text","text":"{{message.last}}"},"model":"m"}';
  const { id } = await host.client['reply.save']({ ...of, name: 'Echo', text });
  expect((await host.client['reply.list'](of)).replies).toMatchObject([{ id, name: 'Echo', text }]);
  await host.client['reply.remove']({ serverId, id });
  expect((await host.client['reply.list'](of)).replies).toEqual([]);
  await host.client['server.remove']({ serverId });
  await expect(stat(join(host.dataDir, 'state', 'replies', `${serverId}.json`))).rejects.toThrow('ENOENT');
});

test('what is no JSON object, or too large, is refused in words', async () => {
  const { host, serverId } = await withServer();
  const save = (text: string) => host.client['reply.save']({ serverId, ...FORM, name: 'One', text });
  await expect(save('[1]')).rejects.toThrow('Only a reply that is a JSON object can be kept.');
  await expect(save('{')).rejects.toThrow('Only a reply that is a JSON object can be kept.');
  await expect(save(`{"a":"${'x'.repeat(200_000)}"}`)).rejects.toThrow('too large');
});
