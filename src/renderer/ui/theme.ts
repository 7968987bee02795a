export type ThemeChoice = 'system' | 'light' | 'dark';
export type Theme = 'light' | 'dark';

const DARK_QUERY = '(prefers-color-scheme: dark)';

/** What a choice means on this screen right now. */
export function resolveTheme(choice: ThemeChoice): Theme {
  if (choice !== 'system') return choice;
  return window.matchMedia(DARK_QUERY).matches ? 'dark' : 'light';
}

/** Sets `data-theme` on the document and, for `system`, keeps it in step with the system until `signal` aborts. */
export function applyTheme(choice: ThemeChoice, signal: AbortSignal): void {
  const apply = () => document.documentElement.setAttribute('data-theme', resolveTheme(choice));
  apply();
  if (choice === 'system') window.matchMedia(DARK_QUERY).addEventListener('change', apply, { signal });
}

/** The theme the document shows now. */
export function currentTheme(): Theme {
  return document.documentElement.getAttribute('data-theme') === 'dark' ? 'dark' : 'light';
}

/** Calls back after every change of `data-theme`, until `signal` aborts. */
export function onThemeChange(callback: (theme: Theme) => void, signal: AbortSignal): void {
  const observer = new MutationObserver(() => callback(currentTheme()));
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  signal.addEventListener('abort', () => observer.disconnect());
}
