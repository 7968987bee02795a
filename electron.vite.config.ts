import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';

/** A template that takes text as it is written, or a character of two units, which a name cannot have as an escape. */
const AS_WRITTEN = /String\.raw|[\ud800-\udfff]/;

/** Code whose characters beyond ASCII are written as escapes where that means the same. */
function inAscii(code: string): string {
  if (AS_WRITTEN.test(code)) return code;
  return code.replace(/(\\*)([^\0-\x7f])/g, (_all, before: string, unit: string) => {
    const hex = unit.charCodeAt(0).toString(16).padStart(4, '0');
    // A backslash before the character itself said nothing.
    return `${before.length % 2 === 1 ? before.slice(1) : before}\\u${hex}`;
  });
}

// Every dependency is bundled: the packaged app has no node_modules folder.
export default defineConfig({
  main: {
    plugins: [
      {
        // The project's own package.json says that .js are ES modules.
        name: 'commonjs-folder',
        generateBundle(_options, bundle) {
          // Half the memory for a text that V8 keeps, and it is read faster.
          for (const file of Object.values(bundle)) if (file.type === 'chunk') file.code = inAscii(file.code);
          this.emitFile({ type: 'asset', fileName: 'package.json', source: '{ "type": "commonjs" }\n' });
        },
      },
    ],
    build: {
      // Electron brings a newer Node, but cli, demo and the workers also run on the oldest Node of `engines`.
      target: 'node20.19',
      externalizeDeps: false,
      rolldownOptions: {
        input: {
          index: 'src/main/index.ts',
          cli: 'src/cli/index.ts',
          'code-cache': 'src/cli/code-cache.ts',
          demo: 'src/demo/index.ts',
          'check-worker': 'src/host/workers/check.ts',
          keyring: 'src/host/workers/keyring.ts',
        },
        // Reading code is a good part of a command's start. Names stay: they are what tells something in a stack trace.
        output: {
          // The compiled code of CommonJS can be kept (docs/decisions/0017-kept-code.md).
          format: 'cjs',
          entryFileNames: '[name].js',
          chunkFileNames: 'chunks/[name]-[hash].js',
          minify: { mangle: false, compress: true, codegen: { removeWhitespace: true } },
        },
        // Native, and optional: the packaged app does without it.
        external: ['@napi-rs/keyring'],
      },
    },
  },
  preload: {
    build: {
      externalizeDeps: false,
      // A sandboxed preload cannot be an ES module.
      rolldownOptions: { input: { index: 'src/preload/index.ts' }, output: { format: 'cjs' } },
    },
  },
  renderer: {
    // The page's CSP knows no data: fonts, so nothing may be inlined.
    build: { minify: true, assetsInlineLimit: 0 },
    plugins: [react()],
    worker: { format: 'es' },
  },
});
