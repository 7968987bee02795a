import { isWebAddress } from '#shared/address/web-scheme.ts';
import type { ConfigInput } from '#shared/config.ts';
import type { Draft, SettingRow } from './draft.ts';

export interface DraftProblems {
  name?: string;
  program?: string;
  address?: string;
  fingerprint?: string;
  /** Of headers, by the key of the row. */
  rows: Record<string, HeaderProblem>;
}

/** A header value that no server can be sent, with two ways to put it right. */
export interface HeaderProblem {
  text: string;
  /** Offered when only blanks or line ends at its ends are in the way. */
  trimmed?: string;
  encoded: string;
}

/** Characters a header value may have: visible ones of Latin-1, blank and tab. */
const SENDABLE = /^[\t\u0020-\u007e\u0080-\u00ff]*$/;
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/;

function shownCharacter(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  const number = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
  if (code === 10 || code === 13) return `a line end (${number})`;
  return code < 32 || code === 127 ? `a control character (${number})` : `${char} (${number})`;
}

/** Why a header value cannot be sent; undefined when it can. */
export function headerProblem({ name, value }: SettingRow): HeaderProblem | undefined {
  const shown = name.trim() || 'This header';
  if (name.trim() !== '' && !HEADER_NAME.test(name.trim())) {
    return { text: `${shown} is no name of a header. Use letters, digits and -.`, encoded: '' };
  }
  if (typeof value !== 'string' || SENDABLE.test(value)) return undefined;
  const chars = [...value];
  const at = chars.findIndex((char) => !SENDABLE.test(char));
  const trimmed = value.trim();
  return {
    text: `${shown}: character ${at + 1} is ${shownCharacter(chars[at] ?? '')}, which no header can carry.`,
    ...(SENDABLE.test(trimmed) ? { trimmed } : {}),
    // A lone half of a pair cannot be encoded; it becomes the replacement character first.
    encoded: encodeURIComponent(value.replaceAll(/\p{Surrogate}/gu, '\ufffd')),
  };
}

/** What has to be changed before a draft can be saved. */
export function draftProblems(draft: Draft, taken: ReadonlySet<string>): DraftProblems {
  const problems: DraftProblems = { rows: {} };
  const name = draft.name.trim();
  if (name === '') problems.name = 'Enter a name.';
  else if (name.length > 128) problems.name = 'Use at most 128 characters.';
  else if (taken.has(name)) problems.name = `Another server is called ${name}. Choose a different name.`;
  const { endpoint } = draft;
  if (endpoint.kind === 'stdio' && endpoint.command.trim() === '') problems.program = 'Enter the program to run.';
  if (endpoint.kind !== 'http') return problems;
  // A reference may stand for a part of the address; what it becomes is known only at the start.
  if (!isWebAddress(endpoint.url.replaceAll(/\$\{[^}]*\}/g, 'x'))) {
    problems.address = 'Enter a whole address that starts with http:// or https://.';
  }
  const fingerprint = (endpoint.trust?.fingerprint ?? '').replaceAll(/[:\s]/g, '');
  if (fingerprint !== '' && !/^[0-9a-f]{64}$/i.test(fingerprint)) {
    problems.fingerprint = 'A SHA-256 fingerprint has 64 hexadecimal digits.';
  }
  for (const row of draft.rows) {
    const problem = headerProblem(row);
    if (problem) problems.rows[row.key] = problem;
  }
  return problems;
}

export function isWrong({ rows, ...rest }: DraftProblems): boolean {
  return Object.keys(rest).length > 0 || Object.keys(rows).length > 0;
}

/** Why an answer does not fit what was asked for; undefined when it does. */
export function inputProblem(input: ConfigInput): string | undefined {
  const { value, required, kind, min, max } = input;
  const empty =
    value === undefined || value === '' || (Array.isArray(value) && value.every((one) => one.trim() === ''));
  if (empty) return required && input.default === undefined ? 'Needed before it can start.' : undefined;
  if (kind !== 'number' || typeof value === 'object') return undefined;
  const number = Number(value);
  if (!Number.isFinite(number)) return 'Enter a number.';
  if (min !== undefined && number < min) return `At least ${min}.`;
  return max !== undefined && number > max ? `At most ${max}.` : undefined;
}

/** Titles of what still has to be answered, or answered differently, before the server can be started. */
export function openInputs({ inputs }: Pick<Draft, 'inputs'>): string[] {
  return Object.entries(inputs).flatMap(([id, input]) =>
    inputProblem(input) === undefined ? [] : [input.title?.slice(0, 80) || id],
  );
}
