import { useCallback, useEffect, useMemo, useState } from 'react';
import type { SchemaProblem } from '#shared/contract.ts';
import { plainJson } from '#shared/exact-json.ts';
import { useWirebench } from '../../store/wirebench.tsx';
import { type FormState, joinProblems, typedProblems } from './form-state.ts';

export interface Problems {
  readonly list: readonly SchemaProblem[];
  /** Why the arguments could not be checked, if they could not. */
  readonly note: string | undefined;
  /** True once the newest arguments were checked. */
  readonly settled: boolean;
  /** Checks at once, for a run that shall not wait for the pause. */
  readonly check: () => Promise<readonly SchemaProblem[]>;
}

interface Verdict {
  value: unknown;
  problems: SchemaProblem[];
  note: string | undefined;
}

const PAUSE_MS = 250;
const NONE: SchemaProblem[] = [];

/** What is wrong with the arguments: what was typed, then what the host says of them against the schema. */
export function useProblems(schema: unknown, state: FormState, sent: unknown): Problems {
  const { link } = useWirebench();
  const [verdict, setVerdict] = useState<Verdict>();
  const value = sent ?? state.value;
  const ask = useCallback(async (): Promise<Verdict> => {
    try {
      const { problems, note } = await link.client()['schema.check']({ schema, value: plainJson(value) });
      return { value, problems, note };
    } catch (error) {
      // A check that cannot be made stops nobody from sending.
      return { value, problems: NONE, note: `Not checked: ${error instanceof Error ? error.message : String(error)}` };
    }
  }, [link, schema, value]);
  useEffect(() => {
    let current = true;
    const timer = setTimeout(() => void ask().then((found) => current && setVerdict(found)), PAUSE_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [ask]);
  const typed = useMemo(() => typedProblems(state), [state]);
  const list = useMemo(() => joinProblems(typed, verdict?.problems ?? NONE), [typed, verdict]);
  const check = useCallback(async () => {
    const found = await ask();
    setVerdict(found);
    return joinProblems(typed, found.problems);
  }, [ask, typed]);
  return { list, note: verdict?.note, settled: verdict?.value === value, check };
}
