import { saysDestructive } from '#shared/approvals.ts';
import { CatalogKind, LIST_KEYS, LIST_VERBS } from '#shared/catalog-kind.ts';
import { messageOf } from '#shared/errors.ts';
import { argumentInput } from '#shared/exact-json.ts';
import { textAt } from '#shared/json.ts';
import { sampleObject } from '#shared/sample-value.ts';
import type { DeedInput } from '#shared/script/run-script.ts';
import type { PlainStep } from '#shared/script/script-steps.ts';
import { unreachable } from '#shared/unreachable.ts';
import type { Verb, VerbInput } from '#shared/verbs.ts';
import { type ActionResult, done, failed, toolError } from './action-result.ts';
import { EXIT } from './command-fault.ts';
import type { Connection } from './connection.ts';
import { noteDrift } from './drift-notes.ts';
import { callText, completeText, jsonText, listText, promptText, readText, tasksText } from './render-text.ts';
import type { Terminal } from './terminal.ts';

/** Carries out steps on one connection, one after the other. */
export class Actions {
  readonly #connection: Connection;
  readonly #terminal: Terminal;
  /** Lists that a step has shown; the first time, the one that was read at the start is new enough. */
  readonly #shown = new Set<CatalogKind>();

  readonly #approved: boolean;

  /** `approved`: --yes was given, so `call-all` also calls what is declared destructive. */
  constructor(connection: Connection, terminal: Terminal, approved: boolean) {
    this.#approved = approved;
    this.#connection = connection;
    this.#terminal = terminal;
  }

  /** Runs one step. Throws CommandFault only when nothing more can be done on this connection. */
  perform(step: PlainStep): Promise<ActionResult> {
    switch (step.do) {
      case 'list':
        return this.#list(step.with.what);
      case 'read':
        return this.#simple('resources.read', step.with, readText);
      case 'prompt':
        return this.#prompt(step.with);
      case 'call':
        return this.#call(step.with);
      case 'call-all':
        return this.#callAll(step.with?.except ?? []);
      case 'complete':
        return this.#complete(step.with);
      case 'ping':
        return this.#ping();
      case 'raw':
        return this.#raw(step.with);
      case 'wait':
        return this.#wait(step.with.ms);
      default:
        return unreachable(step);
    }
  }

  /** The tasks of a legacy server, or one of them. */
  tasks(what: 'list' | 'get' | 'cancel', taskId: string): Promise<ActionResult> {
    if (what === 'list') return this.#simple('tasks.list', {}, tasksText);
    return this.#simple(what === 'get' ? 'tasks.get' : 'tasks.cancel', { taskId }, tasksText);
  }

