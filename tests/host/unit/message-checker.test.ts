import { describe, expect, test } from 'vitest';
import { createMessageChecker } from '#host/workers/message-checker.ts';
import type { MessageJob, Remark } from '#host/workers/message-job.ts';

const check = createMessageChecker();
const FILE = { name: 'a', inputSchema: { type: 'object' } };

function result(era: MessageJob['era'], method: string, value: unknown, extra: Partial<MessageJob> = {}): Remark[] {
  const text = JSON.stringify({ jsonrpc: '2.0', id: 1, result: value });
  return check({ text, part: 'result', era, method, sent: false, ...extra });
}
function message(part: 'request' | 'notification', era: MessageJob['era'], method: string, params?: unknown): Remark[] {
  const text = JSON.stringify({ jsonrpc: '2.0', ...(part === 'request' ? { id: 1 } : {}), method, params });
  return check({ text, part, era, method, sent: false });
}
/** The one remark there is. */
function only(remarks: Remark[]): Remark {
  expect(remarks).toHaveLength(1);
  const [remark] = remarks;
  if (!remark) throw new Error('no remark');
  return remark;
}
const body = (remarks: Remark[]) =>
  only(remarks)
    .text.replace(/^.*?: /, '')
    .replace(' It is shown as it came.', '');

describe.each(['legacy', 'modern'] as const)('results of the %s era', (era) => {
  const whole = (value: object) => (era === 'modern' ? { resultType: 'complete', ...value } : value);
  const version = era === 'modern' ? '2026-07-28' : '2025-11-25';

  test('[TOOL-10] each content block is held against its own kind', () => {
    const content = [{ type: 'hologram' }, { type: 'text' }, { type: 'image', data: '%%', mimeType: 'image/png' }];
    expect(result(era, 'tools/call', whole({ content }))).toEqual([
      {
        rule: 'TOOL-10',
        severity: 'warn',
        ref: `${version} server/tools`,
        text:
          'The answer to tools/call breaks the schema of the protocol: content[0].type is "hologram" where one of text, ' +
          'image, audio, resource_link, resource belongs; content[1].text is missing where text belongs; ' +
          'content[2].data is "%%" where base64 belongs. It is shown as it came.',
      },
    ]);
    expect(body(result(era, 'tools/call', whole({})))).toBe('content is missing where a list belongs.');
    expect(result(era, 'tools/call', whole({ content: [{ type: 'text', text: 'a', extra: 1 }], other: 2 }))).toEqual(
      [],
    );
  });

  test('[TOOL-01] [RPC-15] what is wrong with many tools alike is said once', () => {
    const tools = [
      { ...FILE, title: null },
      { ...FILE, title: null },
      { ...FILE, name: 7 },
    ];
    expect(body(result(era, 'tools/list', whole({ tools })))).toBe(
      'tools[0].title is null where text belongs (and 1 more like it); tools[2].name is 7 where text belongs.',
    );
  });

  test('[RES-02] [PROMPT-02] a value that can be one of several kinds', () => {
    const contents = [{ uri: 'a://1' }, { uri: 'a://2', text: 1 }, { uri: 'a://3', text: 'fine' }];
    expect(body(result(era, 'resources/read', whole({ contents })))).toBe(
      'contents[0] is an object where one with text or blob belongs; contents[1].text is 1 where text belongs.',
    );
    expect(body(result(era, 'prompts/get', whole({ messages: [{ role: 'user', content: 'hi' }] })))).toBe(
      'messages[0].content is "hi" where an object belongs.',
    );
  });

  test('[RPC-14] unknown members, and what the fold remarks on, are none of it', () => {
    const odd = { ...FILE, annotations: { readOnlyHint: true }, inputSchema: { properties: { a: true } }, 'x-own': 1 };
    expect(result(era, 'tools/list', whole({ tools: [odd] }))).toEqual([]);
    expect(result(era, 'tools/list', whole({ tools: [{ ...FILE, annotations: [] }] }))).toEqual([]);
    const many = { values: Array.from({ length: 101 }, String) };
    expect(result(era, 'completion/complete', whole({ completion: many }))).toEqual([]);
    const annotations = { priority: 7, lastModified: '2026-01' };
    expect(result(era, 'resources/list', whole({ resources: [{ uri: 'a://1', name: 'a', annotations }] }))).toEqual([]);
    expect(result(era, 'vendor/own', whole({}))).toEqual([]);
  });

  test('a value in place of which a secret was hidden is not judged', () => {
    const content = [{ type: 'image', data: 'ab{{secret:KEY}}', mimeType: 'image/png' }];
    expect(result(era, 'tools/call', whole({ content }))).toEqual([]);
  });
});

