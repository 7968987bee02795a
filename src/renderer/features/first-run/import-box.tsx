import { Upload } from 'lucide-react';
import { useState } from 'react';
import type { FoundConfig } from '#shared/candidates.ts';
import { messageOf } from '#shared/errors.ts';
import { FileButton } from '../../parts/file-button.tsx';
import { openFile } from '../../parts/open-file.ts';
import { useLoad, useWirebench } from '../../store/wirebench.tsx';
import { Button } from '../../ui/button.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { plural } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';

function FoundRow({ config, onChoose }: { config: FoundConfig; onChoose: () => void }) {
  const { title, path, servers, problem, misplaced } = config;
  return (
    <li className="imp-r">
      <div className="grow col">
        <span className="row">
          <span className="b5">{title}</span>
          {problem === undefined && <span className="fs12 t2">{plural(servers, 'server')}</span>}
        </span>
        <span className="fs11 t3 mono el" title={path}>
          <ForeignText text={path} limit={200} inert />
        </span>
        {problem !== undefined && (
          <span className="fs12 c-err">
            <ForeignText text={problem} limit={300} inert />
          </span>
        )}
        {misplaced !== undefined && (
          <span className="fs12 c-err">
            <ForeignText text={misplaced} limit={300} inert />
          </span>
        )}
      </div>
      {problem === undefined && servers > 0 && (
        <Button size="sm" variant="tint" aria-label={`Choose from ${title}`} onClick={onChoose}>
          Choose
        </Button>
      )}
    </li>
  );
}

function FoundList({ onProblem }: { onProblem: (text: string | undefined) => void }) {
  const { link, page } = useWirebench();
  const scan = useLoad('scan', (host) => host['import.scan']({}));
  const choose = async ({ path, title }: FoundConfig) => {
    try {
      const found = await link.client()['import.path']({ path });
      if (found.kind === 'problem') return onProblem(`${title}: ${found.title}. ${found.detail}`);
      if (found.kind === 'empty') return onProblem(`${title} names no server any more.`);
      onProblem(undefined);
      page
        .getState()
        .set({ review: { source: 'client', found, ...(found.text === undefined ? {} : { text: found.text }) } });
    } catch (error) {
      onProblem(`${title} could not be read. ${messageOf(error)}`);
    }
  };
  if (scan.error !== undefined) return <p className="imp-r fs12 c-err">{`Not looked for. ${scan.error}`}</p>;
  if (!scan.value) return <p className="imp-r fs12 t3">Looking for other clients</p>;
  if (scan.value.found.length === 0) return <p className="imp-r fs12 t2">No other MCP clients found</p>;
  return (
    <ul className="imp-l" aria-label="Clients on this computer">
      {scan.value.found.map((config) => (
        <FoundRow key={config.path} config={config} onChoose={() => void choose(config)} />
      ))}
    </ul>
  );
}

/** Configs of other clients on this computer, and a place for files. All of it is only read. */
export function ImportBox() {
  const wirebench = useWirebench();
  const [problem, setProblem] = useState<string>();
  return (
    <section className="codebox imp" aria-labelledby="import">
      <div className="imp-h">
        <h2 id="import">Import from this computer</h2>
        <span className="sp" />
        <span className="fs11 t3">Configs are only read</span>
      </div>
      <FoundList onProblem={setProblem} />
      {problem !== undefined && (
        <p className="imp-r fs12 c-err" role="alert">
          <ForeignText text={problem} limit={400} inert />
        </p>
      )}
      <div className="imp-f">
        <Icon icon={Upload} />
        <span className="grow fs12 t2">
          Drop an <span className="mono">.mcpb</span> bundle or a config file here
        </span>
        <FileButton
          size="sm"
          variant="quiet"
          label="Open a file"
          onFile={(file) => void openFile(wirebench, file).then(setProblem)}
        />
      </div>
    </section>
  );
}
