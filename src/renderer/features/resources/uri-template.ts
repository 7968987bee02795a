import { parseTemplate } from 'url-template';

export interface TemplateVariable {
  readonly name: string;
  /** Takes several values or `key=value` pairs (`*`). */
  readonly several: boolean;
  /** What its operator and modifier mean, in words. */
  readonly note: string | undefined;
}

const EXPRESSION = /\{([^{}]*)\}/g;
const OPERATORS: Readonly<Record<string, string>> = {
  '+': 'may contain / and other reserved characters',
  '#': 'fragment after #',
  '.': 'after a dot',
  '/': 'path segment, / is encoded',
  ';': 'path parameter',
  '?': 'query parameter',
  '&': 'further query parameter',
};
/** Reserved by RFC 6570 for later: a processor must not guess what they mean. */
const RESERVED = /^[=,!@|]/;
const VARIABLE = /^((?:[\w.]|%[0-9A-Fa-f]{2})+)(?::([1-9]\d{0,3})|(\*))?$/;

export interface ReadTemplate {
  readonly variables: readonly TemplateVariable[];
  /** Why it is no template that can be filled in. */
  readonly problem: string | undefined;
}

/** The variables of an RFC 6570 template in their order, each once, or why it cannot be read. */
export function readTemplate(template: string): ReadTemplate {
  const variables = new Map<string, TemplateVariable>();
  if (/[{}]/.test(template.replace(EXPRESSION, ''))) return broken('A curly bracket has no partner.');
  for (const [whole, expression = ''] of template.matchAll(EXPRESSION)) {
    if (RESERVED.test(expression)) return broken(`${whole} uses an operator that is reserved.`);
    const note = OPERATORS[expression.charAt(0)];
    for (const part of (note === undefined ? expression : expression.slice(1)).split(',')) {
      const [, name, prefix, star] = VARIABLE.exec(part) ?? [];
      if (name === undefined) return broken(`${whole} is not an expression of RFC 6570.`);
      const words = [note, prefix && `only the first ${prefix} characters`, star && 'one value per line'];
      const text = words.filter((word) => word !== undefined).join(', ');
      if (!variables.has(name)) {
        variables.set(name, { name, several: star !== undefined, note: text === '' ? undefined : text });
      }
    }
  }
  return { variables: [...variables.values()], problem: undefined };
}

function broken(problem: string): ReadTemplate {
  return { variables: [], problem };
}

/** Lines as values, or as pairs when every line is `key=value`. */
function severalOf(text: string): string[] | Record<string, string> {
  const lines = text.split('\n').filter((line) => line !== '');
  const pairs = lines.map((line) => /^([^=]+)=(.*)$/.exec(line));
  if (lines.length === 0 || pairs.includes(null)) return lines;
  return Object.fromEntries(pairs.map((pair) => [pair?.[1] ?? '', pair?.[2] ?? '']));
}

/** The address that a template and its values make; a variable without a value is left out. */
export function expandTemplate(
  template: string,
  variables: readonly TemplateVariable[],
  values: Record<string, string>,
) {
  // The library takes what a context inherits for a value, too.
  const context: Record<string, string | string[] | Record<string, string>> = Object.create(null); // filled below
  for (const { name, several } of variables) {
    const text = Object.hasOwn(values, name) ? (values[name] ?? '') : '';
    if (text !== '') context[name] = several ? severalOf(text) : text;
  }
  try {
    return parseTemplate(template).expand(context);
  } catch {
    // Half a character, typed or cut by a prefix, cannot be encoded: such an address cannot be written.
    return undefined;
  }
}