describe('what only one era has', () => {
  test('[SCHEMA-09] any outputSchema and structuredContent in the modern era, objects in the legacy one', () => {
    const tools = [{ ...FILE, outputSchema: { type: 'array' } }];
    const content = [{ type: 'text', text: '[1]' }];
    expect(result('modern', 'tools/list', { resultType: 'complete', tools })).toEqual([]);
    expect(result('modern', 'tools/call', { resultType: 'complete', content, structuredContent: [1] })).toEqual([]);
    expect(body(result('legacy', 'tools/list', { tools }))).toBe(
      'tools[0].outputSchema.type is "array" where "object" belongs.',
    );
    expect(body(result('legacy', 'tools/call', { content, structuredContent: [1] }))).toBe(
      'structuredContent is a list where an object belongs.',
    );
  });

  test('[ERA-01] [ERA-09] greetings', () => {
    const hello = { protocolVersion: '2024-11-05', capabilities: {}, serverInfo: { name: 'a' } };
    expect(body(result('legacy', 'initialize', hello))).toBe('serverInfo.version is missing where text belongs.');
    expect(only(result('modern', 'server/discover', {})).rule).toBe('ERA-09');
  });

  test('[TASKL-04] [MRTR-10] a task or questions in place of a result', () => {
    const task = { taskId: 't', status: 'odd', ttl: null, createdAt: 'x', lastUpdatedAt: 'x' };
    expect(only(result('legacy', 'tools/call', { task }))).toMatchObject({
      rule: 'TASKL-04',
      text: expect.stringContaining('task.status is "odd" where one of working, input_required'),
    });
    const fine = {
      url: { method: 'elicitation/create', params: { mode: 'url', message: 'a', url: 'https://a.b' } },
      roots: { method: 'roots/list' },
    };
    const ask = (inputRequests: object) =>
      result('modern', 'tools/call', { resultType: 'input_required', inputRequests });
    expect(ask(fine)).toEqual([]);
    expect(body(ask({ ...fine, odd: { method: 'x/y' } }))).toBe(
      'inputRequests.odd.method is "x/y" where one of elicitation/create, sampling/createMessage, roots/list belongs.',
    );
    expect(result('modern', 'tools/call', { resultType: 'task', taskId: 't' })).toEqual([]);
  });

  test('the form of 2024-10-07 is none of the newer ones', () => {
    expect(result('legacy', 'tools/call', { toolResult: 'x' })).toEqual([]);
  });

  test('[ELIC-06] the questions of a form', () => {
    const properties = {
      ip: { type: 'string', format: 'ipv4' },
      nested: { type: 'object' },
      fine: { type: 'boolean' },
    };
    const params = { message: 'a', requestedSchema: { type: 'object', properties } };
    expect(body(message('request', 'legacy', 'elicitation/create', params))).toBe(
      'params.requestedSchema.properties.ip.format is "ipv4" where one of email, uri, date, date-time belongs; ' +
        'params.requestedSchema.properties.nested.type is "object" where one of string, array, boolean, number, integer belongs.',
    );
  });

  test('[LOG-03] [RES-05] notifications', () => {
    expect(body(message('notification', 'legacy', 'notifications/message', { level: 'warn' }))).toBe(
      'params.level is "warn" where one of debug, info, notice, warning, error, critical, alert, emergency belongs; ' +
        'params.data is missing where a value belongs.',
    );
    expect(message('notification', 'legacy', 'notifications/message', { level: 'info', data: null })).toEqual([]);
    expect(only(message('notification', 'modern', 'notifications/resources/updated', {})).rule).toBe('RES-05');
    expect(message('notification', 'modern', 'notifications/progress', { progress: 'x', progressToken: 1 })).toEqual(
      [],
    );
  });

  test('what this app sent is said to be so', () => {
    const text = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { arguments: {} } });
    const sent = check({ text, part: 'request', era: 'legacy', method: 'tools/call', sent: true });
    expect(only(sent).text).toBe(
      'The request tools/call that was sent breaks the schema of the protocol: params.name is missing where text belongs. It was sent as written.',
    );
  });
});

