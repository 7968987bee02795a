import { useEntity } from '../../store/wirebench.tsx';
import { NumberBox } from './number-box.tsx';
import { SettingBlock } from './setting-block.tsx';
import { SettingRow } from './setting-row.tsx';
import { useSaveSetting } from './use-save-setting.ts';

const MOST = 1000;

/** How often one call may ask before it is stopped. */
export function RoundLimit() {
  const save = useSaveSetting();
  const roundLimit = useEntity('settings', 'settings')?.roundLimit;
  if (roundLimit === undefined) return null;
  return (
    <SettingBlock title="Calls that ask back" note="A server can answer a call with a question, again and again.">
      <SettingRow
        title="Rounds of one call"
        note="A call that asks more often is stopped; in the legacy era only you can stop it. Reply rules answer two rounds fewer, then you are asked."
      >
        <NumberBox
          label="Rounds of one call"
          unit="rounds"
          value={roundLimit}
          whole={[1, MOST]}
          onSave={(next) => save(`Rounds of one call: ${next}`, { roundLimit: next }, { roundLimit })}
        />
      </SettingRow>
    </SettingBlock>
  );
}
