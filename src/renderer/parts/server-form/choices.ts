import type { HttpEndpoint, StdioEndpoint } from '#shared/config.ts';
import type { Draft } from './draft.ts';

interface Choice<V extends string> {
  readonly value: V;
  readonly label: string;
}

export const ERA_OPTIONS: readonly Choice<string>[] = [
  { value: 'auto', label: 'Detect, newest first' },
  { value: 'modern', label: 'Modern only' },
  { value: 'legacy', label: 'Legacy only' },
  { value: '2026-07-28', label: 'Exactly 2026-07-28' },
  { value: '2025-11-25', label: 'Exactly 2025-11-25' },
  { value: '2025-06-18', label: 'Exactly 2025-06-18' },
  { value: '2025-03-26', label: 'Exactly 2025-03-26' },
  { value: '2024-11-05', label: 'Exactly 2024-11-05' },
];

export const CONNECT_OPTIONS: readonly Choice<Draft['connect']>[] = [
  { value: 'open', label: 'When opened' },
  { value: 'start', label: 'At start of the app' },
  { value: 'hand', label: 'Only by hand' },
];

export const RESTART_OPTIONS: readonly Choice<Draft['restart']>[] = [
  { value: 'never', label: 'Never by itself' },
  { value: 'on-failure', label: 'When it fails or ends' },
];

export const INHERIT_OPTIONS: readonly Choice<StdioEndpoint['inherit']>[] = [
  { value: 'short', label: 'A short safe list' },
  { value: 'shell', label: 'Those of the login shell' },
  { value: 'all', label: 'Everything this app has' },
];

export const TRANSPORT_OPTIONS: readonly Choice<HttpEndpoint['transport']>[] = [
  { value: 'auto', label: 'Detect' },
  { value: 'streamable', label: 'Streamable HTTP' },
  { value: 'sse', label: 'Older HTTP+SSE' },
];

/** The choice a select reports, if it is one of them. */
export function choiceOf<V extends string>(options: readonly Choice<V>[], value: string): V | undefined {
  return options.find((option) => option.value === value)?.value;
}

/** The words of a choice, as it is shown. */
export function wordsOf(options: readonly Choice<string>[], value: string): string {
  return options.find((option) => option.value === value)?.label ?? value;
}
