import { Kbd } from '../../ui/kbd.tsx';
import { useShownKeys } from '../../ui/letter-keys.ts';
import { ariaShortcut } from '../../ui/platform.ts';

/** Keys in a row of the settings, also said in words; `Off` for a single character that does nothing now. */
export function KeyCaps({ keys }: { readonly keys: readonly string[] }) {
  const shown = useShownKeys(keys);
  if (!shown) return <span className="fs12 t2">Off</span>;
  return (
    <span>
      <Kbd keys={shown} />
      <span className="vh">{ariaShortcut(shown)}</span>
    </span>
  );
}
