import { Check, CircleX, Info } from 'lucide-react';
import type { LaunchPreview } from '#shared/contract.ts';
import type { FixAction } from '#shared/fix.ts';
import type { Failure } from '#shared/session.ts';
import type { Loaded } from '../../store/wirebench.tsx';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { Icon } from '../../ui/icon.tsx';
import { shellLine } from '../shell-line.ts';

interface ExactCommandProps {
  /** The program as written, shown until the lookup answered. */
  written: string[];
  preview: Loaded<LaunchPreview>;
  platform: string;
  /** Opens the fields of program and arguments; absent while they are open. */
  onEdit: (() => void) | undefined;
  /** What is not answered yet is said by a form of its own. */
  asked: boolean;
  /** Folder of a bundle that is not unpacked yet: that it is missing is no problem. */
  unpackDir: string | undefined;
  onFix: (action: FixAction) => void;
}

const FOUND_BY: Readonly<Record<NonNullable<LaunchPreview['foundBy']>, string>> = {
  path: 'is named by its path',
  search: 'was found on the PATH of this app, in',
  shell: 'was found in your login shell, in',
  usual: 'was found in a usual place for it,',
};

function Found({ preview, written }: { preview: LaunchPreview; written: string[] }) {
  const { foundIn, foundBy } = preview;
  if (foundIn === undefined && foundBy !== 'path') return null;
  return (
    <div className="exact-f fs12">
      <span className="c-ok">
        <Icon icon={Check} />
      </span>
      <span className="t2">
        <span className="mono">{written[0]}</span> {foundBy === undefined ? 'was found in' : FOUND_BY[foundBy]}
        {foundBy !== 'path' && (
          <>
            {' '}
            <span className="mono">{foundIn}</span>
          </>
        )}
        . It runs in <span className="mono">{preview.cwd}</span>.
        {(foundBy === 'shell' || foundBy === 'usual') && ' The whole path is used, so it also works without a shell.'}
      </span>
    </div>
  );
}

/** Fixes that change the draft itself; the others need a saved server. */
function isLocalFix({ do: what }: FixAction): boolean {
  return [
    'set-command',
    'set-args',
    'set-inherit',
    'choose-command',
    'choose-folder',
    'pass-variable',
    'edit',
  ].includes(what);
}

function Problem({ problem, onFix }: { problem: Failure; onFix: ExactCommandProps['onFix'] }) {
  const local = (problem.fixes ?? []).filter(({ action }) => isLocalFix(action));
  // The settings are open already: choosing the program and editing the command are the same here.
  const chooses = local.some(({ action }) => action.do === 'choose-command');
  const fixes = local.filter(({ action }) => !(chooses && action.do === 'edit'));
  return (
    <Callout
      kind="err"
      icon={CircleX}
      title={<ForeignText text={problem.title} limit={300} inert />}
      actions={fixes.map(({ label, action }) => (
        <Button key={label} size="sm" onClick={() => onFix(action)}>
          {action.do === 'edit' ? 'Show the field' : label}
        </Button>
      ))}
    >
      <p>{problem.why}</p>
      <p>
        <span className="b5">What to do:</span> {problem.todo}
      </p>
    </Callout>
  );
}

/** What will run, whole and unshortened, where its program was found, and what stands in the way. */
export function ExactCommand({ written, preview, platform, onEdit, asked, unpackDir, onFix }: ExactCommandProps) {
  const found = preview.value;
  const command = found && found.command.length > 0 ? found.command : written;
  const line = shellLine(command, platform);
  const problems = (found?.problems ?? []).filter(
    ({ rule, title, why }) =>
      !(asked && rule === 'dx-input') && !(unpackDir !== undefined && `${title} ${why}`.includes(unpackDir)),
  );
  return (
    <section
      className="fld"
      aria-label="This exact command will run as you"
      data-field={onEdit ? 'command args' : undefined}
    >
      <div className="lb">
        <h3 className="lt">This exact command will run as you</h3>
        <span className="fld-actions">
          {onEdit && (
            <Button size="sm" variant="quiet" onClick={onEdit}>
              Change
            </Button>
          )}
          <CopyButton text={() => line} />
        </span>
      </div>
      <p className="fs12 t2">A program with your rights: it can read, change and send whatever you can.</p>
      <div className="codebox">
        <div className="code exact" data-testid="exact-command">
          {line}
        </div>
        {found && found.problems.length === 0 && <Found preview={found} written={written} />}
        {found?.notes?.map((note) => (
          <div key={note} className="exact-f fs12">
            <span className="t3">
              <Icon icon={Info} />
            </span>
            <span className="t2">
              <ForeignText text={note} limit={500} inert />
            </span>
          </div>
        ))}
      </div>
      {preview.error !== undefined && (
        <Callout kind="err" title="The command could not be looked up">
          <p>{preview.error}</p>
        </Callout>
      )}
      {problems.map((problem) => (
        <Problem key={`${problem.rule} ${problem.title}`} problem={problem} onFix={onFix} />
      ))}
    </section>
  );
}
