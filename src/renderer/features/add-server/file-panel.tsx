import { FileText } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '#shared/errors.ts';
import { FileButton } from '../../parts/file-button.tsx';
import { FoundClients } from '../../parts/found-clients.tsx';
import { readFile } from '../../parts/open-file.ts';
import { useWirebench } from '../../store/wirebench.tsx';
import { Button } from '../../ui/button.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { Icon } from '../../ui/icon.tsx';
import { fileOfClient, type Source } from './use-source.ts';

/** The tab File: what the file is, another one, and the configs of other clients on this computer. */
export function FilePanel({ source }: { source: Source }) {
  const { link } = useWirebench();
  const [problem, setProblem] = useState<string>();
  const { file, found } = source;
  const text = file?.text ?? '';
  const read = (chosen: File) =>
    readFile(link.client(), chosen).then(
      (opened) => {
        setProblem(undefined);
        source.setFile({ ...opened, foreign: true });
      },
      (error: unknown) => setProblem(messageOf(error)),
    );
  const good = found.detection?.kind === 'servers' ? found.detection : undefined;
  return (
    <div className="src-file">
      {file ? (
        <div className="row">
          <Icon icon={FileText} />
          <span className="grow b5">
            <ForeignText text={file.name} limit={300} inert />
          </span>
        </div>
      ) : (
        <p className="t2">Choose a config file or an .mcpb bundle. It is only read.</p>
      )}
      {good && (
        <p className="t2 fs12">
          <ForeignText text={`${good.title}. ${good.detail}`} limit={400} inert />
        </p>
      )}
      {problem !== undefined && (
        <p className="c-err fs12" role="alert">
          <ForeignText text={problem} limit={400} inert />
        </p>
      )}
      <div className="row">
        <FileButton
          size="sm"
          label={file ? 'Choose another file' : 'Choose a file'}
          onFile={(chosen) => void read(chosen)}
        />
        {text !== '' && (
          <Button size="sm" variant="quiet" onClick={() => source.writeJson(text)}>
            Edit its text
          </Button>
        )}
      </div>
      {!file && (
        <section className="codebox" aria-label="Other clients on this computer">
          <FoundClients onFound={(servers) => source.setFile(fileOfClient(servers))} onProblem={setProblem} />
        </section>
      )}
    </div>
  );
}
