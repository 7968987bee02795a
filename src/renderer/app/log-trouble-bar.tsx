import { TriangleAlert } from 'lucide-react';
import type { Session } from '#shared/session.ts';
import { Icon } from '../ui/icon.tsx';

/** Shown while the log of the session cannot be written: what happens now will not be there later. */
export function LogTroubleBar({ session }: { readonly session: Session | undefined }) {
  const text = session?.logTrouble;
  return (
    <div role="status" className={text === undefined ? 'vh' : 'linkbar log-trouble k-wait'}>
      {text !== undefined && (
        <>
          <Icon icon={TriangleAlert} />
          <span className="grow">
            <span className="b5">This session is not being recorded.</span> {text}
          </span>
        </>
      )}
    </div>
  );
}
