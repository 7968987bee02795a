import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { cutText, foreignSegments } from '../../../src/renderer/ui/foreign-segments.ts';
import { ForeignText } from '../../../src/renderer/ui/foreign-text.tsx';

afterEach(cleanup);

describe('ForeignText', () => {
  it('names what would hide or reorder text', () => {
    const { container } = render(<ForeignText text={'pay\u202Ecod.exe\u0007 \u200b\u{e0041}end'} />);
    expect(container.textContent).toBe('pay[U+202E]cod.exe[U+0007] [U+200B][U+E0041]end');
    expect(container.querySelectorAll('.foreign-ch')).toHaveLength(3);
  });

  it('draws markup as text', () => {
    const { container } = render(<ForeignText text={'<img src=x onerror=alert(1)> [link](javascript:1)'} />);
    expect(container.querySelector('img, a')).toBeNull();
    expect(container.textContent).toContain('<img src=x');
  });

  it('folds over the limit, opens and folds again', async () => {
    const user = userEvent.setup();
    const { container } = render(<ForeignText text={'x'.repeat(700)} limit={600} />);
    expect(container.querySelector('.foreign')?.firstChild?.textContent).toHaveLength(600);
    await user.click(screen.getByRole('button', { name: 'Show all (700 characters)' }));
    expect(container.querySelector('.foreign')?.firstChild?.textContent).toHaveLength(700);
    await user.click(screen.getByRole('button', { name: 'Show less' }));
    expect(screen.getByRole('button', { name: /Show all/ })).toBeDefined();
  });

  it('opens very long text in bounded steps', async () => {
    const user = userEvent.setup();
    const { container } = render(<ForeignText text={'y'.repeat(1_000_000)} limit={128} />);
    await user.click(screen.getByRole('button', { name: /Show more/ }));
    expect(container.textContent?.length).toBeLessThan(25_000);
    expect(screen.getByRole('button', { name: /979,872 characters left/ })).toBeDefined();
  });

  it('has no button where it must stay inert', () => {
    const { container } = render(<ForeignText text={'z'.repeat(300)} limit={128} inert />);
    expect(screen.queryByRole('button')).toBeNull();
    expect(container.textContent).toBe(`${'z'.repeat(128)}…`);
  });

  it('never cuts a surrogate pair and names lone halves', () => {
    expect(cutText('ab😀', 3)).toBe('ab');
    expect(foreignSegments('a\ud800b')).toEqual([{ text: 'a' }, { name: '[U+D800]' }, { text: 'b' }]);
  });

  it('leaves ordinary scripts, emoji joiners, tabs and newlines alone', () => {
    const text = 'שלום ‌نمی‌خواهم 日本語 👩‍👩‍👧 e\u0301\t\nnext\r\nline';
    expect(foreignSegments(text)).toEqual([{ text: text.replace('\r\n', '\n') }]);
  });
});
