import { expect, test } from 'vitest';
import { NoReply, ReplyGatherer } from '../../../../src/host/providers/gather-reply.ts';
import { ToolNames } from '../../../../src/host/providers/tool-names.ts';

type Chunk = Parameters<ReplyGatherer['add']>[0];

/** Takes chunks as a provider sends them, whatever it sends. */
function gathered(...chunks: unknown[]): ReplyGatherer {
  const gatherer = new ReplyGatherer();
  for (const chunk of chunks) gatherer.add(chunk as Chunk); // nobody checked it
  return gatherer;
}
const delta = (part: unknown, finish: unknown = null) => ({ choices: [{ delta: part, finish_reason: finish }] });
const end = (gatherer: ReplyGatherer) => gatherer.end(new ToolNames(), 'm');

test('[SEC-13] what is of another type than it should be is left out', () => {
  const reply = end(
    gathered(
      { choices: [null] },
      { choices: ['x'], usage: 5 },
      {
        ...delta({ content: { a: 1 }, tool_calls: 7, refusal: [] }),
        usage: { prompt_tokens: '5', completion_tokens: 2 },
      },
      delta({ content: 'Hi' }, { a: 1 }),
      delta({}, 'constructor'),
    ),
  );
  expect(reply).toEqual({
    result: { role: 'assistant', content: { type: 'text', text: 'Hi' }, model: 'm', stopReason: 'constructor' },
    usage: { input: 0, output: 2 },
  });
});

test('[SEC-13] a tool use whose parts are of other types does not lift the limit of a reply', () => {
  const call = (args: unknown) =>
    delta({ tool_calls: [{ index: 'x', id: 5, function: { name: {}, arguments: args } }] });
  expect(() => gathered(call('{}'), ...Array.from({ length: 9 }, () => call('x'.repeat(1_000_000))))).toThrow(NoReply);
  const reply = end(gathered(call('{"a":1}'), delta({}, 'tool_calls')));
  expect(reply.result.content).toEqual({ type: 'tool_use', id: 'call_1', name: '', input: { a: 1 } });
});

test('[SEC-13] arguments that nest without end are no arguments', () => {
  const args = `{"a":${'['.repeat(5000)}${']'.repeat(5000)}}`;
  const whole = gathered(delta({ tool_calls: [{ index: 0, function: { name: 'look', arguments: args } }] }, 'stop'));
  expect(() => end(whole)).toThrow(/no JSON object, or nest too deep/);
});
