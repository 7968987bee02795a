import { TrafficRow } from '#shared/exchange.ts';
import type { Part } from './part.ts';

type Name = keyof TrafficRow;

/** What of a row is another thing in the merged view than in its session. `row` is its number there. */
const MOVED: { [N in Name]?: (own: TrafficRow, part: Part, row: number) => TrafficRow[N] | undefined } = {
  row: (_own, _part, row) => row,
  m: ({ m }, { offset }) => m + offset,
  parent: ({ parent }, part) => part.mergedRow(parent),
  under: ({ under }, part) => part.mergedRow(under),
  ticks: ({ ticks }, { offset }) => ticks?.map((tick) => tick + offset),
  sessionId: (_own, { session }) => session.id,
  server: (_own, { server }) => server[0],
};
const ENTRIES = Object.entries(MOVED) as [Name, NonNullable<(typeof MOVED)[Name]>][]; // its keys are names
const NAMES = Object.keys(TrafficRow.shape) as Name[]; // the schema names every member

/** A row of a session as an object of its own that is a row of the merged view. */
export function mergedRow(own: TrafficRow, part: Part, row: number): TrafficRow {
  const made: Partial<Record<Name, unknown>> = { ...own };
  for (const [name, read] of ENTRIES) {
    const value = read(own, part, row);
    if (value === undefined) delete made[name];
    else made[name] = value;
  }
  return made as TrafficRow; // what it has to have it had before
}

/** Shows one row at a time as a row of the merged view, without making it. */
export interface MergedCursor {
  /** Right until it is aimed at another row. */
  readonly row: TrafficRow;
  aim(own: TrafficRow, part: Part, row: number): void;
}

export function mergedCursor(): MergedCursor {
  let at: { own: TrafficRow; part: Part; row: number } | undefined;
  const member = (name: Name): PropertyDescriptor => {
    const read = MOVED[name];
    return { get: read ? () => at && read(at.own, at.part, at.row) : () => at?.own[name] };
  };
  const row = Object.create(null, Object.fromEntries(NAMES.map((name) => [name, member(name)])));
  return {
    row: row as TrafficRow, // it has every member of the schema
    aim: (own, part, number) => {
      at = { own, part, row: number };
    },
  };
}
