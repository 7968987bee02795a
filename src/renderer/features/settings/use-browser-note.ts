import { isKeptByBrowser } from '../../parts/keys/key-rules.ts';
import { useWirebench } from '../../store/wirebench.tsx';

/** Says of keys that a browser acts on them itself; undefined for others, and in a window of the desktop app. */
export function useBrowserNote(): (shortcut: string) => string | undefined {
  const { app } = useWirebench();
  return (shortcut) =>
    app.shell === 'browser' && isKeptByBrowser(shortcut)
      ? 'The browser keeps these keys for itself. They work in the desktop app.'
      : undefined;
}
