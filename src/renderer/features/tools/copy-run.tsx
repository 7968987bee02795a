import { Copy } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { ServerConfig } from '#shared/config.ts';
import { isJsonObject } from '#shared/exact-json.ts';
import type { JsonObject } from '#shared/json.ts';
import { writeArguments } from '../../parts/argument-text.ts';
import { COPY_FORMS } from '../../parts/copy-as/copy-forms.ts';
import { appSource, type CopySource } from '../../parts/copy-as/copy-source.ts';
import { placeLink } from '../../parts/place.ts';
import { hideSecrets } from '../../parts/schema-form/masked.ts';
import { useWirebench } from '../../store/wirebench.tsx';
import { Button } from '../../ui/button.tsx';
import { plural } from '../../ui/format.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu } from '../../ui/menu.tsx';
import type { MenuItem } from '../../ui/menu-items.tsx';
import { useCopy } from '../../ui/use-copy.ts';
import { jsonRpcLine } from './copy-as.ts';

export interface CopyRunProps {
  readonly toolName: string;
  /** Of the arguments: it says which of them are hidden. */
  readonly schema: unknown;
  readonly config: ServerConfig;
  /** Undefined while the JSON text is no object. */
  readonly value: JsonObject | undefined;
  /** Only the icon. */
  readonly compact: boolean;
}

/** Forms that make sense before anything was sent. */
const FORMS = COPY_FORMS.filter(({ id }) => id === 'rpc' || id === 'cli' || id === 'ts');

/** What the menu offers for the call that is filled in; what is hidden in the form is hidden in it unless told otherwise. */
function useCopyItems({ toolName, schema, config, value }: CopyRunProps, open: boolean): MenuItem[] {
  const { app } = useWirebench();
  const copy = useCopy();
  const [secrets, setSecrets] = useState(false);
  const safe = useMemo(() => (open ? hideSecrets(schema, value ?? {}) : undefined), [open, schema, value]);
  if (!safe) return [];
  const args = !secrets && isJsonObject(safe.value) ? safe.value : (value ?? {});
  const source: CopySource = { request: jsonRpcLine(toolName, args), config, ...appSource(app) };
  const forms = FORMS.map(({ id, label, missing, text }) => {
    const written = text(source);
    const note = written === undefined ? missing : id === 'rpc' ? 'Tool and arguments, without _meta' : undefined;
    return { id, label, note, disabled: written === undefined, onSelect: () => copy(written ?? '') };
  });
  const linkTo = placeLink({ serverId: config.id, tab: 'tools', item: toolName });
  const choice: MenuItem = {
    id: 'secrets',
    label: 'Include secrets',
    note: `${plural(safe.hidden, 'value')} ${secrets ? 'included' : 'hidden'}`,
    checked: secrets,
    stays: true,
    onSelect: () => setSecrets(!secrets),
  };
  return [
    { id: 'json', label: 'JSON', note: 'The arguments', onSelect: () => copy(writeArguments(args)) },
    ...forms,
    { id: 'link', label: 'Deep link', note: 'To this tool', onSelect: () => copy(linkTo) },
    ...(safe.hidden === 0 ? [] : [{ separator: 'secrets' }, choice]),
  ];
}

/** The call that is filled in, in other forms. */
export function CopyRun(props: CopyRunProps) {
  const { value, compact } = props;
  const [open, setOpen] = useState(false);
  const items = useCopyItems(props, open);
  return (
    <Menu
      {...{ items, open }}
      onOpenChange={setOpen}
      trigger={
        compact ? <IconButton icon={Copy} label="Copy as" disabled={!value} /> : <Button icon={Copy}>Copy as</Button>
      }
    />
  );
}
