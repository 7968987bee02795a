import { TransportError } from '#core/ports.ts';
import type { HttpEndpoint } from '#shared/config.ts';
import type { HeaderList } from '#shared/records.ts';

/** Where the values of SecretRefs come from. */
export interface SecretSource {
  get(name: string): Promise<string | undefined>;
}

const NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const BAD_CHARACTER = /[^\t\x20-\x7e\x80-\xff]/u;

function refusal(title: string, why: string, todo: string): TransportError {
  const words = { title, why, todo, short: 'A header cannot be sent' };
  return new TransportError({ rule: 'dx-header-value', ...words, step: 'config', evidence: 'from the settings' });
}

function nameOfCharacter(char: string): string {
  if (char === '\n' || char === '\r') return 'a line break';
  const code = char.codePointAt(0) ?? 0;
  const hex = code.toString(16).toUpperCase().padStart(4, '0');
  return code < 0x20 || code === 0x7f ? `the control character U+${hex}` : `“${char}” (U+${hex})`;
}

/** Throws a TransportError that names the first header which HTTP cannot carry, and where in its value. */
export function checkHeaders(headers: HeaderList): void {
  for (const [name, value] of headers) {
    if (!NAME.test(name)) {
      throw refusal(
        `The header name “${name}” cannot be sent`,
        'A header name has letters, digits and a few signs such as - and _, and no spaces.',
        'Correct the name of the header.',
      );
    }
    const bad = BAD_CHARACTER.exec(value);
    if (!bad) continue;
    const place = [...value.slice(0, bad.index)].length + 1;
    throw refusal(
      `The value of the header ${name} cannot be sent`,
      `Character ${place} is ${nameOfCharacter(bad[0])}. HTTP headers carry one line of Latin-1 characters.`,
      'Remove the character, or send the value percent-encoded if the server expects that. Nothing was sent.',
    );
  }
}

/**
 * The configured headers with the values of their secrets.
 * Rejects with a TransportError when a secret is not stored or a value cannot be sent.
 */
export async function resolveHeaders(headers: HttpEndpoint['headers'], secrets: SecretSource): Promise<HeaderList> {
  const resolved: HeaderList = [];
  for (const { name, value } of headers) {
    const text = typeof value === 'string' ? value : await secrets.get(value.secret);
    if (text === undefined) {
      const secret = typeof value === 'string' ? '' : value.secret;
      throw refusal(
        `The header ${name} has no value`,
        `It uses the secret “${secret}”, which is not stored on this computer.`,
        'Enter the secret in the settings of this server.',
      );
    }
    resolved.push([name, text]);
  }
  checkHeaders(resolved);
  return resolved;
}

/** `over` after `base`, whose headers of the same names fall away (names compare without regard to case). */
export function mergeHeaders(base: HeaderList, over: HeaderList): HeaderList {
  const names = new Set(over.map(([name]) => name.toLowerCase()));
  return [...base.filter(([name]) => !names.has(name.toLowerCase())), ...over];
}

/** All values of a header in wire order, joined by a comma; undefined when it was not sent. */
export function headerValue(headers: HeaderList, name: string): string | undefined {
  const values = headers.filter(([key]) => key.toLowerCase() === name).map(([, value]) => value);
  return values.length > 0 ? values.join(', ') : undefined;
}

/** Node's flat list of raw headers as pairs. */
export function pairsOf(raw: string[]): HeaderList {
  const pairs: HeaderList = [];
  for (let at = 0; at + 1 < raw.length; at += 2) pairs.push([raw[at] ?? '', raw[at + 1] ?? '']);
  return pairs;
}