  /** Any operation whose result is shown by `render`. */
  async #simple<V extends Verb>(
    verb: V,
    input: VerbInput<V>,
    render: (result: unknown) => string,
  ): Promise<ActionResult> {
    const outcome = await this.#connection.run(verb, input);
    if (!outcome.ok) return failed(outcome.fault);
    const text = outcome.text ?? 'null';
    const shown = render(readable(text));
    return outcome.toolError ? toolError(text, shown) : done(text, shown);
  }

  #prompt(input: DeedInput<'prompt'>): Promise<ActionResult> {
    return this.#simple('prompts.get', input, (result) => promptText(result, this.#terminal.strong));
  }

  /** What has to be known before a tool is called, and what is said of it. */
  async beforeCall(name: string): Promise<void> {
    // Headers that mirror arguments and tasks are decided by the listed tool.
    await this.#connection.catalog('tools');
    await noteDrift(this.#connection, this.#terminal, { kind: 'tools', name });
  }

  async #call({ name, args, asTask }: DeedInput<'call'>): Promise<ActionResult> {
    await this.beforeCall(name);
    return this.#simple(
      'tools.call',
      { name, ...argumentInput(args), ...(asTask === undefined ? {} : { asTask }) },
      callText,
    );
  }

  #complete({ ref, argument, context }: DeedInput<'complete'>): Promise<ActionResult> {
    const input = { ref, argument, ...(context === undefined ? {} : { context }) };
    return this.#simple('completion.complete', input, completeText);
  }

  async #ping(): Promise<ActionResult> {
    const outcome = await this.#connection.run('ping', {});
    if (!outcome.ok) return failed(outcome.fault);
    const { startedAt, endedAt = startedAt } = outcome.operation;
    return done(outcome.text ?? '{}', `The server answered after ${endedAt - startedAt} ms.`);
  }

  #raw(input: DeedInput<'raw'>): Promise<ActionResult> {
    const text = 'text' in input ? input.text : JSON.stringify(input.message);
    return this.#simple('raw.send', { text }, jsonText);
  }

  async #wait(ms: number): Promise<ActionResult> {
    await this.#connection.pause(ms);
    return done('null', '');
  }

  async #list(what: DeedInput<'list'>['what']): Promise<ActionResult> {
    const kinds = what === 'all' ? CatalogKind.options : [what];
    const parts: { kind: CatalogKind; items: Record<string, unknown>[] }[] = [];
    for (const kind of kinds) {
      const read = await this.#items(kind);
      if ('json' in read) return read;
      parts.push({ kind, items: read.items });
    }
    const document = Object.fromEntries(parts.map(({ kind, items }) => [LIST_KEYS[kind], items]));
    const lines = parts.flatMap(({ kind, items }) =>
      items.map((item) => JSON.stringify(what === 'all' ? { kind, item } : item)),
    );
    const text = parts
      .map(({ kind, items }) => {
        const list = listText(items, this.#terminal.strong);
        return what === 'all' ? `${kind} (${items.length})\n${list}\n` : list;
      })
      .join('\n');
    return done(JSON.stringify(document), text, lines);
  }

  async #items(kind: CatalogKind): Promise<ActionResult | { items: Record<string, unknown>[] }> {
    const first = await this.#connection.catalog(kind);
    if (this.#shown.has(kind) && first.head.status !== 'unsupported') {
      const outcome = await this.#connection.run(LIST_VERBS[kind], {});
      if (!outcome.ok) return failed(outcome.fault);
    }
    this.#shown.add(kind);
    const { head, items } = await this.#connection.catalog(kind);
    if (head.status === 'failed') {
      return failed({ kind: 'local', message: `The list of ${kind} could not be read. ${head.error ?? ''}` });
    }
    if (head.status === 'unsupported') this.#terminal.note(`The server declares no ${kind}.`);
    for (const { name, reason } of head.refused) this.#terminal.note(`Left out of ${kind}: ${name}. ${reason}`);
    if (head.nextCursor !== undefined) this.#terminal.note(`The list of ${kind} goes on at the server.`);
    await noteDrift(this.#connection, this.#terminal, { kind });
    return { items };
  }

  async #callAll(except: readonly string[]): Promise<ActionResult> {
    const { items } = await this.#connection.catalog('tools');
    const calls: { name: string; result: ActionResult }[] = [];
    for (const tool of items) {
      const name = textAt(tool, 'name') ?? '';
      if (except.includes(name)) continue;
      if (saysDestructive(tool) && !this.#approved) {
        this.#terminal.note(`${name} says that it destroys something, so it was left out. Use --yes to call it too.`);
        continue;
      }
      calls.push({ name, result: await this.#call({ name, args: sampleObject(tool.inputSchema) }) });
    }
    const bad = calls.filter(({ result }) => !result.ok);
    const lines = calls.map(({ name, result }) => `{"name":${JSON.stringify(name)},${named(result)}}`);
    const text = calls.map(({ name, result }) => `${name}: ${result.ok ? 'done' : (result.problem ?? 'failed')}`);
    return {
      ...done(`{"calls":[${lines.join(',')}]}`, text.join('\n'), lines),
      ok: bad.length === 0,
      exitCode: bad[0]?.result.exitCode ?? EXIT.done,
      ...(bad.length > 0 ? { problem: `${bad.length} of ${calls.length} calls failed.` } : {}),
    };
  }
}

/** The JSON of a result as a member of a larger document: `"result": …` or `"error": …`. */
export function named(result: ActionResult): string {
  return result.noResult ? result.json.slice(1, -1) : `"result":${result.json}`;
}

/** The result for a person to look at; a text that is no JSON after all is shown as it is. */
export function readable(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    return { unreadable: messageOf(error), text };
  }
}
