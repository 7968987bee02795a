import { type ReactNode, useState } from 'react';
import type { EarlierRun } from '#shared/earlier.ts';
import { writeArguments } from '../../parts/argument-text.ts';
import { EarlierMenu, type EarlierMenuProps } from '../../parts/earlier/earlier-menu.tsx';
import { SaveExample } from '../../parts/earlier/save-example.tsx';
import { useEarlier } from '../../parts/earlier/use-earlier.ts';
import { useEarlierKeys } from '../../parts/earlier/use-earlier-keys.ts';
import { readDraft } from '../../parts/read-draft.ts';

type Values = Record<string, string>;

export interface EarlierPromptsOptions {
  readonly serverId: string;
  /** Name of the prompt. */
  readonly name: string;
  readonly values: Values;
  readonly setValues: (values: Values) => void;
}

export interface EarlierPrompts {
  /** Earlier arguments and saved examples; `get` is called with those that are to be used at once. */
  readonly menu: (get: (values: Values) => void) => ReactNode;
  /** Keeps the arguments as an example. */
  readonly save: ReactNode;
}

const WORDS: Readonly<Partial<Record<EarlierRun['status'], ReturnType<EarlierMenuProps['wordsOf']>>>> = {
  done: { kind: 'ok', word: 'Completed' },
  failed: { kind: 'err', word: 'Failed' },
  cancelled: { kind: 'ntf', word: 'Stopped' },
};
const NO_RESULT = { kind: 'ntf', word: 'No result seen' } as const;

/** What was typed, as the JSON text of the arguments: an empty one is not sent. */
const textOf = (values: Values): string =>
  writeArguments(Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '')));

/** S12. What a prompt was fetched with before, and saved arguments, by menu and by keys. */
export function useEarlierPrompts({ serverId, name, values, setValues }: EarlierPromptsOptions): EarlierPrompts {
  const earlier = useEarlier(serverId, 'prompt', name);
  const [saving, setSaving] = useState(false);
  const text = textOf(values);
  const fill = (chosen: string) => setValues(readDraft(chosen));
  useEarlierKeys({ text, setText: fill }, earlier, () => setSaving(true));
  return {
    menu: (get) => (
      <EarlierMenu
        earlier={earlier}
        text={text}
        onChoose={fill}
        onRun={(chosen) => {
          fill(chosen);
          get(readDraft(chosen));
        }}
        wordsOf={({ status }) => WORDS[status] ?? NO_RESULT}
      />
    ),
    save: (
      <SaveExample earlier={earlier} text={text} disabled={false} open={saving} onOpen={setSaving} compact={false} />
    ),
  };
}
