import { FileUp } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '#shared/errors.ts';
import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { ContentBlocks } from '../content/content-blocks.tsx';
import { fileBase64 } from '../file-base64.ts';
import { FileButton } from '../file-button.tsx';
import type { ReplyBlock } from './sampling-draft.ts';

interface MediaBlockProps {
  readonly block: ReplyBlock;
  readonly path: string;
  readonly sessionId: string;
  readonly onBlock: (part: Partial<ReplyBlock>) => void;
}

/** Larger ones would not go through the page and the server in one message. */
const MOST_BYTES = 10 * 1024 * 1024;

/** An image or sound from a file of this computer. */
export function MediaBlock({ block, path, sessionId, onBlock }: MediaBlockProps) {
  const [problem, setProblem] = useState<string>();
  const { type, data, mimeType } = block;
  const what = type === 'image' ? 'image' : 'sound';
  const take = async (file: File) => {
    if (file.size > MOST_BYTES) return setProblem(`${file.name} is larger than 10 MB. Choose a smaller one.`);
    try {
      onBlock({ data: await fileBase64(file), mimeType: file.type });
      setProblem(undefined);
    } catch (error) {
      setProblem(`${file.name} was not read. ${messageOf(error)}`);
    }
  };
  return (
    <>
      <div className="row">
        <FileButton
          icon={FileUp}
          label={data === '' ? `Choose the ${what}` : `Choose another ${what}`}
          what={`File of the ${what}`}
          accept={`${type}/*`}
          onFile={(file) => void take(file)}
        />
        <span className="mono t3 fs11">{path}.data</span>
      </div>
      {problem !== undefined && (
        <p className="c-err fs12" role="alert">
          {problem}
        </p>
      )}
      <Field label="Type" type={`${path}.mimeType`}>
        {(control) => (
          <TextInput
            {...control}
            value={mimeType}
            onValue={(next) => onBlock({ mimeType: next })}
            placeholder={type === 'image' ? 'image/png' : 'audio/wav'}
          />
        )}
      </Field>
      {data !== '' && <ContentBlocks blocks={[{ type, data, mimeType }]} sessionId={sessionId} />}
    </>
  );
}
