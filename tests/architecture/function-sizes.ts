import { parseSync } from 'vite';

export interface FunctionSize {
  name: string;
  text: string;
  parameters: number;
}

interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
const nameOf = (value: unknown): string => (isNode(value) && typeof value.name === 'string' ? value.name : '');

/** Every function of a TypeScript file, nested ones included, by the syntax tree and not by text patterns. */
export function functionSizes(text: string, file: string): FunctionSize[] {
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} does not parse: ${errors[0]?.message}`);
  const found: FunctionSize[] = [];
  const visit = (value: unknown, given: string): void => {
    if (Array.isArray(value)) {
      for (const item of value) visit(item, given);
      return;
    }
    if (!isNode(value)) return;
    if (/^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(value.type) && value.body) {
      const params = value.params as unknown[] | { items?: unknown[] };
      const count = Array.isArray(params) ? params.length : (params.items?.length ?? 0);
      found.push({
        name: nameOf(value.id) || given || '(anonymous)',
        text: text.slice(value.start, value.end),
        parameters: count,
      });
    }
    const childName =
      value.type === 'VariableDeclarator'
        ? nameOf(value.id)
        : /^(MethodDefinition|PropertyDefinition|Property)$/.test(value.type)
          ? nameOf(value.key)
          : '';
    for (const [key, child] of Object.entries(value)) {
      if (key !== 'type' && key !== 'start' && key !== 'end')
        visit(child, childName || (value.type === 'CallExpression' ? given : ''));
    }
  };
  visit(program, '');
  return found;
}
