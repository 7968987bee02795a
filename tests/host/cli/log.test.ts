import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { cliKit, program } from './support.ts';

const cli = cliKit();

describe('wirebench log', () => {
  test('lists the sessions that are kept and exports one in each format', async () => {
    expect((await cli.run(['call', 'echo', '--arg', 'text=hi', ...program('legacy')])).code).toBe(0);
    const listed = await cli.run(['log', 'list', '--format', 'json']);
    const [session] = JSON.parse(listed.stdout) as { session: string; state: string; folder: string }[]; // as documented
    expect(session).toMatchObject({ state: 'user' });
    const id = session?.session ?? '';
    expect((await cli.run(['log', 'list'])).stdout).toContain(id);

    const lines = await cli.run(['log', 'export', 'last', '--to', 'jsonl']);
    expect(lines.stdout).toBe(readFileSync(join(session?.folder ?? '', 'wire-00001.jsonl'), 'utf8'));
    const call = await cli.run(['log', 'export', id.slice(0, 6), '--to', 'json', '--method', 'tools/call']);
    expect((JSON.parse(call.stdout) as { rows: unknown[] }).rows).toMatchObject([
      { method: 'tools/call', name: 'echo', response: { message: { result: { content: [{ text: 'hi' }] } } } },
    ]);
    const out = join(await cli.dataDir(), 'session.har');
    const har = await cli.run(['log', 'export', id, '--to', 'har', '--out', out]);
    expect(har).toMatchObject({ code: 0, stdout: '', stderr: expect.stringContaining(`Written to ${out}`) });
    expect(JSON.parse(readFileSync(out, 'utf8'))).toMatchObject({ log: { version: '1.2' } });
    expect(await cli.run(['log', 'export', id, '--to', 'har', '--out', out])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('is there already'),
    });
    expect((await cli.run(['log', 'export', id, '--to', 'otlp'])).stdout).toContain('"tools/call echo"');
    expect((await cli.run(['log', 'export', id, '--to', 'md'])).stdout).toContain('## MCP traffic of');
  });

  test.each([
    [['log'], 'log takes "list"'],
    [['log', 'export'], 'needs a session'],
    [['log', 'export', 'last'], 'needs --to'],
    [['log', 'export', 'last', '--to', 'har'], 'There is no session in'],
    [['log', 'export', 'nope', '--to', 'har'], 'There is no session "nope"'],
    [['log', 'export', 'x', '--to', 'har', '--from', '0'], 'takes the number of a record'],
    [
      ['log', 'export', 'last', '--to', 'har', '--filter', 'foo:bar'],
      '--filter is not understood: No filter named foo',
    ],
  ])('%j is a mistake in the command line', async (args, message) => {
    expect(await cli.run(args)).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(message) });
  });
});
