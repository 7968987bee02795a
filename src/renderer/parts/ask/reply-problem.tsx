import { Callout } from '../../ui/callout.tsx';

/** Why the last reply to an ask did not arrive; nothing while none failed. */
export function ReplyProblem({ text }: { readonly text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <Callout kind="err" title="The reply did not arrive" role="alert">
      {text}
    </Callout>
  );
}
