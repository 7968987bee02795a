import { isObject } from './json.ts';

/** Applies a JSON Merge Patch (RFC 7386): null takes a member away, objects merge, anything else replaces. Changed members come last. */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const merged = new Map(Object.entries(isObject(target) ? target : {}));
  for (const [key, change] of Object.entries(patch)) {
    const before = merged.get(key);
    merged.delete(key);
    if (change !== null) merged.set(key, mergePatch(before, change));
  }
  return Object.fromEntries(merged);
}

/**
 * The patch that makes `after` of `before`; undefined when both are the same JSON. Members that are undefined count as
 * absent. Objects hold no null, which a patch cannot say.
 */
export function patchBetween(before: unknown, after: unknown): unknown {
  if (!isObject(before) || !isObject(after)) {
    return JSON.stringify(before) === JSON.stringify(after) ? undefined : after;
  }
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  const changes = [...keys].flatMap((key) => {
    if (after[key] === undefined) return before[key] === undefined ? [] : [[key, null] as const];
    const change = patchBetween(before[key], after[key]);
    return change === undefined ? [] : [[key, change] as const];
  });
  return changes.length === 0 ? undefined : Object.fromEntries(changes);
}
