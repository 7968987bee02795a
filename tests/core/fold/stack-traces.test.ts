import { expect, test } from 'vitest';
import { StackTraces } from '#core/fold/stack-traces.ts';

/** Which line of a trace each line is. */
function numbered(lines: readonly string[]): number[] {
  const traces = new StackTraces();
  return lines.map((line) => traces.next(line));
}

test('Node: what was thrown is no line of the trace, and an object behind it is none either', () => {
  expect(
    numbered([
      'Error: connect ECONNREFUSED',
      '    at TCPConnectWrap.afterConnect (node:net:1595:16)',
      '    at async main (file:///srv/index.js:12:3) {',
      "  code: 'ECONNREFUSED'",
      '}',
      'ready',
    ]),
  ).toEqual([0, 1, 2, 0, 0, 0]);
});

test('Python: from its title to the line that names the error', () => {
  const lines = [
    'Traceback (most recent call last):',
    '  File "/srv/app.py", line 3, in <module>',
    '    main()',
    '    ~~~~^^',
    '  File "/srv/app.py", line 2, in main',
    'ValueError: no',
  ];
  expect(numbered(lines)).toEqual([0, 1, 2, 3, 4, 0]);
});

test('an exception group of Python', () => {
  const lines = [
    '  + Exception Group Traceback (most recent call last):',
    '  |   File "/srv/app.py", line 3, in <module>',
    '  |     main()',
    '  | ExceptionGroup: several (2 sub-exceptions)',
    'next',
  ];
  expect(numbered(lines)).toEqual([0, 0, 0, 0, 0]);
  expect(numbered(['Exception Group Traceback (most recent call last):', ...lines.slice(1)])).toEqual([0, 1, 2, 3, 0]);
});

test('Java: causes and what is left out belong to it', () => {
  const lines = [
    'java.lang.IllegalStateException: pool is closed',
    '\tat com.acme.Pool.take(Pool.java:41)',
    '\tat com.acme.Main.main(Main.java:9)',
    'Caused by: java.io.IOException: broken pipe',
    '\tat com.acme.Wire.write(Wire.java:88)',
    '\t... 1 more',
    'INFO next',
  ];
  expect(numbered(lines)).toEqual([0, 1, 2, 3, 4, 5, 0]);
});

test('Go: functions and their places; a blank line ends it', () => {
  const lines = [
    'panic: runtime error: index out of range [3] with length 3',
    '',
    'goroutine 1 [running]:',
    'main.(*Store).Get(0xc000012345, 0x3)',
    '\t/srv/store.go:19 +0x1d',
    'created by main.main in goroutine 1',
    '\t/srv/main.go:8 +0x2c',
    '',
    'exit status 2',
  ];
  expect(numbered(lines)).toEqual([0, 0, 0, 1, 2, 3, 4, 0, 0]);
});

test('Rust: numbered calls with their places', () => {
  const lines = [
    "thread 'main' panicked at src/main.rs:4:5:",
    'index out of bounds',
    'stack backtrace:',
    '   0: rust_begin_unwind',
    '             at /rustc/90b3/library/std/src/panicking.rs:692:5',
    '  12: app::main',
    'note: Some details are omitted',
  ];
  expect(numbered(lines)).toEqual([0, 0, 0, 1, 2, 3, 0]);
});

test('colours before a line do not hide it, and something between ends a trace', () => {
  expect(
    numbered(['\u001b[90m    at run (node:internal:1:1)\u001b[39m', '\u001b[90m    at b (x.js:1)\u001b[39m']),
  ).toEqual([1, 2]);
  const traces = new StackTraces();
  traces.next('    at a (x.js:1)');
  traces.end();
  expect(traces.next('    at b (x.js:2)')).toBe(1);
});

test('lines that only look a little like one are none', () => {
  expect(numbered(['  indented help text', 'at the end', '- item:', `    at ${'x'.repeat(2000)}`, ''])).toEqual([
    0, 0, 0, 0, 0,
  ]);
});
