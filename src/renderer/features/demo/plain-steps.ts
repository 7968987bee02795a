import { saysDestructive } from '#shared/approvals.ts';
import { CatalogKind, LIST_KEYS, LIST_VERBS } from '#shared/catalog-kind.ts';
import { catalogId, isListRead } from '#shared/entities.ts';
import { argumentInput } from '#shared/exact-json.ts';
import { isObject, type JsonObject, textAt } from '#shared/json.ts';
import { sampleObject } from '#shared/sample-value.ts';
import type { ScriptFlow, ScriptRoom, StepOutcome } from '#shared/script/script-flow.ts';
import type { Next, PlainStep } from '#shared/script/script-steps.ts';
import { unreachable } from '#shared/unreachable.ts';

/** What a step is carried out with. */
export interface StepTools {
  room: ScriptRoom;
  flow: ScriptFlow;
  sessionId: string;
  next: Next;
  onStarted: (operationId: string) => void;
}

/** Carries out a step that is one operation, or several. Rejects with a HostError. */
export function performPlain(step: PlainStep, tools: StepTools): Promise<StepOutcome> {
  const { flow, sessionId, next, onStarted } = tools;
  switch (step.do) {
    case 'call': {
      const { name, args, asTask } = step.with;
      const input = { name, ...argumentInput(args), ...(asTask === undefined ? {} : { asTask }) };
      return flow.run({ sessionId, verb: 'tools.call', input }, next, onStarted);
    }
    case 'read':
      return flow.run({ sessionId, verb: 'resources.read', input: step.with }, next, onStarted);
    case 'prompt':
      return flow.run({ sessionId, verb: 'prompts.get', input: step.with }, next, onStarted);
    case 'complete': {
      const { context, ...input } = step.with;
      const more = context === undefined ? {} : { context };
      return flow.run({ sessionId, verb: 'completion.complete', input: { ...input, ...more } }, next, onStarted);
    }
    case 'ping':
      return flow.run({ sessionId, verb: 'ping', input: {} }, next, onStarted);
    case 'raw': {
      const text = 'text' in step.with ? step.with.text : JSON.stringify(step.with.message);
      return flow.run({ sessionId, verb: 'raw.send', input: { text } }, next, onStarted);
    }
    case 'list':
      return list(step.with.what === 'all' ? CatalogKind.options : [step.with.what], tools);
    case 'call-all':
      return callAll(step.with?.except ?? [], tools);
    case 'wait':
      return wait(step.with.ms, tools.room);
    default:
      return unreachable(step);
  }
}

/** The items of lists, read again. A list that the server does not declare is empty. */
async function list(
  kinds: readonly CatalogKind[],
  { room, flow, sessionId, onStarted }: StepTools,
): Promise<StepOutcome> {
  const all: JsonObject = {};
  for (const kind of kinds) {
    const head = await room.until((state) => {
      const found = state.get('catalog', catalogId(sessionId, kind));
      return found && isListRead(found) ? found : undefined;
    });
    if (head.status !== 'unsupported') {
      const outcome = await flow.run({ sessionId, verb: LIST_VERBS[kind], input: {} }, undefined, onStarted);
      if (!outcome.ok) return outcome;
    }
    all[LIST_KEYS[kind]] = (await room.client['catalog.items']({ sessionId, kind })).items;
  }
  return { ok: true, json: JSON.stringify(all) };
}

/** Calls every tool with made-up arguments, those that say they destroy something left out. */
async function callAll(except: readonly string[], tools: StepTools): Promise<StepOutcome> {
  const { room, flow, sessionId, onStarted } = tools;
  const { items } = await room.client['catalog.items']({ sessionId, kind: 'tools' });
  const calls: JsonObject[] = [];
  let failed = 0;
  for (const tool of items) {
    const name = textAt(tool, 'name') ?? '';
    if (except.includes(name) || saysDestructive(tool)) continue;
    const args = sampleObject(tool.inputSchema);
    const call = { sessionId, verb: 'tools.call' as const, input: { name, args }, numbered: false };
    const { ok, json } = await flow.run(call, undefined, onStarted);
    if (!ok) failed += 1;
    const value: unknown = JSON.parse(json);
    calls.push({ name, ...(isObject(value) && 'error' in value ? { error: value.error } : { result: value }) });
  }
  const problem = failed > 0 ? { problem: `${failed} of ${calls.length} calls failed.` } : {};
  return { ok: failed === 0, json: JSON.stringify({ calls }), ...problem };
}

/** Ends early, rejected, when the demo is left. */
async function wait(ms: number, room: ScriptRoom): Promise<StepOutcome> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  try {
    await Promise.race([over, room.until(() => undefined)]);
  } finally {
    clearTimeout(timer);
  }
  return { ok: true, json: 'null' };
}
