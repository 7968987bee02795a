import { useEntity } from '../../store/wirebench.tsx';
import { NumberBox } from './number-box.tsx';
import { SettingBlock } from './setting-block.tsx';
import { SettingRow } from './setting-row.tsx';
import { useSaveSetting } from './use-save-setting.ts';

const GB = 1_000_000_000;

/** How long and how much of what was recorded is kept. */
export function KeptSessions() {
  const save = useSaveSetting();
  const settings = useEntity('settings', 'settings');
  if (!settings) return null;
  const { retentionBytes, retentionDays } = settings;
  return (
    <SettingBlock title="Kept sessions" note="0 is no limit. Pinned sessions are kept and do not count.">
      <SettingRow title="Room on disk" note="The oldest sessions go first.">
        <NumberBox
          label="Room on disk, GB"
          unit="GB"
          value={retentionBytes / GB}
          onSave={(gb) => save(`Room on disk: ${gb} GB`, { retentionBytes: Math.round(gb * GB) }, { retentionBytes })}
        />
      </SettingRow>
      <SettingRow title="Age" note="Counted from the end of a session.">
        <NumberBox
          label="Age, days"
          unit="days"
          value={retentionDays}
          onSave={(days) =>
            save(`Age: ${Math.round(days)} days`, { retentionDays: Math.round(days) }, { retentionDays })
          }
        />
      </SettingRow>
    </SettingBlock>
  );
}
