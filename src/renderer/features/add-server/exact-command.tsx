import { Check, CircleX } from 'lucide-react';
import type { LaunchPreview } from '#shared/contract.ts';
import { shellLine } from '../../parts/shell-line.ts';
import type { Loaded } from '../../store/wirebench.tsx';
import { Callout } from '../../ui/callout.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Icon } from '../../ui/icon.tsx';

interface ExactCommandProps {
  /** The program as written, shown until the lookup answered. */
  written: string[];
  preview: Loaded<LaunchPreview>;
  platform: string;
}

function Found({ preview, written }: { preview: LaunchPreview; written: string[] }) {
  if (preview.foundIn === undefined) return null;
  return (
    <div className="exact-f fs12">
      <span className="c-ok">
        <Icon icon={Check} />
      </span>
      <span className="t2">
        <span className="mono">{written[0]}</span> was found in <span className="mono">{preview.foundIn}</span>. It runs
        in <span className="mono">{preview.cwd}</span>.
      </span>
    </div>
  );
}

/** What will run, whole and unshortened, where its program was found, and what stands in the way. */
export function ExactCommand({ written, preview, platform }: ExactCommandProps) {
  const found = preview.value;
  const command = found && found.command.length > 0 ? found.command : written;
  const line = shellLine(command, platform);
  return (
    <section className="fld" aria-label="This exact command will run as you">
      <div className="lb">
        <h3 className="lt">This exact command will run as you</h3>
        <span className="fld-actions">
          <CopyButton text={() => line} />
        </span>
      </div>
      <div className="codebox">
        <div className="code exact" data-testid="exact-command">
          {line}
        </div>
        {found && found.problems.length === 0 && <Found preview={found} written={written} />}
      </div>
      {preview.error !== undefined && (
        <Callout kind="err" title="The command could not be looked up">
          <p>{preview.error}</p>
        </Callout>
      )}
      {found?.problems.map((problem) => (
        <Callout key={`${problem.rule} ${problem.title}`} kind="err" icon={CircleX} title={problem.title}>
          <p>{problem.why}</p>
          <p>
            <span className="b5">What to do:</span> {problem.todo}
          </p>
        </Callout>
      ))}
    </section>
  );
}
