import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { beforeAll, expect, test } from 'vitest';
import { useDetection } from '../../../src/renderer/parts/use-detection.ts';
import { stubDom } from '../support/dom.ts';
import { FakeHost } from '../support/fake-host.ts';
import { renderView } from '../support/render-view.tsx';

beforeAll(() => stubDom());

const seen: { text: string; settled: boolean }[] = [];

function Asking() {
  const [text, setText] = useState('');
  const { settled } = useDetection(text);
  seen.push({ text, settled });
  return (
    <button type="button" onClick={() => setText('npx everything')}>
      Paste
    </button>
  );
}

test('an answer to an earlier text never stands for a newer one, not even for one drawing', async () => {
  const { user } = await renderView(new FakeHost(), <Asking />);
  await waitFor(() => expect(seen.at(-1)).toEqual({ text: '', settled: true }));
  await user.click(screen.getByRole('button', { name: 'Paste' }));
  expect(seen.find(({ text }) => text !== '')).toEqual({ text: 'npx everything', settled: false });
  await waitFor(() => expect(seen.at(-1)).toEqual({ text: 'npx everything', settled: true }));
});
