import { Lock } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { writeJson } from '#shared/exact-json.ts';
import type { JsonObject } from '#shared/json.ts';
import { hasSecret } from '../../parts/schema-form/masked.ts';
import { Button } from '../../ui/button.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ArgumentEditor, type ArgumentEditorProps } from './argument-editor.tsx';

/** A call that is over sooner leaves the form as it is, milliseconds: it shall not jump. */
const FOLD_AFTER_MS = 1000;
const VALUE_CHARS = 60;

export interface Folding {
  readonly folded: boolean;
  /** Arguments can be edited again, for a run beside the one under way. */
  readonly unfold: () => void;
}

/** Whether the arguments are folded: while a run of them is under way, until somebody edits them. */
export function useFolding(running: boolean, text: string): Folding {
  const [foldedText, setFoldedText] = useState<string>();
  const latest = useRef(text);
  useEffect(() => {
    latest.current = text;
  }, [text]);
  useEffect(() => {
    setFoldedText(undefined);
    if (!running) return;
    const atStart = latest.current;
    const timer = setTimeout(() => latest.current === atStart && setFoldedText(atStart), FOLD_AFTER_MS);
    return () => clearTimeout(timer);
  }, [running]);
  return { folded: running && foldedText === text, unfold: () => setFoldedText(undefined) };
}

/** The arguments in one line, without their secrets. */
export function argumentLine(schema: unknown, value: JsonObject): string {
  const shown = Object.entries(value).map(([name, one]) => {
    const text = hasSecret(schema, Object.fromEntries([[name, one]])) ? '•••' : writeJson(one);
    return `${name}: ${text.slice(0, VALUE_CHARS)}`;
  });
  return shown.length === 0 ? 'No arguments' : shown.join(', ');
}

export interface FoldingEditorProps extends Omit<ArgumentEditorProps, 'hidden'> {
  readonly folding: Folding;
}

/** S08. While a call runs its arguments are one line; editing them unlocks a second run. */
export function FoldingEditor({ folding, ...editor }: FoldingEditorProps) {
  const { schema, args, boxRef } = editor;
  const { folded, unfold } = folding;
  const edit = useRef<HTMLButtonElement>(null);
  const before = useRef<Element>(undefined);
  // The focus comes out of what is hidden, and goes back.
  useLayoutEffect(() => {
    const now = document.activeElement;
    if (folded && now && boxRef.current?.contains(now)) {
      before.current = now;
      edit.current?.focus();
    } else if (!folded && now === edit.current && before.current instanceof HTMLElement) {
      before.current.focus();
    }
  }, [folded, boxRef]);
  return (
    <>
      <div className="row arg-folded fs12" hidden={!folded}>
        <Icon icon={Lock} size="s" className="t3" />
        <span className="mono el grow">
          <ForeignText text={argumentLine(schema, args.sent ?? {})} limit={300} inert />
        </span>
        <Button ref={edit} size="sm" onClick={unfold}>
          Edit arguments
        </Button>
      </div>
      <ArgumentEditor {...editor} hidden={folded} />
    </>
  );
}
