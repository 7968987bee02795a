import { isObject } from '../json.ts';
import type { Expect } from './run-script.ts';

/** How a step ended, as far as an expectation looks at it. */
export interface StepEnd {
  ok: boolean;
  /** One JSON document: the result as the server sent it, or `{"error": …}`. */
  json: string;
  /** Code of the JSON-RPC error. */
  code?: number;
  /** Why it failed. */
  problem?: string;
}

/** True when `value` holds everything of `wanted`; objects may hold more, arrays may not. */
function holds(value: unknown, wanted: unknown): boolean {
  if (Array.isArray(wanted)) {
    return Array.isArray(value) && value.length === wanted.length && wanted.every((one, at) => holds(value[at], one));
  }
  if (isObject(wanted)) {
    return (
      isObject(value) &&
      Object.entries(wanted).every(([key, one]) => Object.hasOwn(value, key) && holds(value[key], one))
    );
  }
  return Object.is(value, wanted);
}

/** What a step's result lacks of what was expected, or undefined when all is there. */
export function unmet(result: StepEnd, expect: Expect | undefined): string | undefined {
  const wantOk = expect?.ok ?? expect?.code === undefined;
  if (result.ok !== wantOk) return result.ok ? 'It ended without an error.' : (result.problem ?? 'It failed.');
  if (expect?.code !== undefined && result.code !== expect.code) {
    return `Expected the error ${expect.code}, there was ${result.code ?? 'none'}.`;
  }
  if (expect?.contains !== undefined && !result.json.includes(expect.contains)) {
    return `The result does not contain "${expect.contains}".`;
  }
  if (expect?.result !== undefined && !holds(JSON.parse(result.json), expect.result)) {
    return `The result does not hold ${JSON.stringify(expect.result)}.`;
  }
  return undefined;
}
