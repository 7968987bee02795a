import type { CatalogKind } from '#shared/catalog-kind.ts';
import type { DriftMark } from '#shared/drift.ts';
import { DRIFT_THINGS } from '#shared/drift-words.ts';
import type { Connection } from './connection.ts';
import { oneLine } from './plain-text.ts';
import type { Terminal } from './terminal.ts';

/** Changes that are named; more are counted. */
const MOST = 20;
const CHANGES: Record<DriftMark['change'], string> = { changed: 'has changed', added: 'is new', removed: 'is gone' };

/** Says on stderr what of a list, or which one item, is not as it was accepted. Silent for a server that is not saved. */
export async function noteDrift(
  connection: Connection,
  terminal: Terminal,
  { kind, name }: { kind: CatalogKind; name?: string },
): Promise<void> {
  const serverId = connection.session?.serverId;
  if (serverId === undefined) return;
  const only = name === undefined ? {} : { only: [{ kind, name }] };
  const { items } = await connection.client['drift.get']({ serverId, ...only });
  const found = items.filter((item) => item.kind === kind);
  for (const item of found.slice(0, MOST)) {
    const words = item.change === 'changed' ? ` ${item.words.map((text) => oneLine(text, 300)).join(' ')}` : '';
    terminal.note(
      `Not as it was accepted: the ${DRIFT_THINGS[kind]} ${oneLine(item.name)} ${CHANGES[item.change]}.${words}`,
    );
  }
  if (found.length > MOST) terminal.note(`${found.length - MOST} more ${kind} are not as they were accepted.`);
}
