import type * as monaco from 'monaco-editor/editor';

/** What the editor component needs of Monaco; tests put a stand-in here. */
export interface MonacoKit {
  readonly monaco: Pick<typeof monaco, 'editor' | 'Uri'>;
  /** Checks the JSON model with this URI against a schema; undefined takes the check away. */
  readonly setSchema: (modelUri: string, schema: unknown) => void;
  /** Takes the colours of the document's theme; for all editors at once. */
  readonly applyTheme: () => void;
}
