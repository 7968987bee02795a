import { arrayAt, type JsonObject, objectAt, textAt } from '#shared/json.ts';
import { MODERN_VERSIONS } from '#shared/product.ts';
import type { HeaderList } from '#shared/records.ts';
import type { Call, Era, InputRequest, Outcome, Profile, Result } from './era.ts';
import { encodeHeaderValue, type MirrorScan, mirrorHeaders, NAME_AT, scanMirrors } from './headers.ts';
import { capabilitiesOf, implementationOf, instructionsOf } from './instructions.ts';

const NS = 'io.modelcontextprotocol/';
/** The only requests that may be answered by `input_required` (MRTR-07). */
const MAY_ASK = ['tools/call', 'prompts/get', 'resources/read'];

/** 2026-07-28: no handshake, every request self-describing, the server asks by returning `input_required`. */
export function modernEra(version: string = MODERN_VERSIONS[0]): Era {
  const envelope = envelopeOf(version);
  const scans = new WeakMap<object, MirrorScan>();
  return {
    name: 'modern',
    version,
    answersRequests: false,
    logLevel: 'stamped',
    listening: 'listen',
    greeting: () => ({ method: 'server/discover', params: {} }),
    readHello: (result, seq) => readHello(version, result, seq),
    stamp: (params, profile) => {
      const own = objectAt(params, '_meta');
      return { ...params, _meta: own ? { ...own, ...envelope(profile) } : envelope(profile) };
    },
    headers: (message) => headersOf(version, message, scans),
    outcome,
    asksIn: () => undefined,
    cancel: (transport) => (transport === 'http' ? 'abort' : 'notify'),
  };
}

function readHello(version: string, result: Result, seq: number) {
  const meta = objectAt(result, '_meta');
  return {
    era: 'modern' as const,
    version,
    supported: arrayAt(result, 'supportedVersions').filter((one) => typeof one === 'string'),
    serverInfo: implementationOf(meta?.[`${NS}serverInfo`] ?? result.serverInfo),
    ...capabilitiesOf(result),
    ...instructionsOf(result),
    via: 'server/discover' as const,
    seq,
  };
}

/** What every request says of us. Kept while it stays the same, for the cost of the keys. */
function envelopeOf(version: string): (profile: Profile) => JsonObject {
  let kept: { profile: Profile; value: JsonObject } | undefined;
  return (profile) => {
    if (kept && kept.profile === profile) return kept.value;
    const value = {
      [`${NS}protocolVersion`]: version,
      [`${NS}clientInfo`]: profile.clientInfo,
      [`${NS}clientCapabilities`]: profile.capabilities,
      ...(profile.logLevel === undefined ? {} : { [`${NS}logLevel`]: profile.logLevel }),
    };
    kept = { profile, value };
    return value;
  };
}

/** The annotations of a tool are read once: the same tool is called often. */
function mirrorsOf(tool: JsonObject, scans: WeakMap<object, MirrorScan>): MirrorScan {
  const known = scans.get(tool);
  if (known) return known;
  const scan = scanMirrors(tool.inputSchema);
  scans.set(tool, scan);
  return scan;
}

function headersOf(
  version: string,
  { method, params, tool }: Call & { tool?: JsonObject | undefined },
  scans: WeakMap<object, MirrorScan>,
): HeaderList {
  // Headers repeat the body, also where a person wrote another version into it.
  const stated = textAt(objectAt(params, '_meta'), `${NS}protocolVersion`) ?? version;
  const headers: HeaderList = [
    ['MCP-Protocol-Version', encodeHeaderValue(stated)],
    ['Mcp-Method', encodeHeaderValue(method)],
  ];
  const named = NAME_AT.get(method);
  const name = named === undefined ? undefined : textAt(params, named);
  if (name !== undefined) headers.push(['Mcp-Name', encodeHeaderValue(name)]);
  const scan = method === 'tools/call' && tool ? mirrorsOf(tool, scans) : undefined;
  if (scan && 'params' in scan) headers.push(...mirrorHeaders(scan.params, params.arguments));
  return headers;
}

function outcome(call: Call, result: Result): Outcome {
  const type = result.resultType;
  // Servers of earlier versions send none (RPC-05).
  if (type === undefined || type === null || type === 'complete') return { kind: 'done', result };
  if (type === 'task') return task(call, result);
  if (type !== 'input_required') {
    return { kind: 'invalid', why: `The server sent a result of the unknown type ${JSON.stringify(type)}.` };
  }
  if (!MAY_ASK.includes(call.method)) {
    return {
      kind: 'invalid',
      why: `The server asked for input in answer to ${call.method}, where that is not allowed.`,
    };
  }
  const requests = Object.entries(objectAt(result, 'inputRequests') ?? {}).map(
    ([key, one]): InputRequest => ({
      key,
      method: textAt(one, 'method') ?? '',
      params: objectAt(one, 'params') ?? {},
    }),
  );
  const state = 'requestState' in result ? { requestState: result.requestState } : {};
  const retry = (inputResponses: Record<string, Result>) => ({
    ...call.params,
    ...(requests.length === 0 ? {} : { inputResponses }),
    ...state,
  });
  return { kind: 'ask', requests, retry };
}

function task(call: Call, result: Result): Outcome {
  const taskId = textAt(result, 'taskId');
  if (taskId === undefined) return { kind: 'invalid', why: 'The server started a task and gave it no id.' };
  if (call.method !== 'tools/call') {
    return { kind: 'invalid', why: `The server answered ${call.method} with a task, where that is not allowed.` };
  }
  return { kind: 'task', taskId, result };
}
