import { randomBytes } from 'node:crypto';
import { HostError } from '#shared/errors.ts';
import { ProfileFile, type ReplyRule, type RuleProfile } from '#shared/reply-rules.ts';

/** A profile as the text of a file. Servers are written by their names; rules of a server that is gone are left out. */
export function fileOfProfile({ name, rules }: RuleProfile, names: ReadonlyMap<string, string>): string {
  const kept = rules.flatMap(({ serverId, id: _id, ...rule }) => {
    if (serverId === undefined) return [rule];
    const serverName = names.get(serverId);
    return serverName === undefined ? [] : [{ ...rule, serverName }];
  });
  const file: ProfileFile = { format: 'wirebench-profile', version: 1, name, rules: kept };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** Reads a profile file; servers of the list get their ids. Throws BAD_INPUT with what is wrong where. */
export function profileOfFile(
  text: string,
  names: ReadonlyMap<string, string> = new Map(),
): { name: string; rules: ReplyRule[] } {
  const file = ProfileFile.safeParse(parsed(text));
  if (!file.success) {
    const [issue] = file.error.issues;
    const place = issue?.path.join('.') ?? '';
    throw new HostError(
      'BAD_INPUT',
      `This is no profile of reply rules${place && `, see ${place}`}: ${issue?.message ?? 'it cannot be read'}`,
    );
  }
  const ids = new Map([...names].map(([id, name]) => [name, id]));
  const rules = file.data.rules.map(({ serverName, id: _id, ...rule }): ReplyRule => {
    const id = randomBytes(6).toString('hex');
    if (serverName === undefined) return { ...rule, id };
    const serverId = ids.get(serverName);
    return serverId === undefined ? { ...rule, id, serverName } : { ...rule, id, serverId };
  });
  return { name: file.data.name, rules };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    throw new HostError('BAD_INPUT', 'This is no profile of reply rules: it is not JSON.');
  }
}
