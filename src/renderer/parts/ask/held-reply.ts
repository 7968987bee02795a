import type { PendingReply } from '#shared/contract.ts';
import type { PendingInput } from '#shared/entities.ts';
import { hasSecret } from '../schema-form/masked.ts';
import { mayBeSecret } from './draft-secrets.ts';
import { askFields } from './form-values.ts';

/** Whether a reply that waits for the others of its round has something in it that belongs on no disk. */
export function isSecretReply({ kind, params }: PendingInput, reply: PendingReply): boolean {
  if (reply.action !== 'accept') return false;
  const { content = {}, contentText, resultText } = reply;
  const schema = kind === 'form' ? params.requestedSchema : {};
  const asked = askFields(schema).some(({ name, secret }) => secret && Object.hasOwn(content, name));
  return asked || hasSecret(schema, content) || mayBeSecret([content, contentText, resultText]);
}
