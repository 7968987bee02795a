import { Link2, TriangleAlert } from 'lucide-react';
import { type ComponentType, useState } from 'react';
import { messageOf } from '#shared/errors.ts';
import { nearestNumber } from '#shared/exact-json.ts';
import { textAt } from '#shared/json.ts';
import { useRun } from '../../store/wirebench.tsx';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { formatSize } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { BlockFrame } from './block-frame.tsx';
import { useLinkDoubt } from './use-link-doubt.ts';

/** Shows what a read that was started from a link gave; handed down, as it draws blocks itself. */
export type ReadView = ComponentType<{ readonly operationId: string }>;

export interface LinkBlockProps {
  readonly block: Readonly<Record<string, unknown>>;
  readonly sessionId: string;
  readonly ReadView: ReadView;
  readonly onOpenResource?: ((uri: string) => void) | undefined;
}

/** A link to a resource. It is read only when asked for, and shown in place. */
export function LinkBlock({ block, sessionId, ReadView, onOpenResource }: LinkBlockProps) {
  const run = useRun();
  const [operationId, setOperationId] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const uri = textAt(block, 'uri');
  const bytes = nearestNumber(block.size);
  const size = bytes === undefined ? undefined : formatSize(bytes);
  const doubt = useLinkDoubt(sessionId, uri);
  const note = [textAt(block, 'title') ?? textAt(block, 'name'), textAt(block, 'description')]
    .filter(Boolean)
    .join(': ');
  const read = () => {
    if (uri === undefined) return;
    setProblem(undefined);
    run(sessionId, 'resources.read', { uri }).then(setOperationId, (error: unknown) => setProblem(messageOf(error)));
  };
  return (
    <BlockFrame
      icon={Link2}
      title={
        <>
          resource_link{' '}
          <span className="mono t2">
            <ForeignText text={uri ?? 'without an address'} limit={300} inert />
          </span>
        </>
      }
      facts={[textAt(block, 'mimeType')?.slice(0, 60), size]}
      block={block}
      actions={
        uri !== undefined && (
          <>
            {onOpenResource && operationId !== undefined && (
              <Button size="sm" variant="quiet" onClick={() => onOpenResource(uri)}>
                Open in Resources
              </Button>
            )}
            <Button size="sm" variant="quiet" onClick={read}>
              {operationId === undefined ? 'Read' : 'Read again'}
            </Button>
          </>
        )
      }
    >
      {doubt !== undefined && (
        <p className="block-note fs12">
          <Icon icon={TriangleAlert} size="s" className="c-wait" />
          <span>{doubt}</span>
        </p>
      )}
      {note !== '' && (
        <p className="block-b t2 fs12">
          <ForeignText text={note} />
        </p>
      )}
      {problem !== undefined && (
        <div className="block-b">
          <Callout kind="err" title="The resource could not be asked for" role="alert">
            {problem}
          </Callout>
        </div>
      )}
      {operationId !== undefined && <ReadView operationId={operationId} />}
    </BlockFrame>
  );
}
