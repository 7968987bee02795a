import { describe, expect, it } from 'vitest';
import type { PendingInput } from '#shared/entities.ts';
import { type AnswerPolicy, elicitPolicy, replyTo, rootsOf } from '../../../src/cli/headless/answer-policy.ts';

const policy = (more: Partial<AnswerPolicy> = {}): AnswerPolicy => ({
  elicit: 'decline',
  sample: undefined,
  yes: false,
  ...more,
});

function pending(kind: PendingInput['kind'], params: Record<string, unknown> = {}): PendingInput {
  return {
    id: '1',
    sessionId: 's',
    serverId: 'v',
    kind,
    method: 'm',
    via: 'server-request',
    params,
    operationCertain: true,
    createdAt: 0,
    status: 'waiting',
  };
}

const form = pending('form', {
  requestedSchema: {
    type: 'object',
    properties: {
      name: { type: 'string' },
      age: { type: 'integer', minimum: 18 },
      color: { type: 'string', default: 'green' },
      note: { type: 'string' },
    },
    required: ['name', 'age'],
  },
});

describe('replyTo', () => {
  it('a form that was shortened is not filled with defaults', () => {
    const cut = { ...form, cutFrom: 1_000_000 };
    expect(replyTo(cut, policy({ elicit: 'defaults' }))).toEqual({ action: 'decline' });
    expect(replyTo(cut, policy({ elicit: { json: { a: 1 } } }))).toEqual({ action: 'accept', content: { a: 1 } });
  });

  it('fills defaults, and makes up only what is required', () => {
    const content = { name: 'sample', age: 18, color: 'green' };
    expect(replyTo(form, policy({ elicit: 'defaults' }))).toEqual({ action: 'accept', content });
  });

  it('declines, cancels, or sends what it was given', () => {
    expect(replyTo(form, policy())).toEqual({ action: 'decline' });
    expect(replyTo(form, policy({ elicit: 'cancel' }))).toEqual({ action: 'cancel' });
    const given = elicitPolicy('json:{"name":"Ada"}');
    expect(replyTo(form, policy({ elicit: given }))).toEqual({ action: 'accept', content: { name: 'Ada' } });
  });

  it('a page is only opened with --yes, defaults or not', () => {
    expect(replyTo(pending('url'), policy({ elicit: 'defaults' }))).toEqual({ action: 'decline' });
    expect(replyTo(pending('url'), policy({ yes: true }))).toEqual({ action: 'accept' });
  });

  it('[SAMP-03] a model reply ends where a model would have to stop', () => {
    const reply = (maxTokens: unknown) => replyTo(pending('sampling', { maxTokens }), policy({ sample: '123456789' }));
    expect(reply(2)).toMatchObject({ content: { content: { text: '12345678' }, stopReason: 'maxTokens' } });
    for (const enough of [3, 1e9, undefined, 'odd', Number.NaN])
      expect(reply(enough)).toMatchObject({ content: { content: { text: '123456789' }, stopReason: 'endTurn' } });
  });

  it('a model reply is a CreateMessageResult with the given text', () => {
    expect(replyTo(pending('sampling'), policy())).toEqual({ action: 'decline' });
    expect(replyTo(pending('sampling'), policy({ sample: 'hi' }))).toMatchObject({
      action: 'accept',
      content: { role: 'assistant', content: { type: 'text', text: 'hi' }, stopReason: 'endTurn' },
    });
  });
});

it('roots are file addresses of absolute folders', () => {
  expect(rootsOf(['/tmp/a b'])).toEqual([{ uri: 'file:///tmp/a%20b', name: 'a b' }]);
  expect(rootsOf(['x'])[0]?.uri).toMatch(/^file:\/\/\/.+\/x$/);
});
