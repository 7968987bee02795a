import { Copy } from 'lucide-react';
import { Button } from './button.tsx';
import { useFeedback } from './feedback.tsx';
import { IconButton } from './icon-button.tsx';

export interface CopyButtonProps {
  /** Called on press, so that large text is built only when wanted. */
  readonly text: () => string;
  readonly label?: string | undefined;
  /** Only the icon. */
  readonly compact?: boolean | undefined;
  readonly copied?: string | undefined;
  readonly refused?: string | undefined;
}

/** Puts text on the clipboard and says so. */
export function CopyButton(props: CopyButtonProps) {
  const { label = 'Copy', compact, copied = 'Copied', refused = 'The system did not allow copying.' } = props;
  const { announce, toast } = useFeedback();
  const copy = () => {
    navigator.clipboard.writeText(props.text()).then(
      () => announce(copied),
      () => toast(refused),
    );
  };
  return compact ? (
    <IconButton icon={Copy} label={label} size="sm" onClick={copy} />
  ) : (
    <Button variant="quiet" size="sm" icon={Copy} onClick={copy}>
      {label}
    </Button>
  );
}
