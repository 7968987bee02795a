import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAnnouncer } from '../../../src/renderer/ui/announcer.ts';
import { LiveRegion } from '../../../src/renderer/ui/live-region.tsx';
import { Toasts } from '../../../src/renderer/ui/toasts.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

describe('announcer', () => {
  it('speaks one message per 2 s, in order, without duplicates', () => {
    const announcer = createAnnouncer(new AbortController().signal);
    const { container } = render(<LiveRegion announcer={announcer} />);
    const polite = () => container.querySelector('[aria-live="polite"]')?.textContent;
    act(() => {
      for (const text of ['orders-db connected', 'Copied', 'Copied', 'orders-db connected']) announcer.say(text);
    });
    expect(polite()).toBe('orders-db connected');
    pass(1999);
    expect(polite()).toBe('orders-db connected');
    pass(1);
    expect(polite()).toBe('Copied');
    pass(2000);
    expect(polite()).toBe('');
    act(() => announcer.say('Copied'));
    expect(polite()).toBe('Copied');
  });

  it('keeps urgent messages apart and stops with its signal', () => {
    const life = new AbortController();
    const announcer = createAnnouncer(life.signal);
    const { container } = render(<LiveRegion announcer={announcer} />);
    act(() => announcer.say('orders-db asks for input', 'assertive'));
    expect(container.querySelector('[aria-live="assertive"]')?.textContent).toBe('orders-db asks for input');
    life.abort();
    expect(vi.getTimerCount()).toBe(0);
    announcer.say('late', 'assertive');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('lets old messages go when too many wait', () => {
    const announcer = createAnnouncer(new AbortController().signal);
    for (let index = 0; index < 20; index += 1) announcer.say(`m${index}`);
    vi.advanceTimersByTime(2000);
    expect(announcer.current('polite')).toBe('m12');
  });
});

describe('Toasts', () => {
  it('leaves after 6 s, but not while the pointer is on it', () => {
    const gone: string[] = [];
    const dismiss = (id: string) => gone.push(id);
    render(<Toasts toasts={[{ id: 't1', text: 'Recording deleted' }]} onDismiss={dismiss} />);
    const toast = screen.getByText('Recording deleted');
    pass(4000);
    fireEvent.mouseOver(toast);
    pass(60_000);
    expect(gone).toEqual([]);
    fireEvent.mouseOut(toast);
    pass(5999);
    expect(gone).toEqual([]);
    pass(1);
    expect(gone).toEqual(['t1']);
  });

  it('runs its action and leaves', () => {
    const log: string[] = [];
    const toast = { id: 't', text: 'Deleted', action: { label: 'Undo', run: () => log.push('undo') } };
    render(<Toasts toasts={[toast]} onDismiss={(id) => log.push(id)} />);
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(log).toEqual(['undo', 't']);
    expect(screen.getByRole('status').textContent).toContain('Deleted');
  });
});
