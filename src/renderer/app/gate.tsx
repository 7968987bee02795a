import { KeyRound, Loader, Unplug } from 'lucide-react';
import { useEffect, useState } from 'react';
import { PRODUCT_ID, PRODUCT_NAME } from '#shared/product.ts';
import { hasToken } from '../store/link.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

const QUIET_MS = 300;

function NoToken() {
  return (
    <EmptyState icon={KeyRound} title="This address is not complete">
      <p>
        {PRODUCT_NAME} prints an address with a token when it starts. This page was opened without the token, so the
        host does not let it in. Copy the whole address from the terminal, or start again with{' '}
        <span className="mono">{PRODUCT_ID} serve</span>.
      </p>
    </EmptyState>
  );
}

function Waiting() {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), QUIET_MS);
    return () => clearTimeout(timer);
  }, []);
  return shown ? <EmptyState icon={Loader} title={`Opening ${PRODUCT_NAME}`} /> : null;
}

/** The full page before the host answered for the first time. */
export function Gate({ problem, onRetry }: { problem: string | undefined; onRetry: () => void }) {
  const lacksToken = !window.wirebench && !hasToken();
  return (
    <main className="gate" aria-label={PRODUCT_NAME}>
      <h1 className="vh">{PRODUCT_NAME}</h1>
      {lacksToken && <NoToken />}
      {!lacksToken && problem === undefined && <Waiting />}
      {!lacksToken && problem !== undefined && (
        <EmptyState
          icon={Unplug}
          title={`${PRODUCT_NAME} does not answer`}
          actions={<Button onClick={onRetry}>Try again</Button>}
        >
          <p role="status">{problem}</p>
        </EmptyState>
      )}
    </main>
  );
}
