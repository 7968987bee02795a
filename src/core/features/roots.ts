import { replyOfEnd } from '../ended-ask.ts';
import type { Feature } from './feature.ts';

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
      if (ruled) return ruled.then((end) => replyOfEnd(end, 'User rejected the request for roots', { roots: [] }));
      const list = context.roots().map(({ uri, name }) => ({ uri, ...(name === undefined ? {} : { name }) }));
      kernel.rootsSent(ask, list.length);
      return { kind: 'result', result: { roots: list } };
    });
    return {};
  },
};
