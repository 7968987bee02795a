import type { CatalogKind } from '#shared/catalog-kind.ts';
import type { Catalogs } from './catalogs.ts';
import type { TransportEvents } from './ports.ts';
import type { SessionEntity } from './session-entity.ts';

type StartFacts = Parameters<TransportEvents['started']>[0];
type HttpEvent = Parameters<TransportEvents['http']>[0];

/** Takes what is known of a process or a connection into the session and its ladder. */
export function tellStarted(entity: SessionEntity, { pid, launch, reached }: StartFacts): void {
  if (pid !== undefined || launch) entity.set({ ...(pid === undefined ? {} : { pid }), ...(launch ? { launch } : {}) });
  if (launch) {
    const [program = ''] = launch.command;
    const { endpoint } = entity.value.config;
    const written = endpoint.kind === 'stdio' ? endpoint.command : program;
    entity.step('folder', 'ok', launch.cwd);
    if (launch.foundIn !== undefined) {
      entity.step('program', 'ok', written === program ? program : `${written} is ${program}`);
    }
  }
  if (pid !== undefined) entity.step('process', 'ok', `pid ${pid}`);
  if (reached) {
    const named = entity.value.ladder.find(({ key }) => key === 'name')?.state;
    if (reached.key === 'connected' && named === 'pending') entity.step('name', 'skipped', 'The address has no name');
    entity.step(reached.key, 'ok', reached.detail);
  }
}

/** Takes the head of an HTTP answer that came before a version was agreed into the ladder. */
export function tellHttpAnswer(entity: SessionEntity, { what, status = 0 }: HttpEvent): void {
  if (what !== 'response') return;
  entity.step('http', 'ok', `HTTP ${status}`);
  const signIn = entity.value.ladder.find(({ key }) => key === 'signin');
  if (signIn?.state !== 'pending' || [401, 403, 407].includes(status)) return;
  const { endpoint } = entity.value.config;
  const sends = endpoint.kind === 'http' && endpoint.headers.some(({ name }) => name.toLowerCase() === 'authorization');
  if (sends) entity.step('signin', 'ok', 'With the Authorization header of the settings');
  else entity.step('signin', 'skipped', 'Not asked for');
}

const LISTS: readonly [kind: CatalogKind, one: string, many: string][] = [
  ['tools', 'tool', 'tools'],
  ['resources', 'resource', 'resources'],
  ['templates', 'template', 'templates'],
  ['prompts', 'prompt', 'prompts'],
];

/** `8 tools, 1 prompt`; what the server offers none of is left out. */
export function listWords(catalogs: Catalogs): string {
  const words = LISTS.flatMap(([kind, one, many]) => {
    const count = catalogs.items(kind).items.length;
    return count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];
  });
  return words.join(', ') || 'The server lists nothing';
}
