/** What the picker is open for. It stands in no document: without this it could be collected, and its answer with it. */
let open: HTMLInputElement | undefined;

/** Lets a person choose a file with the browser's own picker; `accept` says which kinds, as of an input. */
export function chooseFile(accept: string, onFile: (file: File) => void): void {
  const input = document.createElement('input');
  open = input;
  input.type = 'file';
  input.accept = accept;
  input.onchange = () => {
    const file = input.files?.[0];
    if (file) onFile(file);
    if (open === input) open = undefined;
  };
  input.click();
}
