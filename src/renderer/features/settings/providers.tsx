import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { ModelProvider } from '#shared/providers.ts';
import { useProviders } from '../../parts/models/use-providers.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { ProviderDialog } from './provider-dialog.tsx';
import { ProviderRow } from './provider-row.tsx';
import { SettingBlock } from './setting-block.tsx';

/** Who can be asked for a model's reply (S26, S35). Nothing is sent to any of them by itself. */
export function Providers() {
  const { list, error, reload } = useProviders();
  const [editing, setEditing] = useState<ModelProvider | 'new'>();
  return (
    <SettingBlock
      title="Model providers"
      note="Asked when you press Ask, or when a rule says so. Any that speaks the OpenAI format: OpenAI, or Ollama and LM Studio on this computer."
      actions={
        <Button size="sm" icon={Plus} onClick={() => setEditing('new')}>
          Add a provider
        </Button>
      }
    >
      {error !== undefined && (
        <Callout kind="err" title="The providers were not read">
          {error}
        </Callout>
      )}
      {list?.length === 0 && <p className="fs12 t3 setting">None is set up.</p>}
      {list?.map((provider) => (
        <ProviderRow key={provider.name} provider={provider} onEdit={() => setEditing(provider)} onRemoved={reload} />
      ))}
      {editing !== undefined && (
        <ProviderDialog
          provider={editing === 'new' ? undefined : editing}
          onClose={() => setEditing(undefined)}
          onSaved={() => {
            setEditing(undefined);
            reload();
          }}
        />
      )}
    </SettingBlock>
  );
}
