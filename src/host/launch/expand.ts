/** A value found for a reference; `secret` names it when it must not be shown. */
export interface Found {
  value: string;
  secret?: string | undefined;
}

/** The answer to `${input:ID}`: no values means it may stay open and does. */
export interface InputValues {
  values: readonly string[];
  secret?: string | undefined;
}

/** Where references find their values. Nothing here waits: secrets and files were read before. */
export interface ExpandScope {
  platform: NodeJS.Platform;
  home: string;
  /** Values of `workspaceFolder`, `userHome` and the like. */
  word(name: string): string | undefined;
  variable(name: string): Found | undefined;
  /** Undefined when it still has to be answered. */
  input(id: string): InputValues | undefined;
}

export interface Expanded {
  value: string;
  /** As `value`, with `{{secret:NAME}}` for what must not be shown. */
  shown: string;
  secret: boolean;
  /** References that were left as they are written. */
  unset: string[];
  /** References that took a value from a variable. */
  used: string[];
  /** Ids of inputs that have to be answered first. */
  open: string[];
}

const NAME = /^[A-Za-z_][\w.()]*$/;
const INPUT = /^\$\{input:([^{}]+)\}$/;
/** How deep defaults may hold references. */
const DEEPEST = 8;
/** Longest text that is filled in further: no system passes a longer one. */
const MOST_CHARS = 262_144;

/**
 * Fills in `~`, `${NAME}`, `${NAME:-default}`, `${env:NAME}`, `${input:ID}` and `${workspaceFolder}`, `${userHome}` and
 * the like. A reference without a value stays as it is written and is named in `unset`. Without `tilde` a `~` stays.
 */
export function expand(text: string, scope: ExpandScope, tilde = true): Expanded {
  const home = tilde && startsAtHome(text, scope.platform);
  if (!home) return expandAt(text, scope, 0);
  const rest = expandAt(text.slice(1), scope, 0);
  return { ...rest, value: scope.home + rest.value, shown: scope.home + rest.shown };
}

/** As `expand`, for an argument or a variable of its own: one that is nothing but `${input:ID}` may be several, or none. */
export function expandList(text: string, scope: ExpandScope, tilde = true): Expanded[] {
  const id = INPUT.exec(text)?.[1];
  const answer = id === undefined ? undefined : scope.input(id);
  if (!answer) return [expand(text, scope, tilde)];
  return answer.values.map((value) => plainly(value, answer.secret));
}

/** A text that is passed on as it is written. */
export function asWritten(text: string): Expanded {
  return plainly(text, undefined);
}

function plainly(value: string, secret: string | undefined): Expanded {
  const shown = secret === undefined ? value : `{{secret:${secret}}}`;
  return { value, shown, secret: secret !== undefined, unset: [], used: [], open: [] };
}

function expandAt(text: string, scope: ExpandScope, depth: number): Expanded {
  const whole = asWritten('');
  const add = (part: Expanded): void => {
    whole.value += part.value;
    whole.shown += part.shown;
    whole.secret ||= part.secret;
    whole.unset.push(...part.unset);
    whole.used.push(...part.used);
    whole.open.push(...part.open);
  };
  let at = 0;
  while (at < text.length) {
    const from = text.indexOf('${', at);
    const full = depth > DEEPEST || whole.value.length > MOST_CHARS;
    const end = from < 0 || full ? -1 : closeOf(text, from + 2);
    add(asWritten(text.slice(at, end < 0 ? undefined : from)));
    if (end < 0) break;
    add(reference(text.slice(from + 2, end), scope, depth));
    at = end + 1;
  }
  return whole;
}

function startsAtHome(text: string, platform: NodeJS.Platform): boolean {
  return text === '~' || text.startsWith('~/') || (platform === 'win32' && text.startsWith('~\\'));
}

/** Place of the brace that ends a reference whose inside begins at `from`; -1 when nothing ends it. */
function closeOf(text: string, from: number): number {
  let open = 1;
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '}') open -= 1;
    else if (text[at] === '{' && text[at - 1] === '$') open += 1;
    if (open === 0) return at;
  }
  return -1;
}

function reference(inside: string, scope: ExpandScope, depth: number): Expanded {
  const word = scope.word(inside);
  if (word !== undefined) return asWritten(word);
  if (inside.startsWith('input:')) return input(inside.slice('input:'.length), scope);
  const cut = inside.indexOf(':-');
  const name = (cut < 0 ? inside : inside.slice(0, cut)).replace(/^env:/, '');
  const found = NAME.test(name) ? scope.variable(name) : undefined;
  // As in a shell, what is set to nothing has the default too.
  if (found && (cut < 0 || found.value !== '')) return { ...plainly(found.value, found.secret), used: [`\${${name}}`] };
  if (cut >= 0 && NAME.test(name)) return expandAt(inside.slice(cut + 2), scope, depth + 1);
  const written = `\${${inside}}`;
  return { ...asWritten(written), unset: [written] };
}

function input(id: string, scope: ExpandScope): Expanded {
  const answer = scope.input(id);
  if (answer) return plainly(answer.values.join(','), answer.secret);
  return { ...asWritten(`\${input:${id}}`), open: [id] };
}
