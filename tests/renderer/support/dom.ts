import { configure } from '@testing-library/react';
import { vi } from 'vitest';

/** What jsdom lacks and the frame needs: media queries, sizes, scrolling. Dark is what the system prefers, if told. */
export function stubDom({ dark = false }: { dark?: boolean } = {}): void {
  // Views are loaded when first shown, which takes a while on a busy machine.
  configure({ asyncUtilTimeout: 5000 });
  const query = (media: string) => ({
    matches: dark && media.includes('dark'),
    media,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  });
  vi.stubGlobal('matchMedia', query);
  class NoSizes {
    observe = () => undefined;
    unobserve = () => undefined;
    disconnect = () => undefined;
  }
  vi.stubGlobal('ResizeObserver', NoSizes);
  Element.prototype.scrollIntoView = () => undefined;
  Element.prototype.hasPointerCapture = () => false;
}
