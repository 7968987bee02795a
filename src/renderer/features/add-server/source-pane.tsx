import { Check, CircleAlert } from 'lucide-react';
import type { Detected } from '../../parts/use-detection.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Chip } from '../../ui/chip.tsx';
import { cx } from '../../ui/cx.ts';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { plural } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { MonacoEditor } from '../../ui/monaco-editor.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import type { Draft } from './draft.ts';

export type SourceTab = 'json' | 'command' | 'url';

/** What to repair when the text cannot be read. */
export const SOURCE_WORD: Record<SourceTab, string> = { json: 'JSON', command: 'command', url: 'address' };

const TABS = [
  { value: 'json', label: 'JSON' },
  { value: 'command', label: 'Command' },
  { value: 'url', label: 'URL' },
] as const;
const HINTS: Record<SourceTab, string> = {
  json: '{ "mcpServers": { } }',
  command: 'npx -y @modelcontextprotocol/server-everything',
  url: 'https://example.com/mcp',
};

/** Which tab a text belongs to at first sight; the host decides what it really is. */
export function tabOfText(text: string): SourceTab {
  if (/^\s*[[{]/.test(text) || text.trim() === '') return 'json';
  return /^\s*https?:\/\//i.test(text) ? 'url' : 'command';
}

interface SourcePaneProps {
  tab: SourceTab;
  onTab: (tab: SourceTab) => void;
  text: string;
  onText: (text: string) => void;
  found: Detected;
  drafts: readonly Draft[];
  chosen: string | undefined;
  onChoose: (key: string) => void;
  onDraft: (draft: Draft) => void;
}

function Verdict({ found }: { found: Detected }) {
  if (!found.settled || found.detection?.kind === 'empty') return null;
  const good = found.detection?.kind === 'servers' && found.error === undefined;
  return (
    <span className={cx('row fs12', good ? 'c-ok' : 'c-err')}>
      <Icon icon={good ? Check : CircleAlert} size="s" />
      {good ? 'Valid' : 'Not valid'}
    </span>
  );
}

function Problem({ found }: { found: Detected }) {
  const { detection, error } = found;
  if (error === undefined && detection?.kind !== 'problem') return null;
  const [title, detail] = detection?.kind === 'problem' ? [detection.title, detection.detail] : ['Not checked', error];
  const line = detection?.kind === 'problem' ? detection.line : undefined;
  const place = line === undefined || title.includes(`line ${line}`) ? '' : `, line ${line}`;
  return (
    <div className="src-p k-err fs12" role="alert">
      <p className="b6">
        {title}
        {place}
      </p>
      <p>{detail}</p>
    </div>
  );
}

const SHOWN = 5;

/** Entries of a config that cannot be used: the others can be added, but nobody should miss these. */
function LeftOut({ found }: { found: Detected }) {
  const reasons =
    found.detection?.kind === 'servers' ? (found.detection.leftOut ?? []).map((entry) => entry.reason) : [];
  if (found.error !== undefined || reasons.length === 0) return null;
  const more = reasons.length - SHOWN;
  return (
    <div className="src-p k-wait fs12" role="status">
      <p className="b6">{reasons.length === 1 ? '1 entry is left out' : `${reasons.length} entries are left out`}</p>
      {[...new Set(reasons)].slice(0, SHOWN).map((reason) => (
        <p key={reason}>
          <ForeignText text={reason} limit={200} inert />
        </p>
      ))}
      {more > 0 && <p>{`And ${more} more.`}</p>}
    </div>
  );
}

/** The left side of the review: the text it all comes from, and the servers found in it. */
export function SourcePane(props: SourcePaneProps) {
  const { tab, text, onText, found, drafts, chosen } = props;
  return (
    <section className="src" aria-label="Source">
      <div className="src-h">
        <Segmented label="Kind of source" options={TABS} value={tab} onChange={props.onTab} />
        <span className="sp" />
        <Verdict found={found} />
      </div>
      <div className="src-t">
        {tab === 'json' ? (
          <MonacoEditor label="JSON config" language="json" path="review/servers.json" value={text} onChange={onText} />
        ) : (
          <textarea
            className="src-plain mono"
            aria-label={tab === 'url' ? 'Address' : 'Command line'}
            spellCheck={false}
            placeholder={HINTS[tab]}
            value={text}
            onChange={(event) => onText(event.currentTarget.value)}
          />
        )}
      </div>
      <Problem found={found} />
      <LeftOut found={found} />
      {drafts.length > 0 && (
        <ul className="src-l" aria-label="Servers found">
          {drafts.map((draft) => (
            <li key={draft.key} className={cx('src-i', draft.key === chosen && 'on')}>
              <Checkbox
                checked={draft.ticked}
                aria-label={`Add ${draft.name}`}
                onChecked={(ticked) => props.onDraft({ ...draft, ticked })}
              />
              <button
                type="button"
                className="row grow"
                aria-current={draft.key === chosen}
                onClick={() => props.onChoose(draft.key)}
              >
                <span className="b5 el">
                  <ForeignText text={draft.name} limit={60} inert />
                </span>
                <span className="t3 fs12">{draft.endpoint.kind === 'http' ? 'HTTP' : draft.endpoint.kind}</span>
                <span className="sp" />
                {draft.warnings.length > 0 && (
                  <Chip kind="wait" square>
                    {plural(draft.warnings.length, 'warning')}
                  </Chip>
                )}
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
