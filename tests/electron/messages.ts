/** What a page's isolated world sends to the main process. */
export type FromPage =
  | { op: 'send'; channel: string; args: unknown[] }
  | { op: 'invoke'; channel: string; args: unknown[]; call: number }
  | { op: 'port-message'; port: number; data: unknown }
  | { op: 'port-close'; port: number }
  | { op: 'open-window'; url: string }
  | { op: 'preload-error'; message: string };

/** What the main process sends to a page's isolated world. */
export type ToPage =
  | { op: 'event'; channel: string; args: unknown[]; ports: number[] }
  | { op: 'reply'; call: number; value?: unknown; error?: string }
  | { op: 'port-message'; port: number; data: unknown }
  | { op: 'port-close'; port: number };

/** The name that Playwright and the debugger know Electron's preload world by. */
export const worldName = 'Electron Isolated Context';
/** The function through which the isolated world reaches the main process. */
export const bindingName = '__standInIpc';
/** The function through which the main process reaches the isolated world. */
export const deliverName = '__standInDeliver';
