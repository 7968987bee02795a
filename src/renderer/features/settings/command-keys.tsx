import { useId, useRef } from 'react';
import { BINDINGS, type Binding } from '../../parts/keys/bindings.ts';
import { sameKeys, type UnusedKeys } from '../../parts/keys/key-rules.ts';
import { useKeptShortcuts } from '../../parts/keys/use-shortcut-keys.ts';
import { useEntity, useWirebench } from '../../store/wirebench.tsx';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { plural } from '../../ui/format.ts';
import { shortcutKeys } from '../../ui/shortcuts.ts';
import { KeyCaps } from './key-caps.tsx';
import { SettingBlock } from './setting-block.tsx';
import { SettingRow } from './setting-row.tsx';
import { useBrowserNote } from './use-browser-note.ts';
import { useRecordKeys } from './use-record-keys.ts';
import { useSaveSetting } from './use-save-setting.ts';

type Kept = Readonly<Record<string, unknown>>;

const NONE: Kept = {};
const SCOPES = [...new Set(BINDINGS.map(({ scope }) => scope))];
const MOST_UNUSED = 5;
const ID_CHARS = 60;

/** What is kept after changes; undefined forgets one. */
function withChanges(kept: Kept, changes: Kept): Kept {
  return Object.fromEntries(Object.entries({ ...kept, ...changes }).filter(([, keys]) => keys !== undefined));
}

interface KeyRowProps {
  readonly binding: Binding;
  readonly keys: ReadonlyMap<string, string>;
  readonly changed: boolean;
  readonly onKeys: (shortcut: string) => void;
}

function KeyRow({ binding, keys, changed, onKeys }: KeyRowProps) {
  const { id, title, shortcut } = binding;
  const noteId = useId();
  const button = useRef<HTMLButtonElement>(null);
  const { recording, refusal, toggle, stop, take, ...handlers } = useRecordKeys(id, keys, onKeys);
  const reset = () => {
    // The pressed button goes with the change.
    if (take(shortcut)) button.current?.focus();
  };
  const kept = useBrowserNote()(keys.get(id) ?? shortcut);
  const note = (recording || refusal !== undefined) && (
    <span id={noteId} role="status" className={refusal === undefined ? undefined : 'c-err'}>
      {refusal === undefined
        ? 'Press the new keys. Esc leaves.'
        : `${refusal}${recording ? ' Press others, or Esc.' : ''}`}
    </span>
  );
  return (
    <SettingRow title={title} note={note || kept}>
      <span className="row key-c">
        <KeyCaps keys={shortcutKeys(keys.get(id) ?? shortcut)} />
        {changed && (
          <Button size="sm" variant="quiet" aria-label={`Reset the keys of ${title}`} onClick={reset}>
            Reset
          </Button>
        )}
        <Button
          ref={button}
          size="sm"
          aria-label={recording ? `Press keys for ${title}` : `Change the keys of ${title}`}
          aria-describedby={recording ? noteId : undefined}
          data-records-keys={recording ? '' : undefined}
          onClick={toggle}
          onBlur={stop}
          {...handlers}
        >
          {recording ? 'Press keys' : 'Change'}
        </Button>
      </span>
    </SettingRow>
  );
}

function Unused({ unused, onForget }: { readonly unused: readonly UnusedKeys[]; readonly onForget: () => void }) {
  return (
    <div className="pad-s">
      <Callout
        kind="wait"
        role="status"
        title={`${plural(unused.length, 'kept change')} cannot be used`}
        actions={
          <Button size="sm" onClick={onForget}>
            Forget
          </Button>
        }
      >
        {unused.slice(0, MOST_UNUSED).map(({ id, why }) => (
          <p key={id}>
            <span className="mono">{id.slice(0, ID_CHARS)}</span>: {why}
          </p>
        ))}
        {unused.length > MOST_UNUSED && <p>And {unused.length - MOST_UNUSED} more.</p>}
        <p>These commands have the keys they come with.</p>
      </Callout>
    </div>
  );
}

/** The keys of commands, and how they are changed (DESIGN 3.8). */
export function CommandKeys() {
  const save = useSaveSetting();
  const stored: Kept = useEntity('settings', 'settings')?.shortcuts ?? NONE;
  const { keys, unused } = useKeptShortcuts();
  const { entities } = useWirebench();
  const now = () => entities.getState().settings.get('settings')?.shortcuts ?? NONE;
  // Undone later, only these are put back: others may have been changed since.
  const put = (words: string, changes: Kept) => {
    const earlier = Object.fromEntries(Object.keys(changes).map((id) => [id, stored[id]]));
    const undone = () => ({ shortcuts: withChanges(now(), earlier) });
    save(words, { shortcuts: withChanges(now(), changes) }, undone);
  };
  const forget = (ids: readonly string[]): Kept => Object.fromEntries(ids.map((id) => [id, undefined]));
  const change =
    ({ id, title, shortcut }: Binding) =>
    (next: string) => {
      if (sameKeys(next, shortcut)) put(`${title}: the keys it comes with`, { [id]: undefined });
      else put(`${title}: other keys`, { [id]: next });
    };
  return (
    <SettingBlock
      title="Keys of commands"
      note="Change takes the next keys you press."
      actions={
        <Button
          size="sm"
          disabled={Object.keys(stored).length === 0}
          onClick={() => put('All commands: the keys they come with', forget(Object.keys(stored)))}
        >
          Reset all
        </Button>
      }
    >
      {unused.length > 0 && (
        <Unused
          unused={unused}
          onForget={() => put('What cannot be used is forgotten', forget(unused.map(({ id }) => id)))}
        />
      )}
      {SCOPES.map((scope) => (
        <section key={scope} aria-label={scope} className="key-s">
          <h3>{scope}</h3>
          {BINDINGS.filter((one) => one.scope === scope).map((binding) => (
            <KeyRow
              key={binding.id}
              {...{ binding, keys }}
              changed={!sameKeys(keys.get(binding.id) ?? '', binding.shortcut)}
              onKeys={change(binding)}
            />
          ))}
        </section>
      ))}
    </SettingBlock>
  );
}
