import { Copy } from 'lucide-react';
import type { ServerConfig } from '#shared/config.ts';
import type { JsonObject } from '#shared/json.ts';
import { writeArguments } from '../../parts/argument-text.ts';
import { COPY_FORMS } from '../../parts/copy-as/copy-forms.ts';
import type { CopySource } from '../../parts/copy-as/copy-source.ts';
import { useWirebench } from '../../store/wirebench.tsx';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { useCopy } from '../../ui/use-copy.ts';
import { jsonRpcLine } from './copy-as.ts';

export interface CopyRunProps {
  readonly toolName: string;
  readonly config: ServerConfig;
  /** Undefined while the JSON text is no object. */
  readonly value: JsonObject | undefined;
  /** Only the icon. */
  readonly compact: boolean;
}

/** Forms that make sense before anything was sent. */
const FORMS = COPY_FORMS.filter(({ id }) => id === 'rpc' || id === 'cli' || id === 'ts');

/** The call that is filled in, in other forms. */
export function CopyRun({ toolName, config, value, compact }: CopyRunProps) {
  const { app } = useWirebench();
  const copy = useCopy();
  const args = value ?? {};
  const source: CopySource = { request: jsonRpcLine(toolName, args), config, platform: app.platform };
  const forms = FORMS.map((form) => {
    const text = form.text(source);
    const note = text === undefined ? form.missing : form.id === 'rpc' ? 'The whole request' : undefined;
    return { ...form, note, disabled: text === undefined, onSelect: () => copy(text ?? '') };
  });
  return (
    <Menu
      trigger={
        compact ? <IconButton icon={Copy} label="Copy as" disabled={!value} /> : <Button icon={Copy}>Copy as</Button>
      }
      items={[
        { id: 'json', label: 'JSON', note: 'The arguments', onSelect: () => copy(writeArguments(args)) },
        ...forms.map(({ id, label, note, disabled, onSelect }) => ({ id, label, note, disabled, onSelect })),
      ]}
    />
  );
}
