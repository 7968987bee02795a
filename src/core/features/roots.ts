import type { InputReply } from '../inputs.ts';
import type { AskEnd } from '../kernel.ts';
import type { Feature } from './feature.ts';

/** JSON-RPC knows no error for a person's no (ROOT-06 has one for a client without roots); sampling uses this one. */
const USER_REJECTED = -1;

function ruledReply(end: AskEnd): InputReply {
  if (end.action === 'accept') return { kind: 'result', result: end.content ?? { roots: [] } };
  if (end.action === 'expired')
    return { kind: 'refused', code: USER_REJECTED, message: 'The request ended before it was answered' };
  const message = 'User rejected the request for roots';
  return { kind: 'refused', code: USER_REJECTED, message, declinedBy: end.by ?? 'person' };
}

/** The server asks which folders it may know of; the answer is the setting, and it is shown. */
export const roots: Feature = {
  name: 'roots',
  attach(kernel, context) {
    kernel.onInput('roots/list', (ask) => {
      if (!kernel.config.claims.roots) {
        kernel.note({
          what: 'input-refused',
          text: 'roots/list was refused, because this client was not to offer it.',
        });
        return { kind: 'refused', code: -32601, message: 'Method not found: roots/list' };
      }
      const ruled = kernel.byRule('roots', ask);
      if (ruled) return ruled.then(ruledReply);
      const list = context.roots().map(({ uri, name }) => ({ uri, ...(name === undefined ? {} : { name }) }));
      kernel.rootsSent(ask, list.length);
      return { kind: 'result', result: { roots: list } };
    });
    return {};
  },
};
