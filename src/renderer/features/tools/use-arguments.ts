import { useCallback, useMemo, useState } from 'react';
import type { FormState } from '../../parts/schema-form/form-state.ts';
import { hasSecret } from '../../parts/schema-form/masked.ts';
import { usePage, useWirebench } from '../../store/wirebench.tsx';
import { type ArgumentReading, readArguments, writeArguments } from './argument-text.ts';

export interface Arguments {
  /** What form and JSON editor both edit. */
  readonly text: string;
  readonly reading: ArgumentReading;
  /** For the form; its value is empty while the text is not JSON. */
  readonly state: FormState;
  readonly setText: (text: string) => void;
  readonly setState: (state: FormState) => void;
}

const NO_TEXTS: FormState['texts'] = {};

/**
 * The arguments typed for a tool, kept over tabs and restarts. While a masked field is filled they stay in this view
 * only, so that no secret is written to disk.
 */
export function useArguments(key: string, schema: unknown): Arguments {
  const { page } = useWirebench();
  const saved = usePage((state) => state.drafts[key]);
  const [secret, setSecret] = useState<{ key: string; text: string }>();
  const [typed, setTyped] = useState<{ key: string; texts: FormState['texts'] }>();
  const text = (secret?.key === key ? secret.text : saved) ?? '';
  const reading = useMemo(() => readArguments(text), [text]);
  const texts = typed?.key === key ? typed.texts : NO_TEXTS;
  const value = 'value' in reading ? reading.value : undefined;
  const state = useMemo<FormState>(() => ({ value: value ?? {}, texts }), [value, texts]);
  const keep = useCallback(
    (next: string, nextReading: ArgumentReading) => {
      const hidden = 'value' in nextReading ? hasSecret(schema, nextReading.value) : secret?.key === key;
      setSecret(hidden ? { key, text: next } : undefined);
      if (!hidden) page.getState().draft(key, next === '' || next === '{}' ? undefined : next);
      else if (page.getState().drafts[key] !== undefined) page.getState().draft(key, undefined);
    },
    [page, key, schema, secret],
  );
  const setText = useCallback(
    (next: string) => {
      setTyped(undefined);
      keep(next, readArguments(next));
    },
    [keep],
  );
  const setState = useCallback(
    (next: FormState) => {
      setTyped({ key, texts: next.texts });
      const written = writeArguments(next.value);
      keep(written, readArguments(written));
    },
    [keep, key],
  );
  return { text, reading, state, setText, setState };
}
