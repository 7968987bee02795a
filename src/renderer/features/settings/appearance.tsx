import type { Settings } from '#shared/config.ts';
import { useEntity } from '../../store/wirebench.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { SettingBlock } from './setting-block.tsx';
import { SettingRow } from './setting-row.tsx';
import { useSaveSetting } from './use-save-setting.ts';

type Theme = Settings['theme'];
const THEMES: readonly { value: Theme; label: string }[] = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

/** How the app looks. */
export function Appearance() {
  const save = useSaveSetting();
  const theme = useEntity('settings', 'settings')?.theme ?? 'system';
  const choose = (next: Theme) => {
    const { label = next } = THEMES.find(({ value }) => value === next) ?? {};
    save(`Theme: ${label}`, { theme: next }, { theme });
  };
  return (
    <SettingBlock title="Appearance">
      <SettingRow title="Theme" note="System follows the operating system.">
        <Segmented label="Theme" options={THEMES} value={theme} onChange={choose} />
      </SettingRow>
    </SettingBlock>
  );
}
