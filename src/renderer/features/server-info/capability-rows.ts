import type { CatalogKind } from '#shared/catalog-kind.ts';
import type { Catalog, PendingInput, PendingKind, TaskInfo } from '#shared/entities.ts';
import { isObject, objectAt } from '#shared/json.ts';
import type { Session } from '#shared/session.ts';
import { plural } from '../../ui/format.ts';

/** One cell of the matrix: a mark, and words that say more. */
export interface Cell {
  readonly mark: 'yes' | 'no' | 'deprecated' | 'none';
  readonly text?: string;
}

export interface CapabilityRow {
  readonly feature: string;
  /** A name of the protocol, set in mono. */
  readonly mono?: boolean;
  readonly server: Cell;
  readonly app: Cell;
  readonly used: Cell;
}

export interface CapabilityBlock {
  readonly title: string;
  readonly rows: readonly CapabilityRow[];
}

export interface CapabilityFacts {
  readonly session: Session;
  readonly catalogs: readonly Catalog[];
  readonly asks: readonly PendingInput[];
  readonly tasks: readonly TaskInfo[];
  /** Level of log messages that was asked for; undefined when none was. */
  readonly logLevel: string | undefined;
  readonly watched: number;
  readonly roots: number;
}

export const TASKS_EXTENSION = 'io.modelcontextprotocol/tasks';
const NO: Cell = { mark: 'no' };
const YES: Cell = { mark: 'yes' };
const WHEN_NEEDED: Cell = { mark: 'none', text: 'asks when needed' };

const yes = (text: string): Cell => (text === '' ? YES : { mark: 'yes', text });
const words = (...parts: (string | false | undefined)[]) => parts.filter((part) => typeof part === 'string').join(', ');

function listRow(facts: CapabilityFacts, feature: string, kinds: CatalogKind[]): CapabilityRow {
  const declared = objectAt(facts.session.hello?.capabilities, kinds[0] ?? '');
  const lists = facts.catalogs.filter(({ kind }) => kinds.includes(kind));
  const known = lists.filter(({ status, count }) => status === 'ready' || count > 0);
  const count = known.reduce((sum, list) => sum + list.count, 0);
  const stream = facts.session.streams.find(({ state }) => state === 'open');
  const changes = declared?.listChanged === true;
  const used = words(
    changes && stream !== undefined && 'change stream open',
    kinds.includes('resources') && facts.watched > 0 && `${facts.watched} watched`,
  );
  return {
    feature,
    server: declared
      ? yes(
          words(
            known.length > 0 && count.toLocaleString('en-US'),
            declared.subscribe === true && 'subscribe',
            changes && 'sends list changes',
          ),
        )
      : NO,
    app: YES,
    used: declared && known.length > 0 ? yes(used) : NO,
  };
}

function serverFeatures(facts: CapabilityFacts): CapabilityBlock {
  const { capabilities = {}, era } = facts.session.hello ?? {};
  const modern = era === 'modern';
  const logging = capabilities.logging !== undefined;
  const level = facts.logLevel === undefined || facts.logLevel === 'off' ? undefined : `level ${facts.logLevel}`;
  const rows: CapabilityRow[] = [
    listRow(facts, 'Tools', ['tools']),
    listRow(facts, 'Resources', ['resources', 'templates']),
    listRow(facts, 'Prompts', ['prompts']),
    { feature: 'Completion', server: capabilities.completions === undefined ? NO : YES, app: YES, used: NO },
    {
      feature: 'Logging',
      server: logging ? (modern ? { mark: 'deprecated', text: 'deprecated' } : YES) : NO,
      app: level === undefined ? YES : yes(level),
      used: logging && level !== undefined ? yes(modern ? 'per request' : 'for the session') : NO,
    },
  ];
  if (capabilities.tasks !== undefined) {
    rows.push({ feature: 'Tasks', server: YES, app: YES, used: tasksUsed(facts) });
  }
  return { title: 'Server features', rows };
}

function tasksUsed({ tasks }: CapabilityFacts): Cell {
  const running = tasks.filter(({ status }) => status === 'working' || status === 'input_required').length;
  if (running > 0) return yes(`${running} running`);
  return tasks.length > 0 ? yes(plural(tasks.length, 'task')) : NO;
}

function asksUsed({ asks }: CapabilityFacts, kind: PendingKind): Cell {
  const count = asks.filter((ask) => ask.kind === kind).length;
  return count === 0 ? NO : yes(`used ${plural(count, 'time')}`);
}

function clientFeatures(facts: CapabilityFacts): CapabilityBlock {
  const { claims } = facts.session.config;
  const modern = facts.session.hello?.era === 'modern';
  const offer = (on: boolean, deprecated: boolean, text: string): Cell => {
    if (!on) return { mark: 'no', text: 'not offered' };
    return modern && deprecated
      ? { mark: 'deprecated', text: words('deprecated', text) }
      : yes(text === 'on' ? '' : text);
  };
  const row = (feature: string, kind: PendingKind, app: Cell) => ({
    feature,
    server: WHEN_NEEDED,
    app,
    used: asksUsed(facts, kind),
  });
  return {
    title: 'What the server may ask of you',
    rows: [
      row('Elicitation, form', 'form', offer(claims.elicitationForm, false, 'on')),
      row('Elicitation, URL', 'url', offer(claims.elicitationUrl, false, 'on')),
      row('Sampling', 'sampling', offer(claims.sampling, true, 'on')),
      row('Roots', 'roots', offer(claims.roots, true, plural(facts.roots, 'root'))),
    ],
  };
}

function extensions(facts: CapabilityFacts): CapabilityBlock {
  const { capabilities = {}, era } = facts.session.hello ?? {};
  const declared = objectAt(capabilities, 'extensions') ?? {};
  const other = objectAt(capabilities, 'experimental') ?? {};
  const known = era === 'modern' ? [TASKS_EXTENSION] : [];
  const names = [...new Set([...known, ...Object.keys(declared), ...Object.keys(other)])].slice(0, 200);
  const rows = names.map((name): CapabilityRow => {
    const settings = Object.hasOwn(declared, name) ? declared[name] : other[name];
    const offered = Object.hasOwn(declared, name) || Object.hasOwn(other, name);
    const count = isObject(settings) ? Object.keys(settings).length : 0;
    const mine = name === TASKS_EXTENSION && known.includes(name);
    return {
      feature: name,
      mono: true,
      server: offered ? yes(count > 0 ? plural(count, 'setting') : '') : NO,
      app: mine
        ? facts.session.config.claims.tasks === false
          ? { mark: 'no', text: 'not offered' }
          : YES
        : { mark: 'none', text: 'Unknown to this app' },
      used: mine && offered ? tasksUsed(facts) : NO,
    };
  });
  return { title: 'Extensions', rows };
}

/** The capability matrix in its three blocks; a block without rows is left out. */
export function capabilityBlocks(facts: CapabilityFacts): CapabilityBlock[] {
  return [serverFeatures(facts), clientFeatures(facts), extensions(facts)].filter(({ rows }) => rows.length > 0);
}
