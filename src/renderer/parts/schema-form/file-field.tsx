import { Upload } from 'lucide-react';
import { type DragEvent, useRef, useState } from 'react';
import { messageOf } from '#shared/errors.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { foreignWords } from '../../ui/foreign-segments.ts';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { formatSize } from '../../ui/format.ts';
import { fileBase64 } from '../file-base64.ts';
import type { ControlProps } from './field-props.ts';
import { useForm } from './form-context.ts';

/** A file is held in the page, in the draft and in the message; beyond this the browser stalls. */
const MAX_BYTES = 20 * 1024 * 1024;
const NAME_CHARS = 60;

/** Bytes that a base64 text stands for. */
function bytesOf(text: string): number {
  return (text.length / 4) * 3 - (text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0);
}

/** A file, chosen or dropped here, that is sent as base64 text. */
export function FileField({ name, spec, path, value, control }: ControlProps) {
  const { set } = useForm();
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<{ name: string; text: string }>();
  const [over, setOver] = useState(false);
  const [problem, setProblem] = useState<string>();
  const text = typeof value === 'string' ? value : undefined;
  const take = async (file: File | undefined) => {
    if (!file) return;
    setProblem(undefined);
    if (file.size > MAX_BYTES) {
      return setProblem(`${file.name} has ${formatSize(file.size)}. Files up to ${formatSize(MAX_BYTES)} can be sent.`);
    }
    try {
      const read = await fileBase64(file);
      setChosen({ name: file.name, text: read });
      set(path, read);
    } catch (error) {
      setProblem(`${file.name} cannot be read. ${messageOf(error)}`);
    }
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void take(event.dataTransfer.files[0]);
  };
  const media = spec.schema.contentMediaType;
  const words = chosen && chosen.text === text ? `${chosen.name}, ` : '';
  return (
    <section
      className={cx('form-file', over && 'over')}
      aria-label={`File for ${foreignWords(name, NAME_CHARS)}`}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <input
        ref={input}
        type="file"
        hidden
        aria-label={name}
        accept={typeof media === 'string' ? media : undefined}
        onChange={(event) => {
          void take(event.currentTarget.files?.[0]);
          event.currentTarget.value = '';
        }}
      />
      <Button
        id={control.id}
        aria-describedby={control['aria-describedby']}
        size="sm"
        icon={Upload}
        onClick={() => input.current?.click()}
      >
        {text === undefined ? 'Choose a file' : 'Choose another'}
      </Button>
      <span className="fs11 t2 el">
        {text === undefined ? 'or drop it here' : <ForeignText text={`${words}${formatSize(bytesOf(text))}`} inert />}
      </span>
      {problem !== undefined && (
        <p className="fs11 c-err" role="alert">
          {problem}
        </p>
      )}
    </section>
  );
}
