import { useCallback, useMemo, useState } from 'react';
import { type JsonFolds, type JsonLine, jsonLines } from './json-lines.ts';

export interface JsonView {
  readonly lines: readonly JsonLine[];
  /** Opens or closes a line that folds. */
  readonly setOpen: (line: JsonLine, open: boolean) => void;
  /** Caret, Enter or "show more": the one thing a line can do. */
  readonly press: (line: JsonLine) => void;
}

interface Choices {
  readonly open: ReadonlyMap<string, boolean>;
  readonly pages: ReadonlyMap<string, number>;
}

const NO_CHOICES: Choices = { open: new Map(), pages: new Map() };

/** What is open in a JSON tree, and the lines that follow from it. Choices are kept by path while the value changes. */
export function useJsonFolds(
  value: unknown,
  given: Pick<JsonFolds, 'openDepth' | 'opened' | 'forced' | 'columns'>,
): JsonView {
  const { openDepth, opened, forced, columns } = given;
  const [choices, setChoices] = useState(NO_CHOICES);
  const lines = useMemo(
    () => jsonLines(value, { openDepth, opened, forced, columns, ...choices }),
    [value, openDepth, opened, forced, columns, choices],
  );
  const setOpen = useCallback((line: JsonLine, open: boolean) => {
    setChoices((before) => ({ ...before, open: new Map(before.open).set(line.id, open) }));
  }, []);
  const press = useCallback(
    (line: JsonLine) => {
      if (line.foldable) setOpen(line, line.kind !== 'open');
      else if (line.kind === 'more') {
        setChoices((before) => {
          const pages = new Map(before.pages).set(line.id, (before.pages.get(line.id) ?? 0) + 1);
          return { ...before, pages };
        });
      }
    },
    [setOpen],
  );
  return { lines, setOpen, press };
}
