import { memberText, withoutMember } from '#shared/json-members.ts';
import type { EraName } from '#shared/product.ts';

/** What a session writes into `_meta` itself (2026-07-28, basic: request envelope). */
const ENVELOPE = ['protocolVersion', 'clientInfo', 'clientCapabilities', 'logLevel'].map(
  (key) => `io.modelcontextprotocol/${key}`,
);
/** What only a later round of a call has. */
const ROUND = ['inputResponses', 'requestState'];

/** The text of a request's params as another session would begin it: without its envelope, its round, its task wish. */
export function translatedParams(params: string, to: EraName): string {
  const drop = [...ENVELOPE.map((key) => ['_meta', key]), ...ROUND.map((key) => [key])];
  // The modern era knows no wish for a task: there the server decides.
  if (to === 'modern') drop.push(['task']);
  const bare = drop.reduce(withoutMember, params);
  return memberText(bare, ['_meta'])?.replace(/\s/g, '') === '{}' ? withoutMember(bare, ['_meta']) : bare;
}
