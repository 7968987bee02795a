import type { ThreadStep } from '#shared/traffic.ts';
import { countOf } from './thread-words.ts';

/** Steps of one thread; a call that asks without end has no more. */
const MOST = 300;
/** What is kept of a collapsed step. */
const ITEMS = 20;
/** So many progress updates in a row collapse. */
const COLLAPSE = 3;

type GroupKind = 'progress' | 'log' | 'task' | 'note';

interface Group {
  kind: GroupKind;
  /** Groups of one name collapse. */
  name: string;
  count: number;
  items: NonNullable<ThreadStep['items']>;
  progress?: ThreadStep['progress'];
}

export interface GroupItem {
  after: number;
  text: string;
  seq: number;
  progress?: ThreadStep['progress'];
}

function titleOf({ kind, name, count }: Group): string {
  if (kind === 'progress') return countOf(count, 'progress update');
  if (kind === 'log') return `${countOf(count, 'log message')}${name}`;
  return kind === 'task' ? `${countOf(count, 'poll')} of the task` : `${count.toLocaleString('en-US')} ${name}`;
}

function single({ kind, name, progress }: Group, item: GroupItem): ThreadStep {
  const own = item.progress ?? progress;
  const base = { kind, after: item.after, seq: item.seq, ...(item.text === '' ? {} : { text: item.text }) };
  if (kind === 'progress') {
    const of = own?.total === undefined ? '' : ` of ${own.total.toLocaleString('en-US')}`;
    const title = own ? `Progress ${own.value.toLocaleString('en-US')}${of}` : 'Progress';
    return { ...base, title, ...(own ? { progress: own } : {}) };
  }
  if (kind === 'log') return { ...base, title: `Log message${name}` };
  return { ...base, title: kind === 'task' ? '1 poll of the task' : name };
}

/** Gathers the steps of a thread; notifications and polls between two other steps collapse. */
export class ThreadSteps {
  readonly #all: (ThreadStep | Group)[] = [];
  readonly #open = new Map<string, Group>();

  push(step: ThreadStep): void {
    this.#open.clear();
    if (this.#all.length < MOST) this.#all.push(step);
  }

  /** Puts a step before all others. */
  begin(step: ThreadStep): void {
    this.#all.unshift(step);
  }

  /** Adds to the newest group of this kind and name since the last step of its own. */
  add(kind: GroupKind, name: string, item: GroupItem): void {
    const key = `${kind} ${name}`;
    let group = this.#open.get(key);
    if (!group) {
      group = { kind, name, count: 0, items: [] };
      this.#open.set(key, group);
      if (this.#all.length < MOST) this.#all.push(group);
    }
    group.count += 1;
    group.items.push(item);
    if (group.items.length > ITEMS) group.items.shift();
    if (item.progress) group.progress = item.progress;
  }

  /** In the order of their times. */
  list(): ThreadStep[] {
    const steps = this.#all.flatMap((one) => ('name' in one ? flat(one) : [one]));
    return steps.toSorted((a, b) => a.after - b.after);
  }
}

function flat(group: Group): ThreadStep[] {
  const { kind, count, items, progress } = group;
  const collapses = kind === 'progress' ? COLLAPSE : 2;
  if (count < collapses) return items.map((item) => single(group, item));
  const last = items.at(-1);
  if (!last) return [];
  return [
    {
      kind,
      title: titleOf(group),
      after: last.after,
      seq: last.seq,
      count,
      ...(last.text === '' ? {} : { text: `last: ${last.text}` }),
      ...(progress ? { progress } : {}),
      items: items.map(({ after, text, seq }) => ({ after, text, seq })),
    },
  ];
}
