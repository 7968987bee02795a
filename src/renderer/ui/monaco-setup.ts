import * as monaco from 'monaco-editor/editor';
import editorWorkerUrl from 'monaco-editor/editor/editor.worker.js?worker&url';
import 'monaco-editor/features/register.all';
import 'monaco-editor/languages/definitions/cpp/register';
import 'monaco-editor/languages/definitions/csharp/register';
import 'monaco-editor/languages/definitions/css/register';
import 'monaco-editor/languages/definitions/go/register';
import 'monaco-editor/languages/definitions/html/register';
import 'monaco-editor/languages/definitions/ini/register';
import 'monaco-editor/languages/definitions/java/register';
import 'monaco-editor/languages/definitions/javascript/register';
import 'monaco-editor/languages/definitions/markdown/register';
import 'monaco-editor/languages/definitions/php/register';
import 'monaco-editor/languages/definitions/python/register';
import 'monaco-editor/languages/definitions/ruby/register';
import 'monaco-editor/languages/definitions/rust/register';
import 'monaco-editor/languages/definitions/shell/register';
import 'monaco-editor/languages/definitions/sql/register';
import 'monaco-editor/languages/definitions/typescript/register';
import 'monaco-editor/languages/definitions/xml/register';
import 'monaco-editor/languages/definitions/yaml/register';
import jsonWorkerUrl from 'monaco-editor/languages/features/json/json.worker.js?worker&url';
import { jsonDefaults } from 'monaco-editor/languages/features/json/register';
import type { MonacoKit } from './monaco-kit.ts';
import { monacoTheme } from './monaco-theme.ts';
import { ownWorkers } from './own-workers.ts';
import { currentTheme } from './theme.ts';

function installWorkers(): void {
  if (self.MonacoEnvironment !== undefined) return;
  const start = ownWorkers('wirebench-editor-worker', [editorWorkerUrl, jsonWorkerUrl]);
  self.MonacoEnvironment = { getWorker: (_id, label) => start(label === 'json' ? jsonWorkerUrl : editorWorkerUrl) };
}

function applyTheme(): void {
  const theme = currentTheme();
  monaco.editor.defineTheme(`wb-${theme}`, monacoTheme(theme, getComputedStyle(document.documentElement)));
  monaco.editor.setTheme(`wb-${theme}`);
}

function setSchema(modelUri: string, schema: unknown): void {
  // The list is one for all models and lives in the language service: replace our entry, keep the others.
  const others = (jsonDefaults.diagnosticsOptions.schemas ?? []).filter((entry) => entry.uri !== modelUri);
  const own = schema === undefined ? [] : [{ uri: modelUri, fileMatch: [modelUri], schema }];
  jsonDefaults.setDiagnosticsOptions({
    validate: true,
    enableSchemaRequest: false,
    // Configs of other clients carry both; where they do not belong, the reader of the text says so.
    comments: 'ignore',
    trailingCommas: 'ignore',
    schemas: [...others, ...own],
  });
}

/** The editor with its workers, themes and schema list set up. Safe to call again: what is global is set once. */
export function setUpMonaco(): MonacoKit {
  installWorkers();
  applyTheme();
  return { monaco, setSchema, applyTheme };
}
