import { Download } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../../ui/icon-button.tsx';
import { ExportLogDialog, type ExportLogDialogProps } from './export-log-dialog.tsx';

type ExportLogButtonProps = Omit<ExportLogDialogProps, 'onClose'>;

/** Opens the export of a log, or of its notifications. */
export function ExportLogButton(props: ExportLogButtonProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton size="sm" icon={Download} label={`Export ${props.what}`} onClick={() => setOpen(true)} />
      {open && <ExportLogDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}
