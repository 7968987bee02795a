import { useEntity } from '../../store/wirebench.tsx';
import { Switch } from '../../ui/switch.tsx';
import { SettingBlock } from './setting-block.tsx';
import { SettingRow } from './setting-row.tsx';
import { useSaveSetting } from './use-save-setting.ts';

const RULES = [
  ['loadAllPages', 'Load all pages of every list', 'Else the next page is loaded when it is asked for.'],
  ['refreshLists', 'Fetch lists again when they change', 'When the server says so.'],
  ['rereadResources', 'Read the shown resource again when it changes', 'While it is watched.'],
] as const;

/** When lists and resources are read without being asked for. */
export function ListRules() {
  const save = useSaveSetting();
  const settings = useEntity('settings', 'settings');
  return (
    <SettingBlock title="Lists and resources" note="What is read without being asked for.">
      {RULES.map(([key, title, note]) => {
        const on = settings?.[key] ?? false;
        return (
          <SettingRow key={key} title={title} note={note}>
            <Switch
              aria-label={title}
              checked={on}
              onChecked={(next) => save(`${title}: ${next ? 'on' : 'off'}`, { [key]: next }, { [key]: on })}
            />
          </SettingRow>
        );
      })}
    </SettingBlock>
  );
}
