import { useEffect, useRef } from 'react';
import { useFeedback } from '../../ui/feedback.tsx';
import { isCovered } from '../../ui/is-dialog-open.ts';
import { hasMod } from '../../ui/platform.ts';
import { useStable } from '../../ui/use-stable.ts';
import { readArguments, writeArguments } from '../argument-text.ts';
import type { Earlier } from './use-earlier.ts';

/** Kept texts are on one line; in the editor they stand as a person would write them. */
export function asDraft(text: string): string {
  const reading = readArguments(text);
  return 'value' in reading ? writeArguments(reading.value) : text;
}

/** What was typed for a tool or prompt, as JSON text. */
export interface TypedArguments {
  readonly text: string;
  readonly setText: (text: string) => void;
}

interface Walk {
  /** Runs as they were when the walk began. */
  readonly texts: readonly string[];
  /** What was typed before; place 0. */
  readonly typed: string;
  readonly at: number;
  /** What the walk put into the form: anything else there ends it. */
  readonly put: string;
}

/** Alt+Up and Alt+Down walk through the arguments of earlier runs, back to what was typed; Mod+D saves them. */
export function useEarlierKeys(args: TypedArguments, earlier: Earlier, onSave: () => void): void {
  const { announce } = useFeedback();
  const walk = useRef<Walk>(undefined);
  const go = async (by: 1 | -1) => {
    let now = walk.current?.put === args.text ? walk.current : undefined;
    if (!now) {
      const { runs } = await earlier.reload();
      const texts = runs.map(({ text }) => asDraft(text)).filter((text) => text !== args.text);
      now = { texts, typed: args.text, at: 0, put: args.text };
    }
    const at = Math.min(now.texts.length, Math.max(0, now.at + by));
    const put = at === 0 ? now.typed : (now.texts[at - 1] ?? now.typed);
    walk.current = { ...now, at, put };
    if (at === now.at) return announce(by > 0 ? 'No earlier arguments' : 'No later arguments');
    args.setText(put);
    announce(at === 0 ? 'Your arguments' : `Earlier arguments, ${at} of ${now.texts.length}`);
  };
  const press = useStable((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || isCovered()) return;
    const save = hasMod(event) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'd';
    const step = event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey;
    if (save) onSave();
    else if (step && event.key === 'ArrowUp') void go(1);
    else if (step && event.key === 'ArrowDown') void go(-1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  useEffect(() => {
    window.addEventListener('keydown', press, true);
    return () => window.removeEventListener('keydown', press, true);
  }, [press]);
}
