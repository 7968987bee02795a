import { describe, expect, test } from 'vitest';
import { toChat } from '#host/providers/to-chat.ts';

const text = (value: string) => ({ type: 'text', text: value });
const ask = (content: unknown, role = 'user') => ({ messages: [{ role, content }], maxTokens: 100 });

describe('a request of a server as chat completions', () => {
  test('[SAMP-03] [SAMP-04] system prompt, limit, temperature and stop sequences', () => {
    const { body, notes } = toChat(
      { ...ask(text('Why?')), systemPrompt: 'Be brief.', temperature: 0.2, stopSequences: ['END', ''] },
      'm',
    );
    expect(body).toEqual({
      model: 'm',
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Why?' },
      ],
      max_tokens: 100,
      temperature: 0.2,
      stop: ['END'],
      stream: true,
      stream_options: { include_usage: true },
    });
    expect(notes).toEqual([]);
  });

  test('images and audio are parts; other audio is refused in words', () => {
    const content = [
      text('See'),
      { type: 'image', data: 'AA==', mimeType: 'image/png' },
      { type: 'audio', data: 'BB==', mimeType: 'audio/mpeg' },
    ];
    expect(toChat(ask(content), 'm').body.messages).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'See' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AA==' } },
          { type: 'input_audio', input_audio: { data: 'BB==', format: 'mp3' } },
        ],
      },
    ]);
    expect(() => toChat(ask({ type: 'audio', data: '', mimeType: 'audio/ogg' }), 'm')).toThrow(
      /audio\/ogg.*wav and mp3/,
    );
    expect(() => toChat(ask({ type: 'image', data: '' }, 'assistant'), 'm')).toThrow(/assistant holds an image/);
    expect(() => toChat({ messages: [] }, 'm')).toThrow(/no message to send/);
  });

  test('resources of prompts are sent as their text, or as an image', () => {
    const content = [
      { type: 'resource', resource: { uri: 'file:///a.md', text: '# A' } },
      { type: 'resource', resource: { uri: 'file:///a.png', mimeType: 'image/png', blob: 'AA==' } },
      { type: 'resource_link', name: 'B', uri: 'file:///b' },
    ];
    expect(toChat(ask(content), 'm').body.messages[0]?.content).toEqual([
      { type: 'text', text: 'Contents of file:///a.md:\n# A' },
      { type: 'image_url', image_url: { url: 'data:image/png;base64,AA==' } },
      { type: 'text', text: 'Resource B: file:///b' },
    ]);
  });

  test('[SAMP-07] tool uses and their results become calls and messages of the tool', () => {
    const params = {
      messages: [
        {
          role: 'assistant',
          content: [text('Looking.'), { type: 'tool_use', id: 'c1', name: 'find', input: { q: 1 } }],
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', toolUseId: 'c1', content: [text('no rows')], isError: true },
            { type: 'tool_result', toolUseId: 'c2', content: [], structuredContent: { n: 2 } },
            { type: 'tool_result', toolUseId: 'c3', content: [{ type: 'image', data: 'AA==', mimeType: 'image/png' }] },
          ],
        },
      ],
    };
    expect(toChat(params, 'm').body.messages).toEqual([
      {
        role: 'assistant',
        content: 'Looking.',
        tool_calls: [{ id: 'c1', type: 'function', function: { name: 'find', arguments: '{"q":1}' } }],
      },
      { role: 'tool', tool_call_id: 'c1', content: 'Error: no rows' },
      { role: 'tool', tool_call_id: 'c2', content: '{"n":2}' },
      { role: 'tool', tool_call_id: 'c3', content: expect.stringMatching(/follows in the next message/) },
      { role: 'user', content: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,AA==' } }] },
    ]);
  });

  test.each(['auto', 'required', 'none'] as const)('[SAMP-12] tool choice %s goes with the tools', (mode) => {
    const inputSchema = { type: 'object', properties: { q: { type: 'string' } } };
    const tools = [
      { name: 'a.b', description: 'Finds', inputSchema },
      { name: 'a/b', inputSchema },
    ];
    const { body, names, notes } = toChat({ ...ask(text('x')), tools, toolChoice: { mode } }, 'm');
    expect(body.tool_choice).toBe(mode);
    expect(body.tools).toEqual([
      { type: 'function', function: { name: 'a_b', description: 'Finds', parameters: inputSchema } },
      { type: 'function', function: { name: 'a_b_2', parameters: inputSchema } },
    ]);
    expect([names.real('a_b'), names.real('a_b_2'), names.real('other')]).toEqual(['a.b', 'a/b', 'other']);
    expect(notes).toHaveLength(2);
  });

  test('what is left out is said', () => {
    const { notes } = toChat({ ...ask(text('x')), includeContext: 'thisServer', metadata: { a: 1 } }, 'm');
    expect(notes).toEqual([expect.stringMatching(/includeContext "thisServer"/), expect.stringMatching(/metadata/)]);
  });
});
