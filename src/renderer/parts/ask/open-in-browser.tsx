import { ExternalLink } from 'lucide-react';
import type { MouseEvent } from 'react';
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

/** The button that opens a web page outside the app. A double click is one visit. */
export function OpenInBrowser({ label, href, again, open, onOpened }: OpenInBrowserProps) {
  const onClick = (event: MouseEvent) => {
    if (event.detail > 1) event.preventDefault();
    else (open ?? onOpened)();
  };
  if (open) {
    return (
      <Button variant={again ? 'outline' : 'pri'} icon={ExternalLink} onClick={onClick}>
        {label}
      </Button>
    );
  }
  return (
    <a className={again ? 'btn' : 'btn pri'} href={href} target="_blank" rel="noopener noreferrer" onClick={onClick}>
      <Icon icon={ExternalLink} />
      {label}
    </a>
  );
}
