import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { ErrorBoundary } from '../../../src/renderer/ui/error-boundary.tsx';

function Fragile({ value }: { readonly value: { text?: string } }) {
  if (value.text === undefined) throw new Error('The value has no text');
  return <p>{value.text}</p>;
}

test('an error while drawing stays in its place, says why, and can be tried again', async () => {
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const value: { text?: string } = {};
  render(
    <>
      <p>neighbour</p>
      <ErrorBoundary what="This view" note="The server goes on.">
        <Fragile value={value} />
      </ErrorBoundary>
    </>,
  );
  expect(screen.getByRole('alert').textContent).toContain('This view could not be drawn');
  expect(screen.getByRole('alert').textContent).toContain('The value has no text');
  expect(screen.getByText('neighbour')).toBeTruthy();
  value.text = 'drawn';
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(screen.getByText('drawn')).toBeTruthy();
  quiet.mockRestore();
});
