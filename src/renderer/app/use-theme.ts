import { useEffect } from 'react';
import { useEntities } from '../store/wirebench.tsx';
import { applyTheme } from '../ui/theme.ts';

/** Keeps the document in the theme of the settings. */
export function useTheme(): void {
  const theme = useEntities((state) => [...state.settings.values()][0]?.theme ?? 'system');
  useEffect(() => {
    const life = new AbortController();
    applyTheme(theme, life.signal);
    return () => life.abort();
  }, [theme]);
}
