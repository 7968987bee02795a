import { act, screen } from '@testing-library/react';
import { expect } from 'vitest';
import type { Wirebench } from '../../../src/renderer/store/wirebench.tsx';

/** Leaves a view that goes while the inbox is open, and comes back to its rows. `meanwhile` happens in between. */
export async function leaveAndReturn(
  { page }: Pick<Wirebench, 'page'>,
  meanwhile: () => void = () => undefined,
): Promise<void> {
  act(() => page.getState().set({ inboxOpen: true }));
  expect(screen.queryByRole('treegrid')).toBeNull();
  await act(async () => meanwhile());
  act(() => page.getState().set({ inboxOpen: false }));
  await screen.findByRole('treegrid');
}
