import { useState } from 'react';
import { useEntity, useWirebench } from '../../store/wirebench.tsx';
import { Switch } from '../../ui/switch.tsx';
import { SettingBlock } from './setting-block.tsx';
import { SettingRow } from './setting-row.tsx';
import { useSaveSetting } from './use-save-setting.ts';

const TITLE = 'Tell me when a server asks';
const ALWAYS =
  'A notification of the system, while the app is in the background. It names the server, not what it asks.';

/** Whether this shell may show notices: the desktop always, a browser after a person allowed it. */
function useAllowed(): { state: NotificationPermission; ask: () => Promise<NotificationPermission> } {
  const { app } = useWirebench();
  const inBrowser = app.shell === 'browser';
  const [state, setState] = useState<NotificationPermission>(() =>
    !inBrowser ? 'granted' : typeof Notification === 'undefined' ? 'denied' : Notification.permission,
  );
  const ask = async () => {
    const next = await Notification.requestPermission();
    setState(next);
    return next;
  };
  return { state, ask };
}

/** Notifications of the system for questions that come while a person looks elsewhere. */
export function AskNotices() {
  const save = useSaveSetting();
  const wanted = useEntity('settings', 'settings')?.askNotices ?? false;
  const { state, ask } = useAllowed();
  const turn = async (on: boolean) => {
    if (on && state === 'default' && (await ask()) !== 'granted') return;
    if (on !== wanted) save(`${TITLE}: ${on ? 'on' : 'off'}`, { askNotices: on }, { askNotices: wanted });
  };
  const note = state === 'denied' ? 'Your browser blocks notifications of this page. Allow them there first.' : ALWAYS;
  return (
    <SettingBlock title="Notifications">
      <SettingRow title={TITLE} note={note}>
        <Switch
          aria-label={TITLE}
          checked={wanted && state === 'granted'}
          disabled={state === 'denied'}
          onChecked={(on) => void turn(on)}
        />
      </SettingRow>
    </SettingBlock>
  );
}
