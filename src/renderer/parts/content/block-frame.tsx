import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { nearestNumber } from '#shared/exact-json.ts';
import { isObject, objectAt } from '#shared/json.ts';
import { CodeBox } from '../../ui/code-box.tsx';
import { plural } from '../../ui/format.ts';
import { JsonTree } from '../../ui/json-tree.tsx';

export interface BlockFrameProps {
  readonly icon: LucideIcon;
  /** The `type` of the block. */
  readonly title: ReactNode;
  /** Quiet facts after the title, joined by commas. */
  readonly facts: readonly (string | undefined)[];
  /** The block itself: its annotations and `_meta` are shown. */
  readonly block: unknown;
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
}

/** The annotations of a block in words. */
export function annotationWords(block: unknown): string[] {
  const notes = objectAt(block, 'annotations');
  if (!notes) return [];
  const { audience, lastModified } = notes;
  const priority = nearestNumber(notes.priority);
  const words: string[] = [];
  const readers = Array.isArray(audience) ? audience.filter((one) => typeof one === 'string') : [];
  if (readers.length > 0) words.push(`for ${readers.join(' and ').slice(0, 60)}`);
  if (priority !== undefined) words.push(`priority ${priority}`);
  if (typeof lastModified === 'string') words.push(`changed ${lastModified.slice(0, 40)}`);
  return words;
}

/** The frame of one content block. */
export function BlockFrame({ icon, title, facts, block, actions, children }: BlockFrameProps) {
  const meta = objectAt(block, '_meta');
  const words = [...facts, ...annotationWords(block)].filter((word) => word !== undefined && word !== '').join(', ');
  return (
    <CodeBox
      icon={icon}
      title={title}
      meta={words === '' ? undefined : <span className="el">{words}</span>}
      actions={actions}
    >
      {children}
      {isObject(meta) && Object.keys(meta).length > 0 && (
        <details className="block-meta fs11">
          <summary className="t3">_meta, {plural(Object.keys(meta).length, 'key')}</summary>
          <JsonTree label="_meta" value={meta} lineNumbers={false} />
        </details>
      )}
    </CodeBox>
  );
}
