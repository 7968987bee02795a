import { Bot, FileCode } from 'lucide-react';
import type { ToolAsker } from '#shared/approvals.ts';
import { foreignWords } from '../ui/foreign-segments.ts';
import { Icon } from '../ui/icon.tsx';

const NAME_CHARS = 80;

/** Who started something that no person did by hand, in words. The name of a model is the provider's. */
export function startedByWords({ kind, name }: ToolAsker): string {
  return `Started by the ${kind} ${foreignWords(name, NAME_CHARS)}`;
}

/** The small icon that tells such a call from one by hand. */
export function StartedBy({ by }: { readonly by: ToolAsker }) {
  const words = startedByWords(by);
  return (
    <span className="started-by c-srv" title={words}>
      <Icon size="s" icon={by.kind === 'model' ? Bot : FileCode} label={words} />
    </span>
  );
}
