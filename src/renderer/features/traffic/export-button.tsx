import { Download } from 'lucide-react';
import { useState } from 'react';
import type { LogFilter } from '#shared/exchange.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { ExportLogDialog } from './export-log-dialog.tsx';

interface ExportButtonProps {
  readonly sessionId: string;
  readonly filter: LogFilter | undefined;
  /** Rows that the filter lets through. */
  readonly rows: number;
}

/** Opens the export of the traffic. */
export function ExportButton(props: ExportButtonProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton size="sm" icon={Download} label="Export traffic" onClick={() => setOpen(true)} />
      {open && <ExportLogDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}
