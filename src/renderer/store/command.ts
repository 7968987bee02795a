import type { LucideIcon } from 'lucide-react';

/** One thing a person can do; palette, menu, toolbar and keyboard read the same list. */
export interface Command {
  /** Dotted, stable: `server.restart`. */
  id: string;
  title: string;
  group: string;
  icon?: LucideIcon;
  /** Keys as `mod+shift+k`; `mod` is Cmd on macOS and Ctrl elsewhere. */
  shortcut?: string | undefined;
  /** Why it cannot be run now; undefined when it can. */
  disabled?: string | undefined;
  run(): void;
}
