import { messageOf } from '#shared/errors.ts';
import { isObject, textAt } from '#shared/json.ts';
import { memberText, onOneLine } from '#shared/json-members.ts';
import type { VerbParsed } from '#shared/verbs.ts';
import type { Call } from '../era/era.ts';
import { noSuchRequest } from '../era/methods.ts';
import { translatedParams } from '../era/translate.ts';
import { RpcFault } from '../fault.ts';
import type { Kernel } from '../kernel.ts';
import { nestsTooDeep } from '../nesting.ts';
import type { Feature } from './feature.ts';

const RAW = 'Send it as a raw message instead.';

/** Sends any request with params that stay as they are written, and follows it to its end like a call of its method. */
export const request: Feature = {
  name: 'request',
  attach: (kernel, { catalogs }) => ({
    'request.send': (input, operation) => {
      const { call, token } = readCall(kernel, input);
      if (token) {
        const text = `The progress token of ${call.method} was made new, so that its progress is not taken for that of another call.`;
        kernel.note({ what: 'request.token', level: 'info', text });
      }
      const name = call.method === 'tools/call' ? textAt(call.params, 'name') : undefined;
      const tool = name === undefined ? undefined : catalogs.find('tools', name);
      const { timeoutMs, trace, ownEnvelope } = input;
      return kernel.run(call, { operation, timeoutMs, trace, ownEnvelope, tool });
    },
  }),
};

/** The request as it shall go out. Throws an RpcFault for what is none. */
function readCall(kernel: Kernel, input: VerbParsed<'request.send'>): { call: Call; token: boolean } {
  const { method, ownEnvelope } = input;
  if (method.startsWith('notifications/')) {
    throw new RpcFault('local', `${method} is a notification. It gets no answer that could be waited for.`, {
      todo: RAW,
    });
  }
  const given = onOneLine((input.params ?? '').trim());
  checkParams(given);
  const era = kernel.connection?.era.name ?? 'modern';
  const missing = ownEnvelope ? noSuchRequest(method, era) : undefined;
  if (missing !== undefined) throw new RpcFault('local', missing);
  const text = ownEnvelope && given !== '' ? translatedParams(given, era) : given;
  const params: unknown = text === '' ? {} : JSON.parse(text);
  const token = text !== '' && memberText(text, ['_meta', 'progressToken']) !== undefined;
  return { call: { method, params: isObject(params) ? params : {}, text }, token };
}

function checkParams(text: string): void {
  if (text === '') return;
  if (nestsTooDeep(text))
    throw new RpcFault('local', 'The params nest too deep to be sent as a request.', { todo: RAW });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new RpcFault('local', `The params are not JSON: ${messageOf(error)}`, { todo: `Correct them. ${RAW}` });
  }
  if (!isObject(value)) {
    throw new RpcFault('local', 'The params are no JSON object, and MCP has no other params.', { todo: RAW });
  }
}
