import { HostError } from '#shared/errors.ts';

/** The bytes of a file a person chose, as base64. Rejects with a sentence when the browser cannot read it. */
export function fileBase64(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    // A data URL is `data:TYPE;base64,TEXT`; that of an empty file may end before the comma.
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,?/, ''));
    reader.onerror = () => reject(new HostError('IO', 'The browser could not read it. It may have been moved.'));
    reader.readAsDataURL(file);
  });
}
