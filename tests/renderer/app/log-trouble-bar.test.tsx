import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { LogTroubleBar } from '../../../src/renderer/app/log-trouble-bar.tsx';
import { useEntity } from '../../../src/renderer/store/wirebench.tsx';
import { FakeHost } from '../support/fake-host.ts';
import { renderView } from '../support/render-view.tsx';
import { session } from '../support/samples.ts';

function Bar() {
  return <LogTroubleBar session={useEntity('session', 'ses1')} />;
}

test('says that the session is not recorded and why, for as long as that lasts', async () => {
  const host = new FakeHost();
  const logTrouble = 'The log could not be written to /data: ENOSPC: no space left on device.';
  host.put('session', 'ses1', session({ logTrouble }));
  await renderView(host, <Bar />);
  await screen.findByText('This session is not being recorded.');
  expect(screen.getByRole('status').textContent).toContain('ENOSPC: no space left on device');
  host.put('session', 'ses1', session());
  await expect.poll(() => screen.getByRole('status').textContent).toBe('');
});
