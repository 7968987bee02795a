import { Copy } from 'lucide-react';
import { Button } from './button.tsx';
import { IconButton } from './icon-button.tsx';
import { useCopy } from './use-copy.ts';

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
  const { label = 'Copy', compact, copied, refused } = props;
  const copyText = useCopy(copied, refused);
  const copy = () => copyText(props.text());
  return compact ? (
    <IconButton icon={Copy} label={label} size="sm" onClick={copy} />
  ) : (
    <Button variant="quiet" size="sm" icon={Copy} onClick={copy}>
      {label}
    </Button>
  );
}
