import { describe, expect, test } from 'vitest';
import { detect } from '#host/exchange-formats/detect.ts';
import { Detection } from '#shared/candidates.ts';
import { serversOf, shortOf } from './kit.ts';

const ref = (inner: string): string => `\${${inner}}`;
const enc = (value: unknown): string => encodeURIComponent(JSON.stringify(value));
const b64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64');
const ENTRY = { command: 'npx', args: ['-y', 'w'], env: { A: '1' } };
const NAMED = { name: 'w', ...ENTRY };
const QUERY = `name=w&config=${enc(ENTRY)}`;

describe('links that add a server', () => {
  test.each([
    ['VS Code', `vscode:mcp/install?${enc(NAMED)}`],
    ['VS Code, with slashes', `vscode://mcp/install?${enc(NAMED)}`],
    ['VS Code Insiders', `vscode-insiders:mcp/install?${enc(NAMED)}`],
    ['name and config', `vscode:mcp/install?${QUERY}`],
    ['vscode.dev', `https://vscode.dev/redirect?url=${encodeURIComponent(`vscode:mcp/install?${enc(NAMED)}`)}`],
    ['insiders.vscode.dev', `https://insiders.vscode.dev/redirect/mcp/install?${QUERY}&quality=insiders`],
    ['Cursor', `cursor://anysphere.cursor-deeplink/mcp/install?name=w&config=${b64(ENTRY)}`],
    [
      'Cursor, base64 in a query',
      `cursor://anysphere.cursor-deeplink/mcp/install?name=w&config=${encodeURIComponent(b64(ENTRY))}`,
    ],
    [
      'Cursor, with the name inside',
      `cursor://anysphere.cursor-deeplink/mcp/install?name=w&config=${b64({ w: ENTRY })}`,
    ],
    ['cursor.com', `https://cursor.com/en/install-mcp?name=w&config=${b64(ENTRY)}`],
    ['cursor.com without a language', `https://www.cursor.com/install-mcp?name=w&config=${b64(ENTRY)}`],
    ['LM Studio', `lmstudio://add_mcp?name=w&config=${b64(ENTRY)}`],
    ['ours', `wirebench://add?${QUERY}`],
    ['ours, base64', `wirebench://add?name=w&config=${b64(ENTRY)}`],
    ['ours, JSON alone', `wirebench://add?${enc(NAMED)}`],
    ['a whole list', `wirebench://add?${enc({ mcpServers: { w: ENTRY } })}`],
  ])('%s', (_, link) => {
    const found = serversOf(Detection.parse(detect(link)));
    expect(found).toMatchObject({ form: 'link', title: expect.stringContaining(', w') });
    expect(found.candidates).toHaveLength(1);
    expect(found.candidates[0]).toMatchObject({
      name: 'w',
      endpoint: { command: 'npx', args: ['-y', 'w'], env: { A: '1' } },
      origin: { from: 'link' },
    });
  });

  test('an address, with what VS Code asks for', () => {
    const entry = { type: 'http', url: 'https://w.test/mcp', headers: { Authorization: `Bearer ${ref('input:key')}` } };
    const inputs = [{ id: 'key', type: 'promptString', description: 'A key', password: true }];
    for (const link of [
      `vscode:mcp/install?${enc({ name: 'w', ...entry, inputs })}`,
      `vscode:mcp/install?name=w&config=${enc(entry)}&inputs=${enc(inputs)}`,
    ]) {
      const [one] = serversOf(detect(link)).candidates;
      expect(one && shortOf(one.endpoint)).toBe('auto https://w.test/mcp');
      expect(one?.inputs).toMatchObject({ key: { secret: true, description: 'A key' } });
    }
  });

  test.each([
    ['too long', `wirebench://add?${enc({ ...NAMED, x: 'y'.repeat(70_000) })}`, 'This link is too long'],
    ['a line break in it', `wirebench://add?${QUERY}\nx`, 'This link holds characters that do not belong in a link'],
    [
      'a hidden line break',
      `wirebench://add?${enc({ ...NAMED, args: ['a\nb'] })}`,
      'This link holds something that could deceive',
    ],
    [
      'a turned reading direction',
      `wirebench://add?${enc({ ...NAMED, command: 'a\u202eb' })}`,
      'This link holds something that could deceive',
    ],
    [
      'a script as address',
      `wirebench://add?${enc({ name: 'w', url: 'javascript:alert(1)' })}`,
      'This link holds something that could deceive',
    ],
    [
      'a file as address',
      `wirebench://add?${enc({ name: 'w', url: 'file:///etc/passwd' })}`,
      'This link holds something that could deceive',
    ],
    [
      'another scheme as address',
      `wirebench://add?${enc({ name: 'w', url: 'ftp://x.test' })}`,
      'No server in this JSON can be used',
    ],
    [
      'a script behind a redirect',
      `https://vscode.dev/redirect?url=${encodeURIComponent('javascript:alert(1)')}`,
      'This link adds no server that can be read',
    ],
    ['nothing in it', 'vscode:mcp/install?', 'This link adds no server that can be read'],
    ['something else', 'vscode:extension/ms-python.python?x=1', 'This link adds no server that can be read'],
    [
      'broken base64',
      'cursor://anysphere.cursor-deeplink/mcp/install?name=w&config=%%%',
      'This link adds no server that can be read',
    ],
    [
      'nested without end',
      `wirebench://add?${enc({ name: 'w', command: 'x', a: JSON.parse(`${'['.repeat(100)}${']'.repeat(100)}`) })}`,
      'This link holds something that could deceive',
    ],
  ])('%s is refused', (_, link, title) => {
    expect(detect(link)).toMatchObject({ kind: 'problem', title });
  });
});

