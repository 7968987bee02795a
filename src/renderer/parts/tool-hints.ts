import { CheckCheck, Eye, Globe, type LucideIcon, TriangleAlert } from 'lucide-react';
import { saysDestructive } from '#shared/approvals.ts';
import { objectAt } from '#shared/json.ts';
import type { Kind } from '../ui/kind.ts';

/** What a tool says of itself in its annotations; only what is said, never the defaults of the protocol. */
export interface SaidHints {
  readonly readOnly: boolean;
  readonly destructive: boolean;
  readonly idempotent: boolean;
  readonly openWorld: boolean;
}

export interface HintChip {
  readonly icon: LucideIcon;
  readonly label: string;
  readonly kind?: Kind;
}

export function saidHints(tool: unknown): SaidHints {
  const notes = objectAt(tool, 'annotations');
  return {
    readOnly: notes?.readOnlyHint === true,
    destructive: saysDestructive(tool),
    idempotent: notes?.idempotentHint === true,
    openWorld: notes?.openWorldHint === true,
  };
}

/** The same as chips. */
export function hintChips(hints: SaidHints): HintChip[] {
  const chips: (HintChip | false)[] = [
    hints.readOnly && { icon: Eye, label: 'Read only' },
    hints.destructive && { icon: TriangleAlert, label: 'Destructive', kind: 'err' },
    hints.idempotent && { icon: CheckCheck, label: 'Idempotent' },
    hints.openWorld && { icon: Globe, label: 'Open world' },
  ];
  return chips.filter((chip) => chip !== false);
}
