import { KeyRound, Laptop, Pencil, Trash2, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '#shared/errors.ts';
import type { ModelProvider, ProviderTest } from '#shared/providers.ts';
import { useHost } from '../../store/wirebench.tsx';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { useFeedback } from '../../ui/feedback.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { plural } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';

interface ProviderRowProps {
  readonly provider: ModelProvider;
  readonly onEdit: () => void;
  readonly onRemoved: () => void;
}

/** One provider: where it is, what is asked of it, and whether it answers. */
export function ProviderRow({ provider, onEdit, onRemoved }: ProviderRowProps) {
  const host = useHost();
  const { toast } = useFeedback();
  const [testing, setTesting] = useState(false);
  const [result, setResult] = useState<ProviderTest>();
  const { name, baseUrl, model, key, local, warning } = provider;
  const test = () => {
    // The button stays enabled, so that the focus stays on it.
    if (testing) return;
    setTesting(true);
    setResult(undefined);
    host['provider.test']({ name })
      .then(setResult, (error: unknown) => toast(messageOf(error)))
      .finally(() => setTesting(false));
  };
  const remove = () => {
    host['provider.remove']({ name }).then(
      () => {
        toast(key ? `${name} and its key are removed` : `${name} is removed`);
        onRemoved();
      },
      (error: unknown) => toast(`${name} was not removed. ${messageOf(error)}`),
    );
  };
  return (
    <section className="setting provider" aria-label={name}>
      <div className="provider-t">
        <p className="row">
          <span className="b5">{name}</span>
          {local && <Chip icon={Laptop}>on this computer</Chip>}
          {key && <Chip icon={KeyRound}>key kept</Chip>}
        </p>
        <p className="fs12 t2 mono">
          {baseUrl}
          {model !== undefined && <span className="t3">, {model}</span>}
        </p>
        {warning !== undefined && (
          <p className="fs12 c-wait row">
            <Icon icon={TriangleAlert} size="s" />
            {warning}
          </p>
        )}
        <p role="status" className="fs12">
          {testing && <span className="t3">Asking for the list of models</span>}
          {result && <Result result={result} model={model} />}
        </p>
      </div>
      <div className="setting-c row">
        <Button size="sm" onClick={test} aria-busy={testing}>
          Test
        </Button>
        <IconButton size="sm" icon={Pencil} label={`Edit ${name}`} onClick={onEdit} />
        <IconButton size="sm" icon={Trash2} label={`Remove ${name}`} onClick={remove} />
      </div>
    </section>
  );
}

function Result({ result, model }: { readonly result: ProviderTest; readonly model: string | undefined }) {
  if (!result.ok) {
    const { what, why, todo, said } = result.problem;
    return (
      <span className="c-err">
        <ForeignText text={`${what} ${why} ${todo}${said === undefined ? '' : ` It said: ${said}`}`} limit={900} />
      </span>
    );
  }
  const answers = `Answers in ${result.ms} ms, ${plural(result.models, 'model')}`;
  return result.hasModel === false ? (
    <span className="c-wait">
      {answers}, but none is named <ForeignText text={model ?? ''} limit={256} inert />
    </span>
  ) : (
    <span className="c-ok">{answers}</span>
  );
}
