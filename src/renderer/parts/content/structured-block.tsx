import { Braces, Search } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import type { SchemaProblem } from '#shared/contract.ts';
import { CodeBox } from '../../ui/code-box.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { useFeedback } from '../../ui/feedback.tsx';
import { formatSize, plural } from '../../ui/format.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { JsonTree } from '../../ui/json-tree.tsx';
import { TextInput } from '../../ui/text-input.tsx';

export interface StructuredBlockProps {
  readonly title: string;
  readonly value: unknown;
  /** Problems against its schema; their lines are marked. */
  readonly problems?: readonly SchemaProblem[] | undefined;
}

const pointer = (path: readonly (string | number)[]) =>
  path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** A JSON value with search, copy and marked problems. */
export function StructuredBlock({ title, value, problems = [] }: StructuredBlockProps) {
  const { announce, toast } = useFeedback();
  const [query, setQuery] = useState<string>();
  const [active, setActive] = useState(0);
  const [hits, setHits] = useState(0);
  const text = useMemo(() => JSON.stringify(value, null, 2) ?? '', [value]);
  const wrong = useMemo(() => new Set(problems.map(({ path }) => path)), [problems]);
  const marked = useCallback((path: readonly (string | number)[]) => wrong.has(pointer(path)), [wrong]);
  const copy = (part: string) => {
    navigator.clipboard.writeText(part).then(
      () => announce('Copied'),
      () => toast('The system did not allow copying.'),
    );
  };
  const bytes = useMemo(() => new TextEncoder().encode(JSON.stringify(value) ?? '').length, [value]);
  return (
    <CodeBox
      icon={Braces}
      title={title}
      meta={formatSize(bytes)}
      actions={
        <>
          <IconButton
            size="sm"
            icon={Search}
            label="Search in the value"
            pressed={query !== undefined}
            onClick={() => setQuery(query === undefined ? '' : undefined)}
          />
          <CopyButton compact label="Copy value" text={() => text} />
        </>
      }
    >
      {query !== undefined && (
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
      <JsonTree
        label={title}
        value={value}
        bytes={bytes}
        search={query === undefined ? undefined : { query, active }}
        onHits={setHits}
        onCopy={copy}
        marked={marked}
      />
    </CodeBox>
  );
}
