import { PRODUCT_NAME } from '#shared/product.ts';

export const USAGE = `${PRODUCT_NAME}, an MCP client and debugging console

  wirebench serve        opens the app in a browser of this computer
    --port N             port on 127.0.0.1 (default 0: the system chooses)
    --no-open            only prints the address
    --json               prints one JSON line {"url", "pid"} on stdout when ready

  wirebench demo-server  runs the demo MCP server on stdin and stdout
    --http PORT          serves it over Streamable HTTP on 127.0.0.1 instead
    --era ERA            both (default), legacy or modern

  wirebench import FILE  shows the servers in a config file, server.json or bundle (.mcpb)
    --scan               instead of FILE: in those of other clients on this computer
    --server NAME, --yes adds these servers, or all, to the app's list; nothing is started
    --input ID=VALUE, --input-env ID=VARIABLE
                         what a server asks for; secrets only by a variable
    --format FORMAT      text (default) or json

  wirebench COMMAND SERVER [options]   works with a server from the command line
    list tools|resources|templates|prompts|all
    call TOOL            arguments: --arg NAME=VALUE (JSON where it is JSON), --args JSON, --args @FILE
    read URI
    prompt NAME          arguments as for call
    complete prompt NAME ARGUMENT [VALUE], complete resource TEMPLATE ARGUMENT [VALUE]
    ping
    tasks [list | get TASK | cancel TASK]
    watch [URI…]         prints notifications until Ctrl-C, or for --for SECONDS
    raw FILE             sends the text of a file as it is (- is standard input)
    doctor               how far it comes, why not further, and what proves it
    run FILE             steps in YAML or JSON, see resources/run-script.schema.json

  SERVER is exactly one of
    --server NAME        a server of the app's list
    --config FILE --server NAME
                         an entry of a client's config file, a server.json or a bundle;
                         nothing is saved
    --url URL            an address
      --header-file FILE, --header-env HEADER=VARIABLE, --transport auto|streamable|sse
    -- COMMAND ARGS…     a program, after all other options
      --env VARIABLE (taken over from here), --env-file FILE, --inherit-env (all of them)

  Policies
    --era ERA            auto (default), legacy, modern or a version such as 2025-11-25
    --elicit HOW         answers to forms: decline (default), defaults, cancel or json:{…}
    --sample TEXT        answers a request for a model's reply; decline is the default
    --roots PATH         a folder the server may know of; may be given more than once
    --profile FILE       reply rules as the app exports them; --elicit, --sample, --roots and --yes win over them
    --timeout SECONDS    for connecting and for each request (also 500ms, 2m; 0 is no limit)
    --trace              sends a traceparent with every request
    --yes                says yes where the app would ask

  Output
    --format FORMAT      text (default), json (one document on stdout) or jsonl
    --events FILE        what happens, as JSON lines
    --quiet, --no-color

  wirebench export --to CLIENT  writes servers of the list for another client; secrets are placeholders
    --server NAME        only this one; may be given more than once
    --out FILE           into a new file instead of standard output
    --write              into the client's own file, after its changes were shown; a backup is kept
      --file FILE        another file than the usual one
      --yes              without asking
    CLIENT is claude-desktop, claude-code, cursor, vscode, cline, windsurf, codex, continue, gemini, zed,
    lmstudio, copilot-cli, opencode or inspector

  wirebench log list     shows the sessions whose log is kept
    --format FORMAT      text (default) or json
  wirebench log export SESSION --to jsonl|json|har|otlp|md
                         writes the log of a session that has ended; SESSION is its id, its folder or last
    --out FILE           into a new file instead of standard output
    --from N, --until N  only records N to N
    --filter TEXT, --method METHOD, --errors
                         only the rows of the traffic that match

  wirebench conformance URL  is the client that the official MCP conformance suite runs

  Exit codes: 0 done, 1 server or tool error, 2 usage, 3 could not connect or sign in, 4 timed out

Every command takes
    --data-dir DIR       where servers, settings and logs lie (also WIREBENCH_DATA)
    --help, --version
`;

/** A mistake in the command line; the process ends with exit code 2. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}

/** A port number from the command line. Throws UsageError for anything else. */
export function portOf(text: string | undefined, option: string): number {
  const port = Number(text ?? '0');
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new UsageError(`${option} takes a port number from 0 to 65535, not "${text}".`);
  }
  return port;
}
