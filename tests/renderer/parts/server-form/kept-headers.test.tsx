import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import type { ServerConfig } from '#shared/config.ts';
import { Advanced } from '../../../../src/renderer/parts/server-form/advanced.tsx';
import { changesOf } from '../../../../src/renderer/parts/server-form/changes.ts';
import { configOf, type Draft, draftOfServer } from '../../../../src/renderer/parts/server-form/draft.ts';
import { FakeHost } from '../../support/fake-host.ts';
import { renderView } from '../../support/render-view.tsx';
import { config, http, stdio } from '../../support/samples.ts';

const remote: ServerConfig = config({ endpoint: http() });
const LABEL = 'Keep the values of sign-in and cookie headers in the log';
const TITLE = 'Tokens and cookies will stand in the log as they are';

function Form({ onDraft }: { onDraft: (draft: Draft) => void }) {
  const [draft, setDraft] = useState(draftOfServer(remote));
  const change = (next: Draft) => {
    setDraft(next);
    onDraft(next);
  };
  return <Advanced draft={draft} onDraft={change} />;
}

test('keeping headers in the log is warned of, saved, and can be taken back', async () => {
  let now = draftOfServer(remote);
  const { user } = await renderView(
    new FakeHost(),
    <Form
      onDraft={(draft) => {
        now = draft;
      }}
    />,
  );
  await user.click(screen.getByText('Advanced'));
  expect(screen.queryByText(TITLE)).toBeNull();
  await user.click(screen.getByLabelText(LABEL));
  expect(screen.getByText(TITLE)).toBeTruthy();
  expect(configOf(now)).toMatchObject({ log: { headerValues: 'kept' } });
  expect(changesOf(remote, now)).toEqual([{ label: 'Sign-in headers in the log', from: 'hidden', to: 'kept' }]);
  const saved: ServerConfig = { ...remote, log: { headerValues: 'kept' } };
  expect(draftOfServer(saved).keepHeaders).toBe(true);
  await user.click(screen.getByLabelText(LABEL));
  expect(screen.queryByText(TITLE)).toBeNull();
  // Said, not left out: what is left out stays as it was saved.
  expect(configOf(now)).toMatchObject({ log: { headerValues: 'hidden' } });
});

test('a server without headers has no such setting', async () => {
  const draft = draftOfServer(config({ endpoint: stdio() }));
  await renderView(new FakeHost(), <Advanced draft={draft} onDraft={() => undefined} />);
  expect(screen.queryByLabelText(LABEL)).toBeNull();
  expect(configOf(draft)).not.toHaveProperty('log');
});