describe('output of tools', () => {
  const schema = { type: 'object', properties: { degrees: { type: 'number' } }, required: ['degrees'] };
  const tool = { name: 'weather', outputSchema: JSON.stringify(schema) };
  const call = (value: object, of: NonNullable<MessageJob['tool']> = tool) =>
    result('legacy', 'tools/call', { content: [{ type: 'text', text: '{"degrees":21}' }], ...value }, { tool: of });

  test('[TOOL-09] structuredContent is checked against the outputSchema and told place by place', () => {
    expect(call({ structuredContent: { degrees: 21 } })).toEqual([]);
    const [mismatch, note] = call({ structuredContent: { degrees: 'warm' } });
    expect(mismatch).toMatchObject({
      rule: 'TOOL-09',
      severity: 'error',
      text: 'The structuredContent does not match the outputSchema of "weather". structuredContent/degrees: Must be a number. It is shown as it came.',
    });
    expect(note).toMatchObject({
      rule: 'TOOL-09',
      severity: 'info',
      text: expect.stringContaining('No text block repeats'),
    });
    expect(only(call({})).text).toBe(
      'The tool "weather" has an outputSchema, but its result has no structuredContent.',
    );
  });

  test('[TOOL-09] a text block repeats it, whatever the order of its keys', () => {
    const structuredContent = { a: 1, b: [2] };
    const text = (value: string) => [
      { type: 'text', text: 'Here you are' },
      { type: 'text', text: value },
    ];
    expect(call({ content: text('{ "b": [2], "a": 1 }'), structuredContent }, { name: 'x' })).toEqual([]);
    expect(only(call({ content: text('{"a":1}'), structuredContent }, { name: 'x' })).severity).toBe('info');
  });

  test('[TOOL-11] a failed call is not held against the schema of a good one', () => {
    expect(call({ isError: true })).toEqual([]);
  });

  test('[SCHEMA-06] a schema that cannot be used is said with the listing, and blocks no call', () => {
    const unusable = { type: 'object', $ref: 'https://schemas.example/a.json' };
    const listing = result('legacy', 'tools/list', {
      tools: [FILE, { ...FILE, name: 'b', outputSchema: unusable }, { ...FILE, name: 'c', outputSchema: schema }],
    });
    expect(only(listing)).toMatchObject({
      rule: 'SCHEMA-06',
      severity: 'warn',
      text: 'Outputs of "b" cannot be checked: the schema points to https://schemas.example/a.json, which this app does not fetch. The tools can be called all the same.',
    });
    const of = { name: 'b', outputSchema: JSON.stringify(unusable) };
    expect(only(call({ structuredContent: { degrees: 21 } }, of))).toMatchObject({
      severity: 'info',
      text: expect.stringMatching(/^The structuredContent of "b" is shown unchecked\. Not checked: the schema points/),
    });
  });
});
