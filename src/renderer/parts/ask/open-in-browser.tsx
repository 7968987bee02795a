import { ExternalLink } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';

export interface OpenInBrowserProps {
  readonly label: string;
  readonly href: string;
  /** It was opened before. */
  readonly again?: boolean | undefined;
  /** Opens it through the shell; undefined in a browser, where it is a link. */
  readonly open: (() => void) | undefined;
  readonly onOpened: () => void;
}

/** The button that opens a web page outside the app. */
export function OpenInBrowser({ label, href, again, open, onOpened }: OpenInBrowserProps) {
  if (open) {
    return (
      <Button variant={again ? 'outline' : 'pri'} icon={ExternalLink} onClick={open}>
        {label}
      </Button>
    );
  }
  return (
    <a className={again ? 'btn' : 'btn pri'} href={href} target="_blank" rel="noopener noreferrer" onClick={onOpened}>
      <Icon icon={ExternalLink} />
      {label}
    </a>
  );
}
