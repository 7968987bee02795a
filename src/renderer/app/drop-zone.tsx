import { FileInput } from 'lucide-react';
import { useEffect, useState } from 'react';
import { openFile } from '../parts/open-file.ts';
import { useWirebench } from '../store/wirebench.tsx';
import { useFeedback } from '../ui/feedback.tsx';
import { Icon } from '../ui/icon.tsx';

const holdsFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') === true;

/** What a drop would do. Browsers tell the names only at the drop, the kinds before. */
function hintOf({ dataTransfer }: DragEvent): string {
  const items = [...(dataTransfer?.items ?? [])].filter(({ kind }) => kind === 'file');
  if (items.length > 1) return 'Drop one file at a time';
  const type = items[0]?.type ?? '';
  if (type.includes('json')) return 'Review the servers of this config';
  if (type.includes('zip')) return 'Review the server in this bundle';
  return 'Review the servers in this file';
}

/** Takes files dropped anywhere in the window to the review, and says so while they are over it. */
export function DropZone() {
  const wirebench = useWirebench();
  const { toast } = useFeedback();
  const [hint, setHint] = useState<string>();
  useEffect(() => {
    const life = new AbortController();
    const { signal } = life;
    const over = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      setHint(hintOf(event));
    };
    const leave = (event: DragEvent) => event.relatedTarget === null && setHint(undefined);
    const drop = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      setHint(undefined);
      const files = [...(event.dataTransfer?.files ?? [])];
      const [file] = files;
      if (files.length !== 1 || !file) return toast('Drop one file at a time.');
      void openFile(wirebench, file).then((problem) => problem !== undefined && toast(problem));
    };
    window.addEventListener('dragover', over, { signal });
    window.addEventListener('dragleave', leave, { signal });
    window.addEventListener('drop', drop, { signal });
    return () => life.abort();
  }, [wirebench, toast]);
  if (hint === undefined) return null;
  return (
    <div className="dropzone">
      <div className="dropzone-b">
        <Icon icon={FileInput} />
        <p className="b6">{hint}</p>
        <p className="fs12 t2">Nothing runs before you have seen the exact command.</p>
      </div>
    </div>
  );
}
