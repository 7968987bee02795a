import { useCallback, useMemo, useState } from 'react';
import { isJsonObject } from '#shared/exact-json.ts';
import type { JsonObject } from '#shared/json.ts';
import { type ArgumentReading, editedArguments, readArguments } from '../../parts/argument-text.ts';
import { withDefaults } from '../../parts/schema-form/default-values.ts';
import type { FormState } from '../../parts/schema-form/form-state.ts';
import { hasSecret, mayHoldSecret } from '../../parts/schema-form/masked.ts';
import { usePage, useWirebench } from '../../store/wirebench.tsx';

/** Defaults of the schema that are not typed out. */
export interface Defaults {
  /** Whether they are sent. */
  readonly on: boolean;
  /** JSON pointers of those that could be sent now. */
  readonly open: readonly string[];
  readonly set: (on: boolean) => void;
}

export interface Arguments {
  /** What form and JSON editor both edit. */
  readonly text: string;
  readonly reading: ArgumentReading;
  /** For the form; its value is empty while the text is not JSON. */
  readonly state: FormState;
  /** What is sent: the value, with defaults when they are to be sent; undefined while the text is no JSON object. */
  readonly sent: JsonObject | undefined;
  readonly defaults: Defaults;
  readonly setText: (text: string) => void;
  readonly setState: (state: FormState) => void;
}

const NOTHING_TYPED: Pick<FormState, 'texts' | 'aside'> = { texts: {} };

/** The arguments typed for a tool, kept over tabs and, as long as there is no secret in them, over restarts. */
export function useArguments(key: string, schema: unknown): Arguments {
  const { page } = useWirebench();
  const text = usePage((state) => state.heldDrafts[key] ?? state.drafts[key]) ?? '';
  const [typed, setTyped] = useState<{ key: string } & Pick<FormState, 'texts' | 'aside'>>();
  const reading = useMemo(() => readArguments(text), [text]);
  const { texts, aside } = typed?.key === key ? typed : NOTHING_TYPED;
  const value = 'value' in reading ? reading.value : undefined;
  const state = useMemo<FormState>(
    () => ({ value: value ?? {}, texts, ...(aside && { aside }) }),
    [value, texts, aside],
  );
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
      setTyped(next === '' || !aside ? undefined : { key, texts: {}, aside });
      keep(next, readArguments(next));
    },
    [keep, key, aside],
  );
  const setState = useCallback(
    (next: FormState) => {
      setTyped({ key, texts: next.texts, ...(next.aside && { aside: next.aside }) });
      const written = editedArguments(text, value, next.value);
      keep(written, readArguments(written));
    },
    [keep, key, text, value],
  );
  const defaults = useDefaults(key, schema, value);
  return { text, reading, state, sent: defaults.sent, defaults, setText, setState };
}

const ON = 'on';

function useDefaults(key: string, schema: unknown, value: JsonObject | undefined): Defaults & Pick<Arguments, 'sent'> {
  const { page } = useWirebench();
  const place = `${key}/defaults`;
  const on = usePage((state) => state.drafts[place]) === ON;
  const filled = useMemo(() => withDefaults(schema, value ?? {}), [schema, value]);
  const set = useCallback((next: boolean) => page.getState().draft(place, next ? ON : undefined), [page, place]);
  const sent = value && on && isJsonObject(filled.value) ? filled.value : value;
  return { on, open: filled.added, set, sent };
}
