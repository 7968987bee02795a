import { Upload } from 'lucide-react';
import { useState } from 'react';
import { FileButton } from '../../parts/file-button.tsx';
import { FoundClients } from '../../parts/found-clients.tsx';
import { openFile } from '../../parts/open-file.ts';
import { useWirebench } from '../../store/wirebench.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { Icon } from '../../ui/icon.tsx';

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
      <FoundClients
        onFound={(found) => wirebench.page.getState().set({ review: { source: 'client', found } })}
        onProblem={setProblem}
      />
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
