import { IN_VIEWS } from '../../parts/keys/view-keys.ts';
import { KeyCaps } from './key-caps.tsx';
import { SettingBlock } from './setting-block.tsx';
import { SettingRow } from './setting-row.tsx';
import { useBrowserNote } from './use-browser-note.ts';

const SCOPES = [...new Set(IN_VIEWS.map(({ scope }) => scope))];

/** The keys of views, which stay as they are. */
export function FixedKeys() {
  const noteOf = useBrowserNote();
  return (
    <SettingBlock title="Fixed keys" note="Keys of views. They cannot be changed, and no command can have them.">
      {SCOPES.map((scope) => (
        <section key={scope} aria-label={scope} className="key-s">
          <h3>{scope}</h3>
          {IN_VIEWS.filter((one) => one.scope === scope).map(({ title, keys }) => (
            <SettingRow key={title} title={title} note={noteOf(keys.join('+').toLowerCase())}>
              <KeyCaps keys={keys} />
            </SettingRow>
          ))}
        </section>
      ))}
    </SettingBlock>
  );
}
