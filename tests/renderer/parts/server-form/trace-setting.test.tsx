import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { Advanced } from '../../../../src/renderer/parts/server-form/advanced.tsx';
import { changesOf } from '../../../../src/renderer/parts/server-form/changes.ts';
import { configOf, type Draft, draftOfServer, withKept } from '../../../../src/renderer/parts/server-form/draft.ts';
import { FakeHost } from '../../support/fake-host.ts';
import { renderView } from '../../support/render-view.tsx';
import { config } from '../../support/samples.ts';

function Form({ onDraft }: { onDraft: (draft: Draft) => void }) {
  const [draft, setDraft] = useState(draftOfServer(config()));
  const change = (next: Draft) => {
    setDraft(next);
    onDraft(next);
  };
  return <Advanced draft={draft} onDraft={change} />;
}

test('a traceparent with every request is a setting, said among the changes and kept by a draft read again', async () => {
  const saved = config();
  const seen: Draft[] = [];
  const { user } = await renderView(new FakeHost(), <Form onDraft={(draft) => void seen.push(draft)} />);
  await user.click(screen.getByText('Advanced'));
  const box = screen.getByRole<HTMLInputElement>('checkbox', { name: /traceparent with every request/ });
  expect(box.checked).toBe(false);
  await user.click(box);
  const now = seen.at(-1) ?? draftOfServer(saved);
  expect(configOf(now)).toMatchObject({ trace: true });
  expect(changesOf(saved, now)).toEqual([{ label: 'Trace', from: 'on demand', to: 'every request' }]);
  expect(draftOfServer({ ...saved, trace: true }).trace).toBe(true);
  expect(withKept(draftOfServer(saved), [now]).trace).toBe(true);
});
