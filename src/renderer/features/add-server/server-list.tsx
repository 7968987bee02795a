import { looksSecret } from '../../parts/looks-secret.ts';
import type { Draft } from '../../parts/server-form/draft.ts';
import { openInputs } from '../../parts/server-form/draft-problems.ts';
import { liveWarnings } from '../../parts/server-form/live-warnings.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Chip } from '../../ui/chip.tsx';
import { cx } from '../../ui/cx.ts';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { plural } from '../../ui/format.ts';

interface ServerListProps {
  drafts: readonly Draft[];
  chosen: string | undefined;
  onChoose: (key: string) => void;
  onDraft: (draft: Draft) => void;
}

/** Warnings beside rows count like the others. */
function warningCount(draft: Draft): number {
  const secrets = draft.rows.filter(
    (row) => typeof row.value === 'string' && row.value !== '' && !row.value.includes('${') && looksSecret(row),
  );
  return liveWarnings(draft, undefined).length + secrets.length;
}

function kindOf({ endpoint }: Draft): string {
  return endpoint.kind === 'http' ? (endpoint.transport === 'sse' ? 'HTTP+SSE' : 'HTTP') : endpoint.kind;
}

/** The servers that were found, each with a tick, its transport, and how many things to look at. */
export function ServerList({ drafts, chosen, onChoose, onDraft }: ServerListProps) {
  if (drafts.length === 0) return null;
  return (
    <ul className="src-l" aria-label="Servers found">
      {drafts.map((draft) => {
        const warnings = warningCount(draft);
        const open = openInputs(draft).length;
        return (
          <li key={draft.key} className={cx('src-i', draft.key === chosen && 'on')}>
            <Checkbox
              checked={draft.ticked}
              aria-label={`Add ${draft.name}`}
              onChecked={(ticked) => onDraft({ ...draft, ticked })}
            />
            <button
              type="button"
              className="row grow"
              aria-current={draft.key === chosen}
              onClick={() => onChoose(draft.key)}
            >
              <span className="b5 el">
                <ForeignText text={draft.name} limit={60} inert />
              </span>
              <span className="t3 fs12">{kindOf(draft)}</span>
              {draft.present !== undefined && <span className="t3 fs12">already added</span>}
              <span className="sp" />
              {open > 0 && (
                <Chip kind="srv" square>
                  {plural(open, 'answer')} needed
                </Chip>
              )}
              {warnings > 0 && (
                <Chip kind="wait" square>
                  {plural(warnings, 'warning')}
                </Chip>
              )}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
