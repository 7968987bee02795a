import { AppLimitFields } from '../../parts/app-limit-fields.tsx';
import { SettingBlock } from './setting-block.tsx';

/** Limits of servers without their own. */
export function TimeLimits() {
  return (
    <SettingBlock title="Time limits" note="For all servers. A server can have its own.">
      <div className="setting-f">
        <AppLimitFields />
      </div>
    </SettingBlock>
  );
}
