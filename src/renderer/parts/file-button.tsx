import { useRef } from 'react';
import { Button, type ButtonProps } from '../ui/button.tsx';

interface FileButtonProps extends Pick<ButtonProps, 'size' | 'variant' | 'icon'> {
  label: string;
  /** What is chosen, for screen readers. */
  what?: string;
  /** Kinds of file that the picker offers, as the `accept` of an input. */
  accept?: string;
  onFile: (file: File) => void;
}

const CONFIGS = '.json,.jsonc,.json5,.toml,.yaml,.yml,.mcpb,.dxt,application/json';

/** Asks for a file, such as a config or a bundle, with the browser's own picker. */
export function FileButton({
  label,
  what = 'Config file or bundle',
  accept = CONFIGS,
  onFile,
  ...look
}: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        aria-label={what}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          event.currentTarget.value = '';
          if (file) onFile(file);
        }}
      />
      <Button {...look} onClick={() => input.current?.click()}>
        {label}
      </Button>
    </>
  );
}
