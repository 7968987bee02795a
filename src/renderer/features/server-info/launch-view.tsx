import type { EnvEntry, LaunchFacts } from '#shared/session.ts';
import { looksSecret } from '../../parts/looks-secret.ts';
import { shellLine, terminalLine } from '../../parts/shell-line.ts';
import { useWirebench } from '../../store/wirebench.tsx';
import { CodeBox } from '../../ui/code-box.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { KeyValue } from '../../ui/key-value.tsx';

const SOURCE: Readonly<Record<EnvEntry['source'], string>> = {
  set: 'set here',
  secret: 'secret, hidden',
  file: 'from a file',
  shell: 'login shell',
  inherited: 'inherited',
  missing: 'missing',
};

/** The exact thing that runs: command, folder, environment with where each value comes from. */
export function LaunchView({ launch }: { readonly launch: LaunchFacts }) {
  const { app } = useWirebench();
  const { command, cwd, foundIn, env } = launch;
  return (
    <section className="info-s" aria-label="Launch">
      <h3>What runs</h3>
      <CodeBox
        title="Exact command"
        actions={<CopyButton label="Copy for a terminal" text={() => terminalLine(launch, app.platform)} />}
      >
        <p className="block-b mono exact-line">{shellLine(command, app.platform)}</p>
      </CodeBox>
      <KeyValue
        items={[
          { label: 'Folder', value: cwd, mono: true },
          ...(foundIn === undefined ? [] : [{ label: 'Found in', value: foundIn }]),
        ]}
      />
      <table className="tbl tight codebox env" aria-label="Environment">
        <thead>
          <tr>
            <th scope="col">Variable</th>
            <th scope="col">Value</th>
            <th scope="col">Source</th>
          </tr>
        </thead>
        <tbody>
          {env.map((entry) => (
            <tr key={entry.name}>
              <td className="mono" title={entry.name}>
                {entry.name}
              </td>
              <td className="mono t2" title={looksSecret(entry) ? undefined : entry.value}>
                {looksSecret(entry) ? '••••••' : (entry.value ?? '••••••')}
              </td>
              <td className={entry.source === 'missing' ? 'c-err' : 't3'}>{SOURCE[entry.source]}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
