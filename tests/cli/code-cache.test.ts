import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { loadKeptCode, scriptOf } from '../../src/cli/code-cache.ts';

const require = createRequire(import.meta.url);
const usual = require.extensions['.js'];
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'wirebench-code-'));
  mkdirSync(join(folder, 'chunks'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "commonjs" }');
  loadKeptCode(folder);
});

afterEach(() => {
  require.extensions['.js'] = usual;
  rmSync(folder, { recursive: true });
});

/** Writes a chunk, with the code of `compiled` beside it. */
function chunk(name: string, text: string, compiled?: string): string {
  const file = join(folder, 'chunks', name);
  if (compiled !== undefined) {
    writeFileSync(file, compiled);
    writeFileSync(`${file}.code`, scriptOf(file).createCachedData());
  }
  writeFileSync(file, text);
  return file;
}

describe('kept code of built chunks', () => {
  test('is what runs', () => {
    // The engine compares lengths only: this tells which of the two ran.
    expect(require(chunk('a.js', "module.exports = 'text';", "module.exports = 'code';"))).toBe('code');
  });

  test('of another text is not used', () => {
    expect(require(chunk('b.js', "module.exports = 'text';", "module.exports = 'longer code';"))).toBe('text');
  });

  test('that is damaged is not used', () => {
    const file = chunk('c.js', "module.exports = 'text';");
    writeFileSync(`${file}.code`, 'no code');
    expect(require(file)).toBe('text');
  });

  test('is of the text whatever its characters are', () => {
    for (const [name, text] of [
      ['ascii.js', "module.exports = 'plain';"],
      ['other.js', "module.exports = 'größer \u2026 \u{1f642}';"],
    ] as const)
      expect(require(chunk(name, text, text))).toBe(text.slice(18, -2));
  });

  test('is not needed', () => {
    expect(require(chunk('d.js', "module.exports = 'text';"))).toBe('text');
  });

  test('finds its neighbours and knows its file', () => {
    chunk('e.js', 'exports.e = 1;');
    const text = "exports.e = require('./e.js').e; exports.at = [__filename, __dirname, module.filename];";
    const file = chunk('f.js', text, text);
    expect(require(file)).toEqual({ e: 1, at: [file, join(folder, 'chunks'), file] });
  });

  test('beside a file of another folder is left alone', () => {
    const file = join(folder, 'other.js');
    writeFileSync(file, "module.exports = 'code';");
    writeFileSync(`${file}.code`, scriptOf(file).createCachedData());
    writeFileSync(file, "module.exports = 'text';");
    expect(require(file)).toBe('text');
  });
});
