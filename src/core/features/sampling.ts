import { arrayAt } from '#shared/json.ts';
import { replyOfEnd } from '../ended-ask.ts';
import type { InputAsk, InputReply } from '../inputs.ts';
import type { Kernel } from '../kernel.ts';
import type { Feature } from './feature.ts';
import { samplingImbalance } from './sampling-balance.ts';

const INVALID_PARAMS = -32602;

/** The server asks for a model's reply. */
export const sampling: Feature = {
  name: 'sampling',
  attach(kernel) {
    kernel.onInput('sampling/createMessage', (ask) => answer(kernel, ask));
    return {};
  },
};

async function answer(kernel: Kernel, ask: InputAsk): Promise<InputReply> {
  if (!kernel.config.claims.sampling) {
    kernel.note({ what: 'input-refused', text: `${ask.method} was refused, because this client was not to offer it.` });
    return { kind: 'refused', code: -32601, message: `Method not found: ${ask.method}` };
  }
  const broken = samplingImbalance(arrayAt(ask.params, 'messages'));
  if (broken !== undefined) {
    kernel.note({ what: 'input-refused', level: 'warn', text: `${ask.method} was refused: ${broken}.` });
    return { kind: 'refused', code: INVALID_PARAMS, message: broken };
  }
  return replyOfEnd(await kernel.askPerson('sampling', ask), 'User rejected sampling request', {});
}