describe('commands of other clients', () => {
  const add = 'claude mcp add';
  test.each([
    [`${add} w -- npx -y w --flag`, 'npx -y w --flag'],
    [`${add} w npx -y w`, 'npx -y w'],
    [`${add} --transport stdio -s user w -- npx -y w -- --x`, 'npx -y w -- --x'],
    [`$ ${add} w -e A=1 -- npx w`, 'npx w'],
    [`${add} -e A=1 B=2 w -- npx w`, 'npx w'],
    [`${add} w --scope project -- cmd /c npx -y w`, 'cmd /c npx -y w'],
    [`${add} --transport http w https://w.test/mcp`, 'auto https://w.test/mcp'],
    [`${add} --transport sse w https://w.test/sse -H "X-Key: 1"`, 'sse https://w.test/sse'],
    [`${add} -t http w https://w.test/mcp --header "Authorization: Bearer $TOKEN"`, 'auto https://w.test/mcp'],
    [`${add} w https://w.test/mcp`, 'auto https://w.test/mcp'],
    [`${add}-json w '{"type":"http","url":"https://w.test/mcp"}'`, 'auto https://w.test/mcp'],
    [`${add}-json -s user w "{\\"command\\":\\"npx\\",\\"args\\":[\\"w\\"]}"`, 'npx w'],
    [`code --add-mcp '{"name":"w","command":"npx","args":["w"]}'`, 'npx w'],
    [`code-insiders --add-mcp "{\\"name\\":\\"w\\",\\"command\\":\\"npx\\"}"`, 'npx'],
    [`cursor --add-mcp '{"name":"w","url":"https://w.test/mcp"}'`, 'auto https://w.test/mcp'],
    ['codex mcp add w --env A=1 -- npx -y w', 'npx -y w'],
    ['codex mcp add w --url https://w.test/mcp --bearer-token-env-var TOKEN', 'auto https://w.test/mcp'],
    ['gemini mcp add -s user -e A=1 w npx -y w', 'npx -y w'],
    ['gemini mcp add --transport http --timeout 5000 w https://w.test/mcp', 'auto https://w.test/mcp'],
    ['gemini mcp add --transport sse w https://w.test/sse --trust', 'sse https://w.test/sse'],
  ])('%s', (text, line) => {
    const found = serversOf(Detection.parse(detect(text)));
    expect(found).toMatchObject({ form: 'client-command', title: 'Command of another client, server named w' });
    expect(found.candidates.map(({ endpoint }) => shortOf(endpoint))).toEqual([line]);
  });

  test('variables, headers and time limits', () => {
    const endpoint = (text: string) => serversOf(detect(text)).candidates[0]?.endpoint;
    expect(endpoint(`${add} -e A=1 B=x=y w -- npx w`)).toMatchObject({ env: { A: '1', B: 'x=y' } });
    expect(endpoint(`${add} -t http w https://w.test -H "X-A: 1" -H "Authorization: Bearer $T"`)).toMatchObject({
      headers: [
        { name: 'X-A', value: '1' },
        { name: 'Authorization', value: `Bearer ${ref('T')}` },
      ],
    });
    expect(endpoint('codex mcp add w --url https://w.test --bearer-token-env-var T')).toMatchObject({
      headers: [{ name: 'Authorization', value: `Bearer ${ref('T')}` }],
    });
    const [gemini] = serversOf(detect('gemini mcp add --timeout 5000 w npx w')).candidates;
    expect(gemini?.config?.timeouts).toMatchObject({ requestMs: 5000 });
    expect(gemini?.origin?.from).toBe('gemini');
  });

  test.each([
    [`${add}`, /name of the server is missing/],
    [`${add} w`, /needs a command or an address/],
    [`${add} --wrong w -- x`, /option --wrong is not known/],
    [`${add}-json w nothing`, /needs the JSON/],
    [`code --add-mcp nothing`, /not JSON/],
  ])('%s is explained', (text, why) => {
    expect(detect(text)).toMatchObject({ kind: 'problem', detail: expect.stringMatching(why) });
  });

  test('a command that does more is refused', () => {
    expect(detect(`${add} w -- npx w && rm -rf x`)).toMatchObject({ kind: 'problem' });
  });
});
