import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Endpoint } from '#shared/config.ts';
import { fixture } from '../../servers/servers.ts';
import { nodeScript, openTestHost, type TestHost, type TestHostOptions } from '../support/test-host.ts';

const SECRET = 'k-7Hq2zz91';

/** A host with a server that lists one tool with this icon and has a secret in its environment. */
async function listing(src: string, options?: TestHostOptions): Promise<{ host: TestHost; sessionId: string }> {
  const host = await openTestHost(options);
  onTestFinished(() => host.close());
  await host.client['secret.save']({ name: 'token', value: SECRET });
  const file = join(host.dataDir, 'tools.json');
  await writeFile(
    file,
    JSON.stringify({ tools: [{ name: 'look', inputSchema: { type: 'object' }, icons: [{ src }] }] }),
  );
  const endpoint = { ...nodeScript(fixture('drift'), [file]), env: { TOKEN: { secret: 'token' } } } as Endpoint;
  return { host, sessionId: (await host.open(endpoint)).id };
}

const items = async ({ host, sessionId }: Awaited<ReturnType<typeof listing>>) =>
  host.client['catalog.items']({ sessionId, kind: 'tools', from: 0, count: 10 });

test('the address of an icon that is not drawn is told without secrets', async () => {
  const opened = await listing(`https://x.test/i.png?key=${SECRET}`);
  const { epoch } = await items(opened);
  const { icons } = await opened.host.client['icon.list']({
    ...{ sessionId: opened.sessionId, epoch, at: [0] },
    of: 'tools',
  });
  expect(icons[0]?.refused[0]?.src).toBe('https://x.test/i.png?key={{secret:token}}');
});

test('a page gets long icons cut with its list, a single command gets them whole', async () => {
  const src = `data:image/png;base64,${'A'.repeat(5000)}`;
  const icon = async (options?: TestHostOptions) => (await items(await listing(src, options))).items[0]?.icons;
  expect(await icon()).toEqual([{ src: expect.stringMatching(/… \(5,022 characters, whole in the log\)$/) }]);
  expect(await icon({ kind: 'headless' })).toEqual([{ src }]);
});
