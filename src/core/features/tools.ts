import { messageOf } from '#shared/errors.ts';
import { isJsonObject, parseJson } from '#shared/exact-json.ts';
import { isObject, type JsonObject, objectAt, textAt } from '#shared/json.ts';
import { sameJson } from '#shared/same-json.ts';
import type { VerbParsed } from '#shared/verbs.ts';
import type { CallOptions } from '../call-options.ts';
import type { Catalogs } from '../catalogs.ts';
import { scanMirrors } from '../era/headers.ts';
import { explained, faultOf, RpcFault } from '../fault.ts';
import type { Kernel } from '../kernel.ts';
import type { OperationHandle } from '../operations.ts';
import type { Answer } from '../peer.ts';
import type { Feature } from './feature.ts';

const HEADER_MISMATCH = -32020;
const METHOD_NOT_FOUND = -32601;

/** Listing and calling tools. */
export const tools: Feature = {
  name: 'tools',
  attach(kernel, { catalogs }) {
    catalogs.define({
      kind: 'tools',
      method: 'tools/list',
      key: 'tools',
      capability: 'tools',
      changed: 'notifications/tools/list_changed',
      idKey: 'name',
      refuse: (tool) => mirrorProblem(kernel, tool),
    });
    return {
      'tools.list': ({ pages }, operation) => catalogs.read('tools', operation, pages),
      'tools.call': (input, operation) => call({ kernel, catalogs }, input, operation),
    };
  },
};

type With = { kernel: Kernel; catalogs: Catalogs };

async function call(on: With, input: VerbParsed<'tools.call'>, operation: OperationHandle): Promise<Answer> {
  const { name, args: given, argsText, meta, asTask, ttlMs, noRules, ...options } = input;
  if (noRules) operation.unruled = true;
  const args = argsText === undefined ? given : exactArgs(argsText);
  checkOptions(on.kernel, options);
  const leftOut = on.catalogs.refusal('tools', name);
  if (leftOut) {
    throw new RpcFault('local', `${name} was left out of the list. ${leftOut}`, {
      todo: 'Send it as raw text if you want it.',
    });
  }
  const send = () => {
    const tool = on.catalogs.find('tools', name);
    const ttl = ttlMs === undefined ? {} : { ttl: ttlMs };
    const task = wantsTask(on.kernel, tool, asTask) ? { task: ttl } : {};
    const params = { name, arguments: args, ...(meta ? { _meta: meta } : {}), ...task };
    return on.kernel.run(
      { method: 'tools/call', params },
      { ...options, operation, tool, repeatable: isHarmless(tool) },
    );
  };
  try {
    return await send();
  } catch (error) {
    const fault = faultOf(error);
    if (fault.code === METHOD_NOT_FOUND) throw contradicted(on, name, fault);
    if (fault.code !== HEADER_MISMATCH) throw fault;
    // The tool's annotations may have changed since the list was read (HTTP-10).
    on.kernel.note({
      what: 'header-mismatch',
      text: `The list of tools is read again, because ${name} got other headers than the server expects.`,
    });
    const before = meaningOf(on, name);
    await on.catalogs.read('tools', operation, before.length > 0 ? undefined : 'all');
    // What was allowed is what was shown: another definition is asked about anew.
    if (operation.by && !sameJson(before, meaningOf(on, name))) throw redefined(name, fault);
    return send();
  }
}

/** What the list says of a name, which may stand in it several times, without what servers make anew for each listing. */
function meaningOf({ catalogs }: With, name: string): JsonObject[] {
  const listed = catalogs.items('tools').items.filter((item) => item.name === name);
  return listed.map(({ icons: _icons, _meta, ...rest }) => rest);
}

/** The refusal of a call that no person made, explained: who allowed it saw another definition. */
function redefined(name: string, fault: RpcFault): RpcFault {
  const todo = `The server now defines ${name} in another way than when this call was allowed, so it was not sent again. Look at the definition, then run it again.`;
  return explained(fault, todo);
}

/** The refusal, explained where the server asks for a task that it says it does not run. */
function contradicted({ kernel, catalogs }: With, name: string, fault: RpcFault): RpcFault {
  const support = textAt(catalogs.find('tools', name)?.execution, 'taskSupport');
  if (support !== 'required' || runsTasks(kernel)) return fault;
  const todo = `The server contradicts itself: ${name} must run as a task (execution.taskSupport is required), yet the server does not declare tasks.requests.tools.call, so no client may start one.`;
  return explained(fault, todo);
}

/** Arguments whose numbers keep their digits. Throws an RpcFault for what is no JSON object. */
function exactArgs(text: string): JsonObject {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (error) {
    throw new RpcFault('local', `The arguments are not JSON: ${messageOf(error)}`, { todo: 'Correct them.' });
  }
  if (isJsonObject(value)) return value;
  throw new RpcFault('local', 'The arguments are no JSON object.', { todo: 'Put them in braces.' });
}

/** Throws an RpcFault for an option that this connection has no place for. */
function checkOptions({ connection }: Kernel, { headers = [], logLevel }: CallOptions): void {
  if (headers.length > 0 && connection?.link.transport.kind !== 'http') {
    throw new RpcFault('local', 'This server is not reached over HTTP, so there are no headers to send.', {
      todo: 'Take the headers out of the options of the call.',
    });
  }
  if (logLevel !== undefined && connection?.era.logLevel !== 'stamped') {
    throw new RpcFault('local', 'In this version of the protocol one log level holds for the whole session.', {
      todo: 'Choose the level in Notifications, and none in the options of the call.',
    });
  }
}

function mirrorProblem(kernel: Kernel, tool: JsonObject): string | undefined {
  const { connection } = kernel;
  if (connection?.era.name !== 'modern' || connection.link.transport.kind !== 'http') return undefined;
  const scan = scanMirrors(tool.inputSchema);
  return 'reason' in scan ? `Its x-mcp-header annotations break the rules: ${scan.reason}.` : undefined;
}

/** Whether the server declares that calls may become tasks; in the modern era that is its own choice. */
function runsTasks(kernel: Kernel): boolean {
  if (kernel.connection?.era.name !== 'legacy') return true;
  return isObject(objectAt(objectAt(kernel.declared('tasks'), 'requests'), 'tools')?.call);
}

/** Legacy tasks only: whether this call becomes one (TASKL-01, TASKL-02). */
function wantsTask(kernel: Kernel, tool: JsonObject | undefined, asked: boolean | undefined): boolean {
  if (kernel.connection?.era.name !== 'legacy') return false;
  const offered = runsTasks(kernel);
  const support = textAt(tool?.execution, 'taskSupport');
  const allowed = offered && (support === 'required' || support === 'optional');
  if (asked && !allowed) throw new RpcFault('local', 'The server does not run this tool as a task.');
  return allowed && (asked ?? support === 'required');
}

function isHarmless(tool: JsonObject | undefined): boolean {
  const hints = objectAt(tool, 'annotations');
  return hints?.readOnlyHint === true || hints?.idempotentHint === true;
}
