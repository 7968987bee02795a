import { plainSecretIn, plainSecretsInArgs, plainSecretsInUrl } from '#host/exchange-formats/plain-secrets.ts';
import type { Candidate, FoundConfig, LeftOut } from '#shared/candidates.ts';
import { oneLine } from '../headless/plain-text.ts';

/** What one file holds. */
export interface FoundFile {
  path: string;
  title: string;
  candidates: readonly Candidate[];
  leftOut: readonly LeftOut[];
  problem?: string | undefined;
  misplaced?: FoundConfig['misplaced'];
}

const HIDDEN = '***';

/** A server as it may be printed: without values of variables and headers, and with stars for what looks like a secret. */
export function shownServer({ name, endpoint, inputs = {}, warnings, disabled }: Candidate) {
  const asked = Object.entries(inputs).map(([id, { title, description, kind, secret, required }]) => ({
    id,
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    kind,
    secret,
    required,
  }));
  return {
    name,
    ...where(endpoint),
    ...(asked.length > 0 && { inputs: asked }),
    ...(disabled && { disabled }),
    warnings: warnings.map(({ text }) => text),
  };
}

function where(endpoint: Candidate['endpoint']) {
  if (endpoint.kind === 'builtin') return { command: ['demo'] };
  if (endpoint.kind === 'http') {
    const { url, headers } = endpoint;
    const secret = plainSecretsInUrl(url);
    return { url: secret ? secret.pieces.join(HIDDEN) : url, headers: headers.map(({ name }) => name) };
  }
  const { command, args, env } = endpoint;
  const secrets = plainSecretsInArgs(args);
  const shown = args.map((arg, at) => secrets.get(at)?.pieces.join(HIDDEN) ?? guarded(arg));
  return { command: [command, ...shown], variables: Object.keys(env) };
}

function guarded(arg: string): string {
  const [name = '', value] = arg.split(/=(.*)/s);
  const secret = value === undefined ? undefined : plainSecretIn(name, value);
  return secret ? `${name}=${secret.pieces.join(HIDDEN)}` : arg;
}

/** What was found, for a person. */
export function foundText(files: readonly FoundFile[]): string {
  return files.map(fileText).join('\n\n');
}

function fileText({ path, title, candidates, leftOut, problem, misplaced }: FoundFile): string {
  const lines = [`${oneLine(title)}${title === path ? '' : `: ${oneLine(path, 4096)}`}`];
  if (misplaced !== undefined) lines.push(`  ! ${oneLine(misplaced, 4096)}`);
  if (problem !== undefined) lines.push(`  ! ${oneLine(problem, 2000)}`);
  for (const candidate of candidates) lines.push(...serverLines(candidate));
  for (const { name, reason } of leftOut) lines.push(`  - ${oneLine(name)}: left out. ${oneLine(reason, 1000)}`);
  return lines.join('\n');
}

function serverLines(candidate: Candidate): string[] {
  const shown = shownServer(candidate);
  const line =
    shown.url ?? shown.command?.map((part) => (/[\s"']/.test(part) ? JSON.stringify(part) : part)).join(' ') ?? '';
  const asked = (shown.inputs ?? []).map(({ id, required, secret, title = id }) => {
    const how = secret ? `--input-env ${id}=VARIABLE` : `--input ${id}=VALUE`;
    return `      asks for ${oneLine(title)}${required ? '' : ' (optional)'}: ${oneLine(how)}`;
  });
  return [
    `  ${oneLine(shown.name)}${shown.disabled ? ' (off)' : ''}`,
    `      ${oneLine(line, 4096)}`,
    ...asked,
    ...shown.warnings.map((text) => `      ! ${oneLine(text, 600)}`),
  ];
}
