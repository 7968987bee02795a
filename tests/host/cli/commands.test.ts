import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cliKit, demoProgram, program } from './support.ts';

const cli = cliKit();

/** The one JSON document of a run; fails when stdout is anything else. */
function document(stdout: string): unknown {
  return JSON.parse(stdout);
}

describe('results', () => {
  it('list tools gives exactly one document in json, one line each in jsonl', async () => {
    const json = await cli.run(['list', 'tools', '--format', 'json', ...program('legacy')]);
    expect(json).toMatchObject({ code: 0, stderr: '' });
    const { tools } = document(json.stdout) as { tools: { name: string }[] };
    expect(tools.map((tool) => tool.name)).toContain('echo');
    const lines = await cli.run(['list', 'tools', '--format', 'jsonl', ...program('legacy')]);
    expect(
      lines.stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(tools);
  });

  it('list all has the key of each MCP list', async () => {
    const { stdout } = await cli.run(['list', 'all', '--format', 'json', ...program('modern')]);
    expect(Object.keys(document(stdout) as object)).toEqual(['tools', 'resources', 'resourceTemplates', 'prompts']);
  });

  it('call gives the result as the server sent it', async () => {
    const args = ['call', 'echo', '--arg', 'text=hi', '--format', 'json'];
    const { code, stdout, stderr } = await cli.run([...args, ...program('legacy')]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(document(stdout)).toMatchObject({ content: [{ type: 'text', text: 'hi' }] });
    const plain = await cli.run(['call', 'echo', '--arg', 'text=hi', ...program('legacy')]);
    expect(plain.stdout).toBe('hi\n');
  });

  it('a large result is whole', async () => {
    const path = join(await cli.dataDir(), 'large.json');
    const text = 'æ'.repeat(600_000);
    writeFileSync(path, JSON.stringify({ text }));
    const { stdout } = await cli.run(['call', 'echo', '--args', `@${path}`, '--format', 'json', ...program('legacy')]);
    expect(document(stdout)).toMatchObject({ content: [{ text }] });
  });

  it('read, prompt, complete, ping', async () => {
    const read = await cli.run(['read', 'fixture://readme', '--format', 'json', ...program('legacy')]);
    expect(document(read.stdout)).toMatchObject({ contents: [{ uri: 'fixture://readme' }] });
    const prompt = await cli.run(['prompt', 'greet', '--arg', 'name=1', '--format', 'json', ...program('legacy')]);
    expect(document(prompt.stdout)).toMatchObject({ messages: [{ content: { text: expect.stringContaining('1') } }] });
    const ping = await cli.run(['ping', '--format', 'json', ...program('legacy')]);
    expect([document(ping.stdout), ping.code]).toEqual([{}, 0]);
    const complete = await cli.run(['complete', 'resource', 'demo://items/{id}', 'id', 'b', ...demoProgram()]);
    expect(complete.stdout).toBe('bell\n');
  });

  it('raw sends a file as it is', async () => {
    const path = join(await cli.dataDir(), 'raw.json');
    writeFileSync(path, '{"jsonrpc": "2.0", "id": "mine", "method": "ping"}\n');
    expect(await cli.run(['raw', path, '--format', 'json', ...program('legacy')])).toMatchObject({
      code: 0,
      stdout: '{}\n',
    });
  });

  it('watch prints notifications and ends after --for', async () => {
    const run = await cli.start(['watch', '--for', '2', '--format', 'json', ...program('legacy')]);
    await run.says('Watching');
    const { code, stdout } = await run.end;
    expect(code).toBe(0);
    expect(document(stdout)).toEqual({ notifications: expect.any(Array) });
  });
});

describe('policies', () => {
  it('forms, model replies and roots are answered as told', async () => {
    const path = join(await cli.dataDir(), 'events.jsonl');
    const ask = ['call', 'ask_name', '--elicit', 'json:{"name":"Ada"}', '--events', path];
    const form = await cli.run([...ask, ...demoProgram()]);
    expect(form.stdout).toContain('Ada');
    expect(readFileSync(path, 'utf8')).toContain('"answeredBy":"script"');
    expect(form.stderr).toContain('elicitation/create');
    const legacy = ['--era', 'legacy', ...demoProgram()];
    const reply = await cli.run(['call', 'ask_model', '--arg', 'question=why', '--sample', 'because', ...legacy]);
    expect(reply.stdout).toContain('because');
    const roots = await cli.run(['call', 'roots', '--roots', '/tmp/of-the-test', ...program('legacy')]);
    expect(roots.stdout).toContain('file:///tmp/of-the-test');
  });

  it('--era decides what is spoken', async () => {
    const path = join(await cli.dataDir(), 'events.jsonl');
    const { code } = await cli.run(['ping', '--era', 'legacy', '--events', path, ...demoProgram()]);
    expect(code).toBe(0);
    const events = readFileSync(path, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const rows = events.flatMap(({ stream, item }) => (stream === 'watch.log' ? item.rows : []));
    expect(rows.map(({ row }: { row: number }) => row)).toEqual(rows.map((_row: unknown, at: number) => at));
    const texts = rows.map(({ text }: { text: string }) => text).join('\n');
    expect(texts).toContain('"initialize"');
    expect(texts).not.toContain('server/discover');
  });

  it('--trace sends a traceparent with every request but the greeting', async () => {
    const path = join(await cli.dataDir(), 'events.jsonl');
    await cli.run(['call', 'echo', '--arg', 'text=hi', '--trace', '--events', path, ...program('legacy')]);
    const requests = readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => line.includes('watch.log'))
      .flatMap((line) => (JSON.parse(line) as { item: { rows: { dir?: string; text: string }[] } }).item.rows)
      .flatMap(({ dir, text }) => (dir === 'out' ? [JSON.parse(text)] : []));
    const traced = requests.filter(({ params }) => /^00-[\da-f]{32}-[\da-f]{16}-01$/.test(params?._meta?.traceparent));
    expect(traced.map(({ method }) => method)).toEqual(expect.arrayContaining(['tools/list', 'tools/call']));
    expect(traced.map(({ method }) => method)).not.toContain('initialize');
  });

  it('--events holds the end of the session, also of one that ended by itself', async () => {
    const path = join(await cli.dataDir(), 'events.jsonl');
    const lastState = () => {
      const lines = readFileSync(path, 'utf8').trim().split('\n');
      const states = lines.map((line) => JSON.parse(line).item).filter(({ topic }) => topic === 'session');
      return states.at(-1)?.value.state;
    };
    for (let run = 0; run < 3; run += 1) {
      expect((await cli.run(['list', 'tools', '--events', path, ...demoProgram()])).code).toBe(0);
      expect(lastState()).toMatchObject({ at: 'closed', reason: 'user' });
    }
    const dying = ['ping', '--events', path, '--', process.execPath, '-e', 'process.exit(7)'];
    expect((await cli.run(dying)).code).toBe(3);
    expect(lastState()).toMatchObject({ at: 'closed', reason: 'exited', exit: { code: 7 } });
  });

  it('--events ends with the findings on the records', async () => {
    const path = join(await cli.dataDir(), 'events.jsonl');
    await cli.run(['call', 'echo', '--arg', 'text=hi', '--events', path, ...program('hostile', 'noise')]);
    const events = readFileSync(path, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(events.filter(({ stream }) => stream === 'log.findings').map(({ item }) => item.rule)).toContain('STD-05');
  });
});

describe('run', () => {
  it('runs every step, also after one that failed, and says so in its exit code', async () => {
    const path = join(await cli.dataDir(), 'steps.yaml');
    writeFileSync(
      path,
      `version: 1
steps:
  - { do: list, with: { what: tools } }
  - { do: call, with: { name: echo, args: { text: hi } }, expect: { contains: hi } }
  - { do: call, with: { name: refuse }, expect: { ok: false } }
  - { do: call, with: { name: echo, args: { text: hi } }, expect: { contains: ho } }
  - { do: ping }
`,
    );
    const { code, stdout, stderr } = await cli.run(['run', path, '--format', 'json', ...program('legacy')]);
    expect(code).toBe(1);
    const report = document(stdout) as { ok: boolean; steps: { do: string; ok: boolean }[] };
    expect(report.ok).toBe(false);
    expect(report.steps.map((step) => step.ok)).toEqual([true, true, true, false, true]);
    expect(report.steps[1]).toMatchObject({ do: 'call', result: { content: [{ text: 'hi' }] } });
    expect(stderr).toContain('Step 4');
    const lines = await cli.run(['run', path, '--format', 'jsonl', '--quiet', ...program('legacy')]);
    expect(lines.stdout.trim().split('\n')).toHaveLength(5);
  });
});
