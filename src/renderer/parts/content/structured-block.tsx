import { Braces, Search } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { SchemaProblem } from '#shared/contract.ts';
import { writeJson } from '#shared/exact-json.ts';
import { pointerKeys } from '#shared/json-pointer.ts';
import { CodeBox } from '../../ui/code-box.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { formatSize, plural } from '../../ui/format.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { type JsonPath, jsonPathId } from '../../ui/json-path.ts';
import { type JsonNotes, JsonTree } from '../../ui/json-tree.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { useCopy } from '../../ui/use-copy.ts';
import { utf8Size } from '../../ui/utf8-size.ts';
import { JsonTable } from './json-table.tsx';
import { tablesIn } from './value-tables.ts';

export interface StructuredBlockProps {
  readonly title: string;
  readonly value: unknown;
  /** Problems against its schema; their lines are marked. */
  readonly problems?: readonly SchemaProblem[] | undefined;
  /** About how large its text is, bytes, where that is known to be much; measured otherwise. */
  readonly bytes?: number | undefined;
}

const VIEWS = [
  { value: 'tree', label: 'Tree' },
  { value: 'table', label: 'Table' },
] as const;
/** Problems whose lines are marked. */
const MOST_NOTES = 200;
const NOTE_CHARS = 120;

/** The place a JSON Pointer leads to, or the nearest one around it that is there. */
function jsonPathOf(root: unknown, pointer: string): JsonPath {
  const path: (string | number)[] = [];
  let value: unknown = root;
  for (const name of pointerKeys(pointer)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) break;
    path.push(Array.isArray(value) ? Number(name) : name);
    value = Reflect.get(value, name);
  }
  return path;
}

/** The lines that problems are about; one that is about something missing is about what it is missing from. */
function notesOf(value: unknown, problems: readonly SchemaProblem[]): JsonNotes {
  const notes = new Map<string, { path: readonly (string | number)[]; text: string }>();
  for (const { path: pointer, message } of problems.slice(0, MOST_NOTES)) {
    const path = jsonPathOf(value, pointer);
    const id = jsonPathId(path);
    const depth = pointer.split('/').length - 1;
    const own = depth > path.length ? `${pointer.split('/').at(-1) ?? ''}: ${message}` : message;
    const text = [notes.get(id)?.text, own.slice(0, NOTE_CHARS)].filter(Boolean).join(' ');
    notes.set(id, { path, text });
  }
  return notes;
}

/** A JSON value as a tree or a table, with search, copy and marked problems. */
export function StructuredBlock({ title, value, problems, bytes }: StructuredBlockProps) {
  const [view, setView] = useState<'tree' | 'table'>('tree');
  const [query, setQuery] = useState<string>();
  const notes = useMemo(() => notesOf(value, problems ?? []), [value, problems]);
  const tables = useMemo(() => tablesIn(value), [value]);
  const [active, setActive] = useState(0);
  const [hits, setHits] = useState(0);
  const measured = useMemo(() => bytes ?? utf8Size(writeJson(value)), [value, bytes]);
  const copy = useCopy();
  const tree = view === 'tree' || tables.length === 0;
  return (
    <CodeBox
      icon={Braces}
      title={title}
      meta={bytes === undefined ? formatSize(measured) : undefined}
      actions={
        <>
          {tables.length > 0 && <Segmented label="Show as" options={VIEWS} value={view} onChange={setView} />}
          {tree && (
            <IconButton
              size="sm"
              icon={Search}
              label="Search in the value"
              pressed={query !== undefined}
              onClick={() => setQuery(query === undefined ? '' : undefined)}
            />
          )}
          <CopyButton compact label="Copy value" text={() => writeJson(value, 2)} />
        </>
      }
    >
      {tree && query !== undefined && (
        <div className="row block-find">
          <TextInput
            search
            autoFocus
            aria-label="Search in the value"
            value={query}
            onValue={(next) => {
              setQuery(next);
              setActive(0);
            }}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && hits > 0) setActive((active + (event.shiftKey ? hits - 1 : 1)) % hits);
              if (event.key !== 'Escape') return;
              event.stopPropagation();
              setQuery(undefined);
            }}
          />
          <span className="t3 fs11 nw tn">
            {query === '' ? '' : hits === 0 ? 'No match' : plural(hits, 'match', 'matches')}
          </span>
        </div>
      )}
      {tree ? (
        <JsonTree
          label={title}
          value={value}
          bytes={measured}
          search={query === undefined ? undefined : { query, active }}
          onHits={setHits}
          onCopy={copy}
          notes={notes}
        />
      ) : (
        <JsonTable label={`${title} as a table`} tables={tables} />
      )}
    </CodeBox>
  );
}
