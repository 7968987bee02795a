import { screen, waitFor } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import type { PendingInput } from '#shared/entities.ts';
import { AlwaysMenu } from '../../../../src/renderer/parts/ask/always-menu.tsx';
import { RuleNote } from '../../../../src/renderer/parts/ask/rule-note.tsx';
import { createAnnouncer } from '../../../../src/renderer/ui/announcer.ts';
import { FeedbackProvider } from '../../../../src/renderer/ui/feedback.tsx';
import { stubDom } from '../../support/dom.ts';
import { FakeHost } from '../../support/fake-host.ts';
import { renderView } from '../../support/render-view.tsx';
import { pending } from '../../support/samples.ts';

beforeAll(() => stubDom());

const MARK = { id: 'r1', title: 'Decline forms of orders-db, tool refund' };

async function openMenu(ask: PendingInput, reply: string | undefined) {
  const host = new FakeHost();
  host.put('pending', ask.id, ask);
  const announcer = createAnnouncer(new AbortController().signal);
  const view = await renderView(
    host,
    <FeedbackProvider announcer={announcer}>
      <AlwaysMenu ask={ask} reply={reply} />
    </FeedbackProvider>,
  );
  await view.user.click(screen.getByRole('button', { name: /^Always reply for this/ }));
  return { host, ...view };
}

test('a reply becomes a rule for the same asks, and that can be undone', async () => {
  const ask = pending({ tool: 'refund' });
  const { host, user } = await openMenu(ask, '{"amount":1}');
  await user.click(await screen.findByRole('menuitem', { name: 'Always reply like this for this tool' }));
  expect(host.inputs('rule.fromAsk')).toEqual([{ pendingId: ask.id, action: { do: 'reply', text: '{"amount":1}' } }]);
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(host.get('rules', 'rules').profiles[0]?.rules).toEqual([]));
});

test('without a reply only the other ways are offered; made-up values are for forms', async () => {
  await openMenu(pending({ kind: 'sampling', method: 'sampling/createMessage' }), undefined);
  const reply = await screen.findByRole('menuitem', { name: /Always reply like this for this server/ });
  expect(reply.getAttribute('aria-disabled')).toBe('true');
  expect(screen.getByRole('menuitem', { name: 'Always decline for this server' })).toBeTruthy();
  expect(screen.queryByRole('menuitem', { name: /made-up/ })).toBeNull();
});

test.each<[string, Partial<PendingInput>, string, string]>([
  ['a rule that waits', { rule: MARK, ruleDueAt: Date.now() + 90_000 }, 'A rule answers in', MARK.title],
  ['a provider that is asked', { rule: MARK }, 'A provider is asked by a rule', 'You can answer first'],
  ['a rule that could not', { rule: MARK, ruleFailed: 'it has a pattern' }, 'could not answer', 'it has a pattern'],
  ['a rule for an older form', { ruleMissed: MARK }, 'no longer answers', 'the schema has changed'],
  [
    'a rule that has answered enough',
    { ruleStopped: { ...MARK, answers: 10 }, operationId: 'op1' },
    'A rule answers no more in this call, so you are asked',
    `${MARK.title}: it has answered 10 times.`,
  ],
  [
    'a rule that answered enough beside calls',
    { ruleStopped: { ...MARK, answers: 50 } },
    'A rule answers no more for now, so you are asked',
    `${MARK.title}: it has answered 50 times.`,
  ],
  ['what a rule answered', { rule: MARK, status: 'declined', answeredBy: 'rule' }, 'Answered by a rule', MARK.title],
])('%s is said in the sheet', async (_what, over, title, text) => {
  const { container } = await renderView(new FakeHost(), <RuleNote ask={pending(over)} />);
  expect(container.textContent).toContain(title);
  expect(container.textContent).toContain(text);
});
