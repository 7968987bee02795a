import { isObject } from '#shared/json.ts';
import type { ActionResult } from './action-result.ts';
import type { Expect } from './run-script.ts';

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
export function unmet(result: ActionResult, expect: Expect | undefined): string | undefined {
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
