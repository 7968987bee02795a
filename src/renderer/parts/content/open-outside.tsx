import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '#shared/errors.ts';
import { useWirebench } from '../../store/wirebench.tsx';
import { Button } from '../../ui/button.tsx';

interface OpenOutsideProps {
  readonly base64: string;
  readonly name: string;
}

const WHAT = 'In the program of your system for PDF files. Scripts and links in the file may work there.';

/** S10. Shows a PDF in another program; nothing where the shell opens none, as in a browser: there it is saved. */
export function OpenOutside({ base64, name }: OpenOutsideProps) {
  const { link, app } = useWirebench();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  if (!app.can.openFiles) return null;
  const open = () => {
    setBusy(true);
    setProblem(undefined);
    link
      .client()
      ['shell.openPdf']({ name, base64 })
      .catch((error: unknown) => setProblem(messageOf(error)))
      .finally(() => setBusy(false));
  };
  return (
    <>
      {problem !== undefined && (
        <span className="fs11 c-err el" role="alert" title={problem}>
          Not opened. {problem}
        </span>
      )}
      <Button size="sm" variant="quiet" icon={ExternalLink} title={WHAT} disabled={busy} onClick={open}>
        Open outside
      </Button>
    </>
  );
}
