import { isJsonObject, parseJson } from '#shared/exact-json.ts';
import { isObject, textAt } from '#shared/json.ts';
import type { InputAsk, InputReply } from '../inputs.ts';
import type { Kernel } from '../kernel.ts';
import type { Feature } from './feature.ts';

/** The server asks the person with a form or sends them to a page. */
export const elicitation: Feature = {
  name: 'elicitation',
  attach(kernel) {
    kernel.onInput('elicitation/create', (ask) => answer(kernel, ask));
    kernel.onNotice('notifications/elicitation/complete', (params) => {
      const id = textAt(params, 'elicitationId');
      // The modern era has no such notification: there a person says when the page is done.
      if (id !== undefined && kernel.connection?.era.name === 'legacy') kernel.pageDone(id);
    });
    return {};
  },
};

async function answer(kernel: Kernel, ask: InputAsk): Promise<InputReply> {
  // A request without a mode is a form (ELIC-02).
  const mode = textAt(ask.params, 'mode') ?? 'form';
  const refusal = refusalOf(kernel, ask, mode) ?? unreadable(kernel, ask, mode);
  if (refusal) return refusal;
  const end = await kernel.askPerson(mode === 'url' ? 'url' : 'form', ask);
  const exact = end.action === 'accept' && end.resultText !== undefined ? parseJson(end.resultText) : undefined;
  // Somebody who tests a server may send it a result that does not fit (ELIC-09).
  if (isJsonObject(exact)) return { kind: 'result', result: exact };
  if (end.action === 'accept') {
    // Consent to open a page carries no content (ELIC-11).
    return { kind: 'result', result: { action: 'accept', ...(mode === 'url' ? {} : { content: end.content ?? {} }) } };
  }
  if (end.action === 'expired') return { kind: 'result', result: { action: 'cancel' } };
  return { kind: 'result', result: { action: end.action }, declinedBy: end.by ?? 'person' };
}

function refusalOf(kernel: Kernel, ask: InputAsk, mode: string): InputReply | undefined {
  const { elicitationForm: form, elicitationUrl: url } = kernel.config.claims;
  if (mode === 'form' ? form : mode === 'url' && url) return undefined;
  const text = form || url ? `This client does not offer the mode ${mode}.` : `Method not found: ${ask.method}`;
  kernel.note({
    what: 'input-refused',
    text: `${ask.method} (${mode}) was refused, because this client was not to offer it.`,
  });
  // The modern era has no error for this; a decline lets the server go on.
  if (kernel.connection?.era.name === 'modern') return { kind: 'result', result: { action: 'decline' } };
  return { kind: 'refused', code: form || url ? -32602 : -32601, message: text };
}

/** A question that nobody could be shown is refused, so that the server does not wait for ever. */
function unreadable(kernel: Kernel, ask: InputAsk, mode: string): InputReply | undefined {
  const { params, method } = ask;
  const schema = params.requestedSchema;
  const why =
    typeof params.message !== 'string'
      ? 'its message is no text'
      : mode === 'url' && typeof params.url !== 'string'
        ? 'it names no page'
        : mode === 'form' && schema !== undefined && !isObject(schema)
          ? 'its schema is no object'
          : undefined;
  if (why === undefined) return undefined;
  kernel.note({ what: 'input-refused', level: 'warn', text: `${method} was refused, because ${why}.` });
  return { kind: 'refused', code: -32602, message: `Invalid params: ${why}` };
}
