import type { Detection, FoundConfig } from '#shared/candidates.ts';
import { messageOf } from '#shared/errors.ts';
import { useLoad, useWirebench } from '../store/wirebench.tsx';
import { Button } from '../ui/button.tsx';
import { ForeignText } from '../ui/foreign-text.tsx';
import { plural } from '../ui/format.ts';

/** What a client's config names, as the host read it. */
export type FoundServers = Extract<Detection, { kind: 'servers' }>;

interface FoundClientsProps {
  onFound: (found: FoundServers, config: FoundConfig) => void;
  /** Why a config could not be used; undefined when it could. */
  onProblem: (text: string | undefined) => void;
}

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
        {[problem, misplaced].map(
          (text) =>
            text !== undefined && (
              <span key={text} className="fs12 c-err">
                <ForeignText text={text} limit={300} inert />
              </span>
            ),
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

/** Configs of other clients on this computer. They are only read. */
export function FoundClients({ onFound, onProblem }: FoundClientsProps) {
  const { link } = useWirebench();
  const scan = useLoad('scan', (host) => host['import.scan']({}));
  const choose = async (config: FoundConfig) => {
    const { path, title } = config;
    try {
      const found = await link.client()['import.path']({ path });
      if (found.kind === 'problem') return onProblem(`${title}: ${found.title}. ${found.detail}`);
      if (found.kind === 'empty') return onProblem(`${title} names no server any more.`);
      onProblem(undefined);
      onFound(found, config);
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
