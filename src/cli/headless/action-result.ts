import type { OperationFault } from '#shared/entities.ts';
import { EXIT } from './command-fault.ts';

/** What one step gave, ready for each format. */
export interface ActionResult {
  ok: boolean;
  exitCode: number;
  /** One JSON document: the result as the server sent it, or `{"error": …}`. */
  json: string;
  /** JSON texts for `jsonl`, where one step gives several things. */
  lines?: string[];
  /** For a person; server text in it is not yet made plain. */
  text: string;
  /** Why it failed, for stderr. */
  problem?: string;
  /** Code of the JSON-RPC error. */
  code?: number;
  /** True when `json` is an error in place of a result. */
  noResult?: true;
}

export function done(json: string, text: string, lines?: string[]): ActionResult {
  return { ok: true, exitCode: EXIT.done, json, text, ...(lines ? { lines } : {}) };
}

/** An operation that ended without a result. */
export function failed(fault: OperationFault): ActionResult {
  const { kind, code, message, todo, data } = fault;
  const protocol = code !== undefined && kind === 'protocol';
  const error = {
    ...(code === undefined ? {} : { code }),
    message,
    ...(data === undefined ? {} : { data }),
    ...(protocol ? {} : { kind }),
  };
  return {
    ok: false,
    exitCode: kind === 'timeout' ? EXIT.timeout : EXIT.failed,
    json: JSON.stringify({ error }),
    text: '',
    noResult: true,
    problem: [protocol ? `The server answered with error ${code}: ${message}` : message, todo]
      .filter(Boolean)
      .join(' '),
    ...(code === undefined ? {} : { code }),
  };
}

/** A tool's own error: the result is there, and says so. */
export function toolError(json: string, text: string): ActionResult {
  return { ok: false, exitCode: EXIT.failed, json, text, problem: 'The tool says that it failed (isError).' };
}
