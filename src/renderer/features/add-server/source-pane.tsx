import { Check, CircleAlert } from 'lucide-react';
import type { Draft } from '../../parts/server-form/draft.ts';
import type { Detected } from '../../parts/use-detection.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { Icon } from '../../ui/icon.tsx';
import { MonacoEditor } from '../../ui/monaco-editor.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { FilePanel } from './file-panel.tsx';
import { ServerList } from './server-list.tsx';
import type { Source, SourceTab } from './use-source.ts';

const TABS = [
  { value: 'json', label: 'JSON' },
  { value: 'command', label: 'Command' },
  { value: 'url', label: 'URL' },
  { value: 'file', label: 'File' },
] as const;
const HINTS = { command: 'npx -y @modelcontextprotocol/server-everything', url: 'https://example.com/mcp' };

interface SourcePaneProps {
  source: Source;
  onTab: (tab: SourceTab) => void;
  /** Shows the text with an entry that cannot be used, for correction. */
  onCorrect: (name: string) => void;
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
      <p>
        <ForeignText text={detail ?? ''} limit={600} />
      </p>
    </div>
  );
}

const SHOWN = 20;

interface LeftOutProps {
  found: Detected;
  /** Absent when there is no text to correct. */
  onCorrect: ((name: string) => void) | undefined;
}

/** Entries of a config that cannot be used: the others can be added, but nobody should miss these. */
function LeftOut({ found, onCorrect }: LeftOutProps) {
  const entries = found.detection?.kind === 'servers' ? (found.detection.leftOut ?? []) : [];
  if (found.error !== undefined || entries.length === 0) return null;
  const more = entries.length - SHOWN;
  return (
    <div className="src-p src-left k-wait fs12" role="status">
      <p className="b6">{entries.length === 1 ? '1 entry is left out' : `${entries.length} entries are left out`}</p>
      <ul>
        {entries.slice(0, SHOWN).map(({ name, reason }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a config may name two bad entries alike
          <li key={index} className="row">
            <span className="grow">
              <ForeignText text={reason} limit={300} inert />
            </span>
            {onCorrect && name !== '' && (
              <Button size="sm" aria-label={`Correct ${name.slice(0, 60)}`} onClick={() => onCorrect(name)}>
                Correct
              </Button>
            )}
          </li>
        ))}
      </ul>
      {more > 0 && <p>{`And ${more} more.`}</p>}
    </div>
  );
}

function Editor({ source }: { source: Source }) {
  const { tab, text, reveal } = source;
  if (tab === 'file') return <FilePanel source={source} />;
  if (tab === 'json') {
    const json = text.trim() === '' || /^\s*(?:[{"]|\[\s*[{\]"]|\/[/*])/.test(text);
    return (
      <MonacoEditor
        label="JSON config"
        language={json ? 'json' : 'plaintext'}
        path="review/servers.json"
        value={text}
        reveal={reveal}
        onChange={source.setText}
      />
    );
  }
  return (
    <textarea
      className="src-plain mono"
      aria-label={tab === 'url' ? 'Address' : 'Command line'}
      spellCheck={false}
      placeholder={HINTS[tab]}
      value={text}
      onChange={(event) => source.setText(event.currentTarget.value)}
    />
  );
}

/** The left side of the review: the text or file it all comes from, and the servers found in it. */
export function SourcePane(props: SourcePaneProps) {
  const { source, onTab, onCorrect, drafts, chosen } = props;
  const { tab, found, file } = source;
  const correctable = tab !== 'file' || (file?.text !== undefined && file.text !== '');
  return (
    <section className="src" aria-label="Source">
      <div className="src-h">
        <Segmented label="Kind of source" options={TABS} value={tab} onChange={onTab} />
        <span className="sp" />
        <Verdict found={found} />
      </div>
      <div className="src-t">
        <Editor source={source} />
      </div>
      <Problem found={found} />
      <LeftOut found={found} onCorrect={correctable ? onCorrect : undefined} />
      <ServerList drafts={drafts} chosen={chosen} onChoose={props.onChoose} onDraft={props.onDraft} />
    </section>
  );
}
