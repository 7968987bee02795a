import { useCallback, useMemo, useState } from 'react';
import type { FormState } from '../../parts/schema-form/form-state.ts';
import { hasSecret, mayHoldSecret } from '../../parts/schema-form/masked.ts';
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

/** The arguments typed for a tool, kept over tabs and, as long as there is no secret in them, over restarts. */
export function useArguments(key: string, schema: unknown): Arguments {
  const { page } = useWirebench();
  const text = usePage((state) => state.heldDrafts[key] ?? state.drafts[key]) ?? '';
  const [typed, setTyped] = useState<{ key: string; texts: FormState['texts'] }>();
  const reading = useMemo(() => readArguments(text), [text]);
  const texts = typed?.key === key ? typed.texts : NO_TEXTS;
  const value = 'value' in reading ? reading.value : undefined;
  const state = useMemo<FormState>(() => ({ value: value ?? {}, texts }), [value, texts]);
  const keep = useCallback(
    (next: string, nextReading: ArgumentReading) => {
      const { draft, heldDrafts } = page.getState();
      const secret =
        'value' in nextReading
          ? hasSecret(schema, nextReading.value)
          : heldDrafts[key] !== undefined || mayHoldSecret(schema, next);
      draft(key, next === '' || next === '{}' ? undefined : next, secret);
    },
    [page, key, schema],
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
