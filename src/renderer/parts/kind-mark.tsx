import type { LucideIcon } from 'lucide-react';
import { Icon } from '../ui/icon.tsx';
import type { Kind } from '../ui/kind.ts';

export interface Mark {
  readonly icon: LucideIcon;
  readonly kind: Kind;
  /** What the icon says, for screen readers. */
  readonly label: string;
}

/** The small tinted square that tells the kind of a row. */
export function KindMark({ mark }: { readonly mark: Mark }) {
  return (
    <span className={`dir k-${mark.kind}`}>
      <Icon icon={mark.icon} label={mark.label} />
    </span>
  );
}
