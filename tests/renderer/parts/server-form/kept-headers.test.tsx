import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import type { ServerConfig } from '#shared/config.ts';
import { Advanced } from '../../../../src/renderer/parts/server-form/advanced.tsx';
import { changesOf } from '../../../../src/renderer/parts/server-form/changes.ts';
import { configOf, type Draft, draftOfServer } from '../../../../src/renderer/parts/server-form/draft.ts';
import { config, http, stdio } from '../../support/samples.ts';

afterEach(cleanup);

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
  const user = userEvent.setup();
  let now = draftOfServer(remote);
  render(
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

test('a server without headers has no such setting', () => {
  const draft = draftOfServer(config({ endpoint: stdio() }));
  render(<Advanced draft={draft} onDraft={() => undefined} />);
  expect(screen.queryByLabelText(LABEL)).toBeNull();
  expect(configOf(draft)).not.toHaveProperty('log');
});
