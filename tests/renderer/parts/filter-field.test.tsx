import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { FilterField } from '../../../src/renderer/parts/filter-field.tsx';

afterEach(cleanup);

test('a slash goes to the filter, but not while something is typed, in the code editor too', async () => {
  const user = userEvent.setup();
  render(
    <>
      <FilterField label="Filter" value="" onValue={() => undefined} />
      <button type="button">Elsewhere</button>
      <div className="monaco-editor">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: stands for the element in which the code editor takes its keys */}
        <div tabIndex={0} data-testid="editor" />
      </div>
    </>,
  );
  const filter = screen.getByRole('searchbox', { name: 'Filter' });
  screen.getByTestId('editor').focus();
  await user.keyboard('/');
  expect(document.activeElement).toBe(screen.getByTestId('editor'));
  screen.getByRole('button', { name: 'Elsewhere' }).focus();
  await user.keyboard('/');
  expect(document.activeElement).toBe(filter);
  expect(filter).toHaveProperty('value', '');
});
