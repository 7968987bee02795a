import { randomBytes } from 'node:crypto';
import { HostError } from '#shared/errors.ts';
import { isJsonObject, parseJson } from '#shared/exact-json.ts';
import { isObject, objectAt, textAt } from '#shared/json.ts';
import type { SavedFor, SavedReply } from '#shared/saved-replies.ts';
import { isSecretField } from '#shared/secret-names.ts';
import { hashOfSchema } from '../drift/definition.ts';
import { withoutSecrets } from '../earlier/without-secrets.ts';
import type { LiveSession } from '../live-session.ts';
import type { KeptReply, SavedReplyStore } from '../store/saved-replies.ts';

export interface SavedRepliesDeps {
  store: SavedReplyStore;
  /** The session of a server whose secrets are known, if there is one. */
  session(serverId: string): Pick<LiveSession, 'redact'> | undefined;
}

/** Replies of a server that are kept, and characters of one. */
const MOST = { replies: 500, chars: 200_000 };

/** Replies to what servers ask, kept under names for asks of the same server, tool, kind and schema. */
export class SavedReplies {
  readonly #deps: SavedRepliesDeps;

  constructor(deps: SavedRepliesDeps) {
    this.#deps = deps;
  }

  async list(of: SavedFor): Promise<{ replies: SavedReply[] }> {
    const fits = matcher(of);
    const { replies } = await this.#deps.store.read(of.serverId);
    return { replies: replies.filter(fits).map(({ tool: _t, kind: _k, schemaHash: _h, ...reply }) => reply) };
  }

  /** Gives what was left out. Throws BAD_INPUT, IO. */
  async save({ name, text, ...of }: SavedFor & { name: string; text: string }) {
    if (text.length > MOST.chars) throw new HostError('BAD_INPUT', 'This reply is too large to be kept.');
    const { schema } = of;
    const redact = this.#deps.session(of.serverId)?.redact;
    const otherwise = 'Only a reply that is a JSON object can be kept.';
    const { text: kept, leftOut } = cleanedReply(text, { schema, redact, otherwise });
    const { tool, kind } = of;
    const schemaHash = hashOfSchema(of.schema);
    const reply: KeptReply = {
      id: randomBytes(6).toString('hex'),
      name,
      at: Date.now(),
      text: kept,
      ...(leftOut.length > 0 ? { leftOut } : {}),
      kind,
      ...(tool === undefined ? {} : { tool }),
      ...(schemaHash === undefined ? {} : { schemaHash }),
    };
    const fits = matcher(of);
    await this.#deps.store.update(of.serverId, (file) => {
      const others = file.replies.filter((one) => one.name !== name || !fits(one));
      if (others.length >= MOST.replies)
        throw new HostError('BAD_INPUT', `${MOST.replies} replies of this server are kept. Remove one first.`);
      return { ...file, replies: [reply, ...others] };
    });
    return { id: reply.id, leftOut };
  }

  async remove(serverId: string, id: string): Promise<void> {
    await this.#deps.store.update(serverId, (file) => ({
      ...file,
      replies: file.replies.filter((one) => one.id !== id),
    }));
  }

  /** The server is no longer in the list. */
  forget(serverId: string): Promise<void> {
    return this.#deps.store.forget(serverId);
  }
}

function matcher({ tool, kind, schema }: SavedFor): (one: KeptReply) => boolean {
  const hash = hashOfSchema(schema);
  return (one) => one.tool === tool && one.kind === kind && one.schemaHash === hash;
}

/** A reply without its secrets, and where those were. Throws BAD_INPUT with `otherwise` for what is no JSON object. */
export function cleanedReply(
  text: string,
  { schema, redact, otherwise }: { schema: unknown; redact: LiveSession['redact'] | undefined; otherwise: string },
) {
  let given: unknown;
  try {
    given = parseJson(text);
  } catch {
    given = undefined;
  }
  if (!isJsonObject(given)) throw new HostError('BAD_INPUT', otherwise);
  return withoutSecrets(text, withSecretFields(schema), redact);
}

/** The schema with `writeOnly` on the fields whose name or title looks like that of a secret. */
function withSecretFields(schema: unknown): unknown {
  const properties = objectAt(schema, 'properties');
  if (!isObject(schema) || !properties) return schema;
  const marked = Object.entries(properties).map(([name, one]) => {
    const secret = isObject(one) && isSecretField(name, textAt(one, 'title'));
    return [name, secret ? { ...one, writeOnly: true } : one];
  });
  return { ...schema, properties: Object.fromEntries(marked) };
}
