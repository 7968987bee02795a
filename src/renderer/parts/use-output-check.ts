import type { SchemaProblem } from '#shared/contract.ts';
import { plainJson } from '#shared/exact-json.ts';
import { isObject } from '#shared/json.ts';
import { useLoad } from '../store/wirebench.tsx';
import { plural } from '../ui/format.ts';
import type { Kind } from '../ui/kind.ts';

export interface OutputCheck {
  readonly kind: Kind | undefined;
  readonly text: string;
  /** Why nothing was checked. */
  readonly title?: string | undefined;
  readonly problems: readonly SchemaProblem[];
}

/** Results whose structured part is checked, bytes. */
const MAX_CHECKED = 1_000_000;
const NONE: readonly SchemaProblem[] = [];

/** How the structured part of a result stands against the tool's `outputSchema`. */
export function useOutputCheck(
  schema: unknown,
  runId: string | undefined,
  result: { value: unknown; cut: boolean; bytes: number } | undefined,
): OutputCheck | undefined {
  const value = isObject(result?.value) ? result.value : undefined;
  const structured = value?.structuredContent;
  // A result that is an error need not fit.
  const failed = value?.isError === true;
  // It goes back to the host as a value: a large one would hold up the page on its way.
  const large = result !== undefined && (result.cut || result.bytes > MAX_CHECKED);
  const checks = schema !== undefined && structured !== undefined && !large && !failed;
  const { value: verdict, error } = useLoad(checks ? `${runId}` : undefined, (host) =>
    host['schema.check']({ schema, value: plainJson(structured) }),
  );
  if (!value || result === undefined) return undefined;
  if (schema === undefined) {
    return structured === undefined ? undefined : { kind: undefined, text: 'No outputSchema', problems: NONE };
  }
  if (failed) return undefined;
  if (large) return { kind: undefined, text: 'Not checked, too large', problems: NONE };
  if (structured === undefined) return { kind: 'wait', text: 'structuredContent missing', problems: NONE };
  if (error !== undefined)
    return { kind: undefined, text: 'Not checked', title: `Not checked: ${error}`, problems: NONE };
  if (!verdict) return undefined;
  if (!verdict.checked) return { kind: undefined, text: 'Not checked', title: verdict.note, problems: NONE };
  const count = verdict.problems.length;
  if (count === 0) return { kind: 'ok', text: 'Matches outputSchema', problems: NONE };
  return { kind: 'wait', text: plural(count, 'schema problem'), problems: verdict.problems };
}
