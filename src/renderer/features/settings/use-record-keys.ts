import { type KeyboardEvent, useState } from 'react';
import { NO_KEYS, pressedKeys, whyRefused } from '../../parts/keys/key-rules.ts';
import { matchesShortcut } from '../../ui/shortcuts.ts';

export interface KeyRecorder {
  /** The next press is taken as the new keys. */
  readonly recording: boolean;
  /** Why the last press was not taken; the next one may be. */
  readonly refusal: string | undefined;
  readonly toggle: () => void;
  readonly stop: () => void;
  /** Takes keys that were not pressed, under the same rules. False when they were refused. */
  readonly take: (shortcut: string) => boolean;
  /** For the element that has the focus while it records. */
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onKeyUp: (event: KeyboardEvent) => void;
}

const isPlain = (event: KeyboardEvent) => !event.ctrlKey && !event.metaKey && !event.altKey;

/** Records the new keys of a command. Escape leaves, and so does Tab, which moves on. */
export function useRecordKeys(
  id: string,
  now: ReadonlyMap<string, string>,
  onKeys: (shortcut: string) => void,
): KeyRecorder {
  const [recording, setRecording] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const put = (on: boolean) => {
    setRecording(on);
    setRefusal(undefined);
  };
  const take = (shortcut: string) => {
    const refused = whyRefused(id, shortcut, now);
    if (refused !== undefined) {
      setRefusal(refused);
      return false;
    }
    put(false);
    onKeys(shortcut);
    return true;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!recording) return;
    if (event.key === 'Tab' && isPlain(event)) return put(false);
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape' && isPlain(event)) return put(false);
    const shortcut = event.repeat || event.nativeEvent.isComposing ? undefined : pressedKeys(event);
    if (shortcut === undefined) return;
    if (matchesShortcut(event, shortcut)) take(shortcut);
    else setRefusal(NO_KEYS);
  };
  // A button is pressed when Space is let go.
  const onKeyUp = (event: KeyboardEvent) => recording && event.preventDefault();
  return { recording, refusal, toggle: () => put(!recording), stop: () => put(false), take, onKeyDown, onKeyUp };
}
