import { ExternalLink, Image, Square, SquareCheck } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import Markdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { isWebAddress } from '#shared/address/web-scheme.ts';
import { Button } from '../../../ui/button.tsx';
import { ForeignText } from '../../../ui/foreign-text.tsx';
import { Icon } from '../../../ui/icon.tsx';

import { portionOf } from '../../payload-text.tsx';
import { nameUnseen } from './name-unseen.ts';
import { OpenLinkDialog } from './open-link-dialog.tsx';

export interface MarkdownTextProps {
  readonly text: string;
  /** Shows a resource of this server; without it the addresses of resources are only read. */
  readonly onOpenResource?: ((uri: string) => void) | undefined;
}

/** Schemes that mean something to a browser or the system; no resource is asked for by them. */
const NO_RESOURCE = /^(?:javascript|data|vbscript|blob|about|view-source|chrome|mailto|tel|sms|file|https?):/i;
const HAS_SCHEME = /^[a-z][a-z0-9+.-]*:/i;
/** Images inside the text itself; SVG too, as an image cannot run anything. */
const DRAWN = /^data:image\/(?:png|jpeg|gif|webp|svg\+xml)[;,]/i;
const MAX_DRAWN = 1_000_000;

type Target = Pick<MarkdownTextProps, 'onOpenResource'> & { readonly onAsk: (address: string) => void };

/** What a press on an address does: a web page is asked about first, a resource is shown in its tab, others do nothing. */
function actionOf(address: string, { onAsk, onOpenResource }: Target): (() => void) | undefined {
  if (isWebAddress(address)) return () => onAsk(address);
  const resource = HAS_SCHEME.test(address) && !NO_RESOURCE.test(address);
  return resource && onOpenResource ? () => onOpenResource(address) : undefined;
}

/** A link as a button, so that neither a press nor a middle click leaves the app unasked. */
function Link({ address, target, children }: { address: string; target: Target; children: ReactNode }) {
  const press = actionOf(address, target);
  if (!press) {
    return (
      <span className="md-dead">
        {children} <span className="t3 mono fs11">({<ForeignText text={address} limit={200} inert />})</span>
      </span>
    );
  }
  return (
    <button type="button" className="md-link" title={address.slice(0, 300)} onClick={press}>
      {children}
      {isWebAddress(address) && <Icon icon={ExternalLink} size="s" />}
    </button>
  );
}

/** An image is not loaded by itself: it is named, and drawn on a press where its data are in the text. */
function Picture({ address, alt, target }: { address: string; alt: string; target: Target }) {
  const [shown, setShown] = useState(false);
  const name = alt === '' ? 'Image' : alt.slice(0, 200);
  if (DRAWN.test(address) && address.length <= MAX_DRAWN) {
    return shown ? (
      <img className="md-img" src={address} alt={name} />
    ) : (
      <Button size="sm" icon={Image} onClick={() => setShown(true)}>
        Show image: {name}
      </Button>
    );
  }
  return (
    <span className="md-pic">
      <Icon icon={Image} size="s" />
      <Link address={address} target={target}>
        <ForeignText text={name} limit={200} inert />
      </Link>
    </span>
  );
}

/** Headings of a text lie below those of the page. */
const PLAIN: Components = {
  h1: ({ children }) => <h3>{children}</h3>,
  h2: ({ children }) => <h4>{children}</h4>,
  h3: ({ children }) => <h5>{children}</h5>,
  h4: ({ children }) => <h6>{children}</h6>,
  h5: ({ children }) => <h6>{children}</h6>,
  input: ({ checked }) => <Icon icon={checked ? SquareCheck : Square} size="s" label={checked ? 'Done' : 'Not done'} />,
  table: ({ children }) => (
    <div className="md-table">
      <table>{children}</table>
    </div>
  ),
};

const PLUGINS = [remarkGfm];
const NAMED = [nameUnseen];
/** Addresses are never put into the page as such, so they are kept as they are to be shown. */
const keep = (address: string) => address;

/** Markdown of a server as elements: HTML in it stays text, links and images wait for a press. Long text unfolds in portions. */
export function MarkdownText({ text, onOpenResource }: MarkdownTextProps) {
  const [steps, setSteps] = useState(1);
  const [asked, setAsked] = useState<string>();
  const shown = portionOf(text, steps);
  const components = useMemo<Components>(() => {
    const target = { onOpenResource, onAsk: setAsked };
    return {
      ...PLAIN,
      a: ({ href = '', children }) => (
        <Link address={href} target={target}>
          {children}
        </Link>
      ),
      img: ({ src, alt = '' }) => <Picture address={typeof src === 'string' ? src : ''} alt={alt} target={target} />,
    };
  }, [onOpenResource]);
  const drawn = useMemo(
    () => (
      <Markdown remarkPlugins={PLUGINS} rehypePlugins={NAMED} urlTransform={keep} components={components}>
        {shown}
      </Markdown>
    ),
    [shown, components],
  );
  return (
    <div className="block-b md">
      {drawn}
      {shown.length < text.length && (
        <p className="row payload-more">
          <Button size="sm" onClick={() => setSteps(steps + 1)}>
            Show more
          </Button>
          <span className="fs11 t3 tn">{(text.length - shown.length).toLocaleString('en-US')} characters left</span>
        </p>
      )}
      {asked !== undefined && <OpenLinkDialog address={asked} onClose={() => setAsked(undefined)} />}
    </div>
  );
}
