import { CircleQuestionMark } from 'lucide-react';
import { JsonTree } from '../../ui/json-tree.tsx';
import { BlockFrame } from './block-frame.tsx';

export interface RawBlockProps {
  readonly title: string;
  /** Why it is not drawn in its own way. */
  readonly why: string;
  readonly value: unknown;
}

/** Anything this app does not know, as it came. */
export function RawBlock({ title, why, value }: RawBlockProps) {
  return (
    <BlockFrame icon={CircleQuestionMark} title={title.slice(0, 60)} facts={[]} block={undefined}>
      <p className="block-b t2 fs12">{why}</p>
      <JsonTree label={`Raw ${title.slice(0, 60)}`} value={value} />
    </BlockFrame>
  );
}
