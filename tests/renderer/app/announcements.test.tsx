import { waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useAnnouncements } from '../../../src/renderer/app/use-announcements.ts';
import { FeedbackProvider } from '../../../src/renderer/ui/feedback.tsx';
import { FakeHost } from '../support/fake-host.ts';
import { renderView } from '../support/render-view.tsx';
import { pending, server } from '../support/samples.ts';

function Page() {
  useAnnouncements();
  return null;
}

test('an ask that a rule will answer is spoken of only once the rule failed', async () => {
  const host = new FakeHost();
  host.put('server', 'srv1', server());
  const say = vi.fn();
  const announcer = { say, current: () => '', subscribe: () => () => undefined };
  const { wirebench } = await renderView(
    host,
    <FeedbackProvider announcer={announcer}>
      <Page />
    </FeedbackProvider>,
  );
  const rule = { id: 'r1', title: 'Later' };
  const seen = (id: string) => waitFor(() => expect(wirebench.entities.getState().pending.has(id)).toBe(true));
  host.put('pending', 'ruled', pending({ id: 'ruled', rule }));
  await seen('ruled');
  expect(say).not.toHaveBeenCalled();
  host.put('pending', 'ruled', pending({ id: 'ruled', rule, ruleFailed: 'The provider is gone.' }));
  await waitFor(() => expect(say).toHaveBeenCalledWith('orders-db asks for input, 1 waiting', 'assertive'));
});
