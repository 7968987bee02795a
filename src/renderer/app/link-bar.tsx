import { Unplug } from 'lucide-react';
import { useLinkState, useWirebench } from '../store/wirebench.tsx';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';

/** Shown while the host cannot be reached. Servers and their records belong to the host, so nothing is lost by it. */
export function LinkBar() {
  const { link } = useWirebench();
  const lost = useLinkState((state) => state.status === 'lost');
  const problem = useLinkState((state) => state.problem);
  return (
    <div role="status" className={lost ? 'linkbar k-wait' : 'vh'}>
      {lost && (
        <>
          <Icon icon={Unplug} />
          <span className="grow">
            <span className="b5">Not connected to the host.</span> {problem} What you see is the last known state; what
            you typed stays here.
          </span>
          <Button size="sm" onClick={() => link.reopen()}>
            Try now
          </Button>
        </>
      )}
    </div>
  );
}
