import {
  ArrowBigUp,
  ArrowDown,
  ArrowLeft,
  ArrowRight,
  ArrowUp,
  Command,
  CornerDownLeft,
  type LucideIcon,
  Option,
} from 'lucide-react';
import { Icon } from './icon.tsx';
import { useShownKeys } from './letter-keys.ts';
import { isMac } from './platform.ts';

export interface KbdProps {
  /** Key names in order, for example `['mod', 'enter']` or `['mod', 'shift', 'K']`. */
  readonly keys: readonly string[];
}

const MAC_GLYPHS: Readonly<Record<string, LucideIcon>> = { mod: Command, alt: Option };
const GLYPHS: Readonly<Record<string, LucideIcon>> = {
  shift: ArrowBigUp,
  enter: CornerDownLeft,
  up: ArrowUp,
  down: ArrowDown,
  left: ArrowLeft,
  right: ArrowRight,
};
const TEXTS: Readonly<Record<string, string>> = { mod: 'Ctrl', alt: 'Alt', ctrl: 'Ctrl', esc: 'Esc', tab: 'Tab' };

/**
 * Key caps; none for a single character while those are turned off. Hidden from screen readers: the control itself
 * carries `aria-keyshortcuts`.
 */
export function Kbd({ keys }: KbdProps) {
  const mac = isMac();
  const shown = useShownKeys(keys);
  if (!shown) return null;
  return (
    <span className="kbd" aria-hidden="true">
      {shown.map((key) => {
        const name = key.toLowerCase();
        const glyph = (mac ? MAC_GLYPHS[name] : undefined) ?? GLYPHS[name];
        return <i key={key}>{glyph === undefined ? (TEXTS[name] ?? key) : <Icon icon={glyph} />}</i>;
      })}
    </span>
  );
}
