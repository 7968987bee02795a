import { expect, test } from 'vitest';
import { tellingLine } from '#host/launch/evidence.ts';

/** What real runtimes print when a program dies, as they printed it; folders shortened. */
const OUTPUTS: [name: string, output: string, telling: string][] = [
  [
    'Node: uncaught error whose message has two lines',
    `file:///srv/b.mjs:1
export function x(){ const e = new TypeError('API_KEY is not set\\nSet it in the settings'); throw e; }
                               ^

TypeError: API_KEY is not set
Set it in the settings
    at x (file:///srv/b.mjs:1:32)
    at file:///srv/a.mjs:2:1
    at async asyncRunEntryPointWithESMLoader (node:internal/modules/run_main:117:5)

Node.js v20.20.2`,
    'TypeError: API_KEY is not set',
  ],
  [
    'Node: syntax error',
    `file:///srv/syn.mjs:1
let a = ;
        ^

SyntaxError: Unexpected token ';'
    at compileSourceTextModule (node:internal/modules/esm/utils:346:16)
    at async ModuleJob._link (node:internal/modules/esm/module_job:148:19)

Node.js v20.20.2`,
    "SyntaxError: Unexpected token ';'",
  ],
  [
    'Node: rejection with no error',
    `node:internal/process/promises:389
      new UnhandledPromiseRejection(reason);
      ^

UnhandledPromiseRejection: This error originated either by throwing inside of an async function. The promise rejected with the reason "no token".
    at throwUnhandledRejectionsMode (node:internal/process/promises:389:7)
    at process.processTicksAndRejections (node:internal/process/task_queues:96:32) {
  code: 'ERR_UNHANDLED_REJECTION'
}

Node.js v20.20.2`,
    'UnhandledPromiseRejection: This error originated either by throwing inside of an async function. The promise rejected with the reason "no token".',
  ],
  [
    'Node: rejection with an error that has a cause',
    `file:///srv/rej2.mjs:1
Promise.reject(new Error("no token", {cause: new Error("inner")}))
               ^

Error: no token
    at file:///srv/rej2.mjs:1:16
    at async ModuleLoader.import (node:internal/modules/esm/loader:606:24) {
  [cause]: Error: inner
      at file:///srv/rej2.mjs:1:46
}

Node.js v20.20.2`,
    'Error: no token',
  ],
  [
    'Node: a package that is missing',
    `node:internal/modules/esm/resolve:873
  throw new ERR_MODULE_NOT_FOUND(packageName, fileURLToPath(base), null);
        ^

Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'nope-pkg' imported from /srv/nomod.mjs
    at packageResolve (node:internal/modules/esm/resolve:873:9) {
  code: 'ERR_MODULE_NOT_FOUND'
}

Node.js v20.20.2`,
    "Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'nope-pkg' imported from /srv/nomod.mjs",
  ],
  [
    'Python: an error while another was handled, with two lines',
    `Traceback (most recent call last):
  File "/srv/t.py", line 4, in load
    os.environ["MY_TOKEN"]
    ~~~~~~~~~~^^^^^^^^^^^^
  File "<frozen os>", line 679, in __getitem__
KeyError: 'MY_TOKEN'

During handling of the above exception, another exception occurred:

Traceback (most recent call last):
  File "/srv/t.py", line 7, in <module>
    load()
  File "/srv/t.py", line 6, in load
    raise ValueError("MY_TOKEN is missing\\nset it first")
ValueError: MY_TOKEN is missing
set it first`,
    'ValueError: MY_TOKEN is missing',
  ],
  [
    'Python: a module that is missing',
    `Traceback (most recent call last):
  File "/srv/n.py", line 1, in <module>
    import nope
ModuleNotFoundError: No module named 'nope'`,
    "ModuleNotFoundError: No module named 'nope'",
  ],
  [
    'Python: syntax error',
    `  File "/srv/s.py", line 1
    def x(:
          ^
SyntaxError: invalid syntax`,
    'SyntaxError: invalid syntax',
  ],
  [
    'Python: an error with indented details',
    `Traceback (most recent call last):
  File "/srv/p.py", line 3, in <module>
    Settings()
pydantic_core._pydantic_core.ValidationError: 1 validation error for Settings
api_key
  Field required [type=missing, input_value={}, input_type=dict]
    For further information visit https://errors.pydantic.dev/2.9/v/missing`,
    'pydantic_core._pydantic_core.ValidationError: 1 validation error for Settings',
  ],
  [
    'Go: panic',
    `panic: open config.toml: no such file or directory

goroutine 1 [running]:
main.(*Server).load(0xc000012345, {0x0, 0x0})
\t/srv/main.go:12 +0x1d
main.main()
\t/srv/main.go:8 +0x1d
exit status 2`,
    'panic: open config.toml: no such file or directory',
  ],
  [
    'Go: nil pointer',
    `panic: runtime error: invalid memory address or nil pointer dereference
[signal SIGSEGV: segmentation violation code=0x1 addr=0x0 pc=0x45ed36]

goroutine 1 [running]:
main.main()
\t/srv/main.go:9 +0x16`,
    'panic: runtime error: invalid memory address or nil pointer dereference',
  ],
  [
    'Rust: panic with a backtrace',
    `
thread 'main' (18835) panicked at m.rs:1:73:
cannot start: "no config file"
stack backtrace:
   0: __rustc::rust_begin_unwind
             at /rustc/59807616/library/std/src/panicking.rs:689:5
   4: m::main
note: Some details are omitted, run with \`RUST_BACKTRACE=full\` for a verbose backtrace.`,
    'cannot start: "no config file"',
  ],
  [
    'Rust: panic without a backtrace',
    `thread 'main' panicked at src/main.rs:2:5:
assertion \`left == right\` failed: no port
  left: 1
 right: 2
note: run with \`RUST_BACKTRACE=1\` environment variable to display a backtrace`,
    'assertion `left == right` failed: no port',
  ],
  [
    'Java: the cause of an exception',
    `Exception in thread "main" java.lang.IllegalStateException: no database
\tat Main.go(Main.java:1)
\tat Main.main(Main.java:1)
Caused by: java.io.IOException: connection refused by db
\t... 2 more`,
    'Caused by: java.io.IOException: connection refused by db',
  ],
  [
    'Java: exception without a cause',
    `Exception in thread "main" java.lang.IllegalStateException: no database
\tat Main.go(Main.java:1)`,
    'Exception in thread "main" java.lang.IllegalStateException: no database',
  ],
  [
    'a program that went on after an error',
    `Error: the cache is broken
    at load (/srv/a.js:1:1)
Starting without it
No settings found, giving up`,
    'No settings found, giving up',
  ],
  ['plain words with an earlier error', 'TypeError: something small\nwaiting\nbad config', 'bad config'],
  ['colours', '\u001b[31mError: red\u001b[0m\n\u001b[2m    at x (y.js:1:1)\u001b[0m\n', 'Error: red'],
  ['only furniture', '    at x (y.js:1:1)\n', 'at x (y.js:1:1)'],
];

test.each(OUTPUTS)('the line that tells: %s', (_name, output, telling) => {
  expect(tellingLine(output.split('\n'))).toBe(telling);
});

test('nothing was said', () => {
  expect(tellingLine([])).toBeUndefined();
  expect(tellingLine(['', '  ', '\u001b[0m'])).toBeUndefined();
});

test('a line as long as memory allows, and many lines, are bounded', () => {
  expect(tellingLine(['('.repeat(1_000_000), `Error: ${'x'.repeat(1_000_000)}`])?.length).toBeLessThan(310);
  const started = performance.now();
  tellingLine(Array.from({ length: 200 }, () => 'a.'.repeat(100_000)));
  expect(performance.now() - started).toBeLessThan(2000);
});
