import { useEntity } from '../../store/wirebench.tsx';
import { Switch } from '../../ui/switch.tsx';
import { SettingBlock } from './setting-block.tsx';
import { SettingRow } from './setting-row.tsx';
import { useSaveSetting } from './use-save-setting.ts';

const TITLE = 'Single-letter keys';

/** Turns the keys off that are one character (WCAG 2.1.4). */
export function LetterKeys() {
  const save = useSaveSetting();
  const on = useEntity('settings', 'settings')?.letterKeys ?? true;
  return (
    <SettingBlock title="Keyboard">
      <SettingRow
        title={TITLE}
        note="Single characters such as J, K, R, A, / and ? act in lists, tables, the inbox and demo mode. Off, they do nothing; arrows, Enter, Space and keys with Ctrl or Cmd stay."
      >
        <Switch
          aria-label={TITLE}
          checked={on}
          onChecked={(next) => save(`${TITLE}: ${next ? 'on' : 'off'}`, { letterKeys: next }, { letterKeys: on })}
        />
      </SettingRow>
    </SettingBlock>
  );
}
