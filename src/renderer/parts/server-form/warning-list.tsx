import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import type { Draft } from './draft.ts';
import { liveWarnings } from './live-warnings.ts';

interface WarningListProps {
  draft: Draft;
  /** The folder it would run in, once it is known. */
  folder: string | undefined;
  onDraft: (draft: Draft) => void;
}

/** What a person should know before it runs, each with what can be done about it at once. */
export function WarningList({ draft, folder, onDraft }: WarningListProps) {
  return liveWarnings(draft, folder).map(({ code, title, text, foreign, fix }) => (
    <Callout
      key={`${code} ${title}`}
      kind="wait"
      title={<ForeignText text={title} limit={400} inert={!foreign} />}
      actions={
        fix && (
          <Button size="sm" onClick={() => onDraft(fix.run(draft))}>
            {fix.label}
          </Button>
        )
      }
    >
      {text !== undefined && (
        <p>
          <ForeignText text={text} limit={400} inert />
        </p>
      )}
    </Callout>
  ));
}
