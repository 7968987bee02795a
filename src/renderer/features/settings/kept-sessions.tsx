import { useState } from 'react';
import { useEntity } from '../../store/wirebench.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { SettingBlock } from './setting-block.tsx';
import { SettingRow } from './setting-row.tsx';
import { useSaveSetting } from './use-save-setting.ts';

interface NumberBoxProps {
  label: string;
  unit: string;
  value: number;
  onSave: (value: number) => void;
}

/** A number from 0 up, saved when the field is left or with Enter; what is no number is marked and changes nothing. */
function NumberBox({ label, unit, value, onSave }: NumberBoxProps) {
  const [text, setText] = useState<string>();
  const typed = text === undefined ? value : Number(text);
  const wrong = text?.trim() === '' || !Number.isFinite(typed) || typed < 0;
  const leave = () => {
    if (wrong) return;
    setText(undefined);
    if (typed !== value) onSave(typed);
  };
  return (
    <TextInput
      className="setting-n"
      aria-label={label}
      aria-invalid={wrong || undefined}
      inputMode="decimal"
      value={text ?? String(value)}
      onValue={setText}
      onBlur={leave}
      onKeyDown={(event) => event.key === 'Enter' && leave()}
      trailing={<span className="fs12 t3">{unit}</span>}
    />
  );
}

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
