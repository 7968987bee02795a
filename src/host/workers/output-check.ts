import { isDeepStrictEqual } from 'node:util';
import { arrayAt, isObject, type JsonObject, textAt } from '#shared/json.ts';
import { pointerKeys } from '#shared/json-pointer.ts';
import { type CompiledSchema, createSchemaCompiler } from '../check-schema.ts';
import { MATCHES_OUTPUT, type MessageJob, type Remark } from './message-job.ts';
import { valueAt } from './shape-problems.ts';

/** Problems told with one result. */
const TOLD = 3;
/** Longest text block that is read as JSON, in characters. */
const LONGEST = 1 << 20;
const PAGE = { legacy: '2025-11-25 server/tools', modern: '2026-07-28 server/tools' };
const PLACEHOLDER = /\{\{(?:secret|hidden):[^}]*\}\}/;

/** Schemas kept ready, by their text. */
const KEPT = 200;

/** Checks the output of tools by the schemas they were listed with. */
export class OutputCheck {
  readonly #compile = createSchemaCompiler();
  readonly #ready = new Map<string, CompiledSchema>();

  /** The structured content of a result: against the schema of its tool, and whether a text block repeats it. */
  result(
    { era, all }: MessageJob,
    { name, outputSchema }: NonNullable<MessageJob['tool']>,
    result: JsonObject,
  ): Remark[] {
    // A failure, a question and a task are no output.
    if (result.isError === true || result.task !== undefined) return [];
    if (result.resultType !== undefined && result.resultType !== 'complete') return [];
    const ref = PAGE[era];
    const tool = shownName(name);
    const structured = result.structuredContent;
    if (structured === undefined) {
      if (outputSchema === undefined) return [];
      const text = `The tool ${tool} has an outputSchema, but its result has no structuredContent.`;
      return [{ rule: 'TOOL-09', severity: 'warn', text, ref }];
    }
    const remarks: Remark[] = [];
    const schema = outputSchema === undefined ? undefined : this.#schema(outputSchema);
    const passed = (text: string): Remark[] =>
      all ? [{ rule: 'TOOL-09', severity: 'info', text, ref, passed: true }] : [];
    if (schema) {
      const found = bySchema(schema, { tool, structured, ref });
      remarks.push(...(found ?? passed(MATCHES_OUTPUT)));
    }
    const repeated = repeats(result, structured);
    if (repeated === 'yes') remarks.push(...passed('A text block repeats the structuredContent as JSON'));
    if (repeated === 'no') {
      const text =
        'No text block repeats the structuredContent as JSON. Clients that do not know structuredContent need it.';
      remarks.push({ rule: 'TOOL-09', severity: 'info', text, ref });
    }
    return remarks;
  }

  /** The tools of a listing whose output cannot be checked, by the reason of the first. They can be called all the same. */
  listing({ era }: MessageJob, result: JsonObject): Remark[] {
    const found: { tool: string; why: string }[] = [];
    for (const tool of arrayAt(result, 'tools')) {
      const name = textAt(tool, 'name');
      if (name === undefined || !isObject(tool) || !isObject(tool.outputSchema)) continue;
      const why = this.#schema(JSON.stringify(tool.outputSchema)).unusable;
      if (why !== undefined) found.push({ tool: shownName(name), why });
    }
    const [first] = found;
    if (!first) return [];
    const names = found.slice(0, TOLD).map(({ tool }) => tool);
    const more = found.length > TOLD ? ` and ${found.length - TOLD} more` : '';
    const text = `Outputs of ${names.join(', ')}${more} cannot be checked: ${first.why.replace(/\.?$/, '.')} The tools can be called all the same.`;
    return [{ rule: 'SCHEMA-06', severity: 'warn', text, ref: PAGE[era] }];
  }

  #schema(text: string): CompiledSchema {
    const known = this.#ready.get(text);
    if (known) return known;
    const made = this.#compile(JSON.parse(text));
    const oldest = this.#ready.size >= KEPT ? this.#ready.keys().next().value : undefined;
    if (oldest !== undefined) this.#ready.delete(oldest);
    this.#ready.set(text, made);
    return made;
  }
}

function shownName(name: string): string {
  return JSON.stringify(name.length > 100 ? `${name.slice(0, 100)}…` : name);
}

/** Undefined when the output was checked and nothing was found. */
function bySchema(
  schema: CompiledSchema,
  of: { tool: string; structured: unknown; ref: string },
): Remark[] | undefined {
  const { tool, structured, ref } = of;
  const { checked, problems, note } = schema.check(structured);
  if (!checked) {
    const text = `The structuredContent of ${tool} is shown unchecked. ${note ?? ''}`.trim();
    return [{ rule: 'SCHEMA-06', severity: 'info', text, ref }];
  }
  if (problems.length === 0) return undefined;
  const known = problems.filter(({ path }) => {
    const found = valueAt(structured, pointerKeys(path));
    return !(typeof found === 'string' && PLACEHOLDER.test(found));
  });
  if (known.length === 0) return [];
  const told = known.slice(0, TOLD).map(({ path, message }) => `structuredContent${path.slice(0, 120)}: ${message}`);
  const more = known.length > TOLD ? ` And ${known.length - TOLD} more.` : '';
  const text = `The structuredContent does not match the outputSchema of ${tool}. ${told.join(' ')}${more} It is shown as it came.`;
  return [{ rule: 'TOOL-09', severity: 'error', text, ref }];
}

function repeats(result: JsonObject, structured: unknown): 'yes' | 'no' | 'unread' {
  const said = arrayAt(result, 'content').map((block) => {
    const text = isObject(block) && block.type === 'text' ? textAt(block, 'text') : undefined;
    if (text === undefined) return 'no';
    if (text.length > LONGEST || PLACEHOLDER.test(text)) return 'unread';
    try {
      return isDeepStrictEqual(JSON.parse(text), structured) ? 'yes' : 'no';
    } catch {
      return text === structured ? 'yes' : 'no';
    }
  });
  return said.includes('yes') ? 'yes' : said.includes('unread') ? 'unread' : 'no';
}
