import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { IconNotes, OwnIcon } from '../../../src/renderer/parts/own-icon.tsx';
import { FakeHost } from '../support/fake-host.ts';
import { renderView } from '../support/render-view.tsx';

const at = (place: number) => ({ sessionId: 'ses1', of: 'tools' as const, epoch: 1, at: place });
const PNG = 'data:image/png;base64,AAAA';

test('[META-06] icons on show are asked for in few calls and drawn as images', async () => {
  const host = new FakeHost();
  host.on('icon.list', (input) => ({ icons: input.at.map((place) => ({ light: `${PNG}${place}`, refused: [] })) }));
  const rows = Array.from({ length: 50 }, (_, place) => place);
  const view = (
    <>
      {rows.map((place) => (
        <OwnIcon key={place} of={at(place)} />
      ))}
    </>
  );
  const { container } = await renderView(host, view);
  await waitFor(() => expect(container.querySelectorAll('img')).toHaveLength(50));
  expect(host.inputs('icon.list').map((input) => input.at.length)).toEqual([24, 24, 2]);
  expect(container.querySelectorAll('img')[7]?.getAttribute('src')).toBe(`${PNG}7`);
});

test('[META-10] light and dark have one image each where they differ', async () => {
  const host = new FakeHost();
  host.on('icon.list', () => ({ icons: [{ light: `${PNG}l`, dark: `${PNG}d`, refused: [] }] }));
  const { container } = await renderView(host, <OwnIcon of={at(0)} />);
  await waitFor(() => expect(container.querySelector('.on-light')?.getAttribute('src')).toBe(`${PNG}l`));
  expect(container.querySelector('.on-dark')?.getAttribute('src')).toBe(`${PNG}d`);
});

test('[META-09] what is not drawn is named with its reason', async () => {
  const host = new FakeHost();
  host.on('icon.list', () => ({ icons: [{ refused: [{ src: 'http://a/i.png', why: 'It must be data.' }] }] }));
  const { user } = await renderView(host, <IconNotes of={at(0)} />);
  await user.click(await screen.findByText('1 icon not drawn'));
  expect(screen.getByText('http://a/i.png')).toBeTruthy();
  expect(screen.getByText('It must be data.')).toBeTruthy();
});

/** One icon in large, which is there again from the second step, and many others in the step after. */
function Steps() {
  const [step, setStep] = useState(0);
  return (
    <>
      <button type="button" onClick={() => setStep(step + 1)}>
        Go on
      </button>
      {step > 0 && <OwnIcon of={at(0)} size="l" />}
      {Array.from({ length: step === 2 ? 400 : 1 }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a place is a key
        <OwnIcon key={place} of={at(place + step)} />
      ))}
    </>
  );
}

test('an icon on show stays when many others were shown since', async () => {
  const host = new FakeHost();
  host.on('icon.list', (input) => ({ icons: input.at.map((place) => ({ light: `${PNG}${place}`, refused: [] })) }));
  const { container, user } = await renderView(host, <Steps />);
  await waitFor(() => expect(container.querySelectorAll('img')).toHaveLength(1));
  const goOn = screen.getByRole('button', { name: 'Go on' });
  for (const count of [2, 401]) {
    await user.click(goOn);
    await waitFor(() => expect(container.querySelectorAll('img')).toHaveLength(count));
  }
  await user.click(goOn);
  expect(container.querySelector('img.l')?.getAttribute('src')).toBe(`${PNG}0`);
});
