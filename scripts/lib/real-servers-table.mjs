/** What a run of the command line says about a server, whether that is as expected, and the table of it. */

function parseDocument(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // it ended without a document; its exit code says why
  }
}

/** Reads the facts of one run from what it printed and from what its session left. */
export function describeRun(result, { session, log, findings }) {
  const { hello, closed } = session;
  const isCall = ({ dir, text }) => dir === 'out' && text?.includes('"method":"tools/call"');
  const called = log.find(isCall);
  const isAnswer = ({ k, dir, seq, text }) =>
    k === 'frame' && dir === 'in' && seq > called.seq && /"(result|error)":/.test(text);
  const answered = called && log.find(isAnswer);
  const greeted = hello && log.find(({ seq }) => seq === hello.seq);
  return {
    code: result.code,
    ms: result.ms,
    stderrText: result.stderr.trim(),
    bytes: Buffer.byteLength(result.stdout),
    text: result.stdout,
    document: parseDocument(result.stdout),
    connected: hello !== undefined,
    connectMs: greeted && Math.round(greeted.t / 1000 - session.startedAt),
    callMs: answered && Math.round((answered.t - called.t) / 1000),
    era: hello?.era,
    version: hello?.version,
    exit: closed?.exit?.signal ?? closed?.exit?.code ?? undefined,
    stderr: log.filter(({ k }) => k === 'stderr').length,
    noise: log.filter(({ k }) => k === 'noise').length,
    findings,
  };
}

/** How a call ended: ok, tool error, error, or its exit code. */
function endOf(run) {
  if (run === undefined) return undefined;
  const { document, code } = run;
  if (document?.error) return 'error';
  if (document?.isError) return 'tool error';
  if (document === undefined) return `exit ${code} without a JSON document`;
  return code === 0 ? 'ok' : `exit ${code}`;
}

function messageOf({ document, stderrText }) {
  const text = document?.error?.message ?? document?.content?.find(({ type }) => type === 'text')?.text ?? stderrText;
  const line = String(text).replace(/\s+/g, ' ').trim();
  return line.length > 160 ? `${line.slice(0, 159)}…` : line;
}

/** Whether the facts show the quirk that servers.json names; undefined when it names no sign. */
function isSeen({ is = {}, atLeast = {}, contains = {} }, facts) {
  const checks = [
    ...Object.entries(is).map(([name, value]) => facts[name] === value),
    ...Object.entries(atLeast).map(([name, value]) => (facts[name] ?? 0) >= value),
    ...Object.entries(contains).map(([name, value]) => String(facts[name] ?? '').includes(value)),
  ];
  return checks.length === 0 ? undefined : checks.every(Boolean);
}

/** Findings of both runs, each rule once. */
function findingsOf(runs) {
  const found = new Map();
  for (const { rule, severity, text } of runs.flatMap((run) => run.findings)) found.set(rule, { rule, severity, text });
  return [...found.values()];
}

/** Puts the runs of one server against what servers.json expects of it. */
export function judge(server, { list, call }) {
  const tools = list.document?.tools?.length;
  const end = endOf(call);
  const facts = { ...list, list: list.text, listBytes: list.bytes, tools, call: end, callMs: call?.callMs };
  facts.stderr = Math.max(list.stderr, call?.stderr ?? 0);
  facts.noise = Math.max(list.noise, call?.noise ?? 0);
  const [least, most] = server.tools ?? [0, 0];
  const inRange = tools !== undefined && tools >= least && tools <= most;
  // A server without tools does not offer their list; then the plain error is what has to be shown.
  const listed =
    list.connected && (inRange || (most === 0 && tools === undefined && list.document?.error !== undefined));
  const explained = !list.connected && list.code === 3 && messageOf(list).includes(server.fails ?? '\0');
  const callGood = server.call === undefined || server.call.ends.includes(end);
  const isGood = server.fails === undefined ? listed && callGood : explained || list.connected;
  return {
    server,
    ...{ list, call, tools, end, listed, isGood },
    findings: findingsOf(call ? [list, call] : [list]),
    seen: isSeen(server.quirk, facts),
    exit: facts.exit,
    noise: facts.noise,
    stderr: facts.stderr,
  };
}

const time = (ms) => (ms === undefined ? '' : ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`);

function callCell({ server, call, end }) {
  if (server.call === undefined) return '';
  if (call === undefined) return 'not made';
  return end === 'ok' ? `${server.call.tool}: ok` : `${server.call.tool}: ${end}: ${messageOf(call)}`;
}

function listCell({ list, tools, listed }) {
  if (list.code === 0) return tools === 1 ? '1 tool' : `${tools} tools`;
  return `${listed ? 'no tools' : 'no'}: ${messageOf(list)}`;
}

/** The cells of one row: server, connected, listed, call, exit codes, findings, quirk. */
function cellsOf(row) {
  const { server, list, call } = row;
  const name = `${server.package}@${server.version}`;
  if (row.why !== undefined) return [name, `not run: ${row.why}`, '', '', '', '', server.quirk.text];
  const era = list.connected ? `${list.era} ${list.version}, ${time(list.connectMs)}` : 'no';
  const seen = row.seen === undefined ? '' : row.seen ? 'seen: ' : 'not seen: ';
  const findings = row.findings.map(({ rule, severity }) => `${rule} (${severity})`).join(', ');
  const codes = [list.code, ...(call ? [call.code] : [])].join(', ');
  const program = row.exit === undefined ? '' : `; server ${row.exit}`;
  return [name, era, listCell(row), callCell(row), `${codes}${program}`, findings, `${seen}${server.quirk.text}`];
}

/** One row for the terminal. */
export function formatTerminal(row) {
  const [, ...cells] = cellsOf(row);
  return `${row.isGood ? ' ok ' : 'FAIL'} ${row.server.id.padEnd(20)} ${cells.filter(Boolean).join(' | ')}`;
}

const escapeCell = (text) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');

/** The page docs/real-servers.md. */
export function formatTable(rows, took) {
  const head = ['Server', 'Connected', 'Listed', 'Call', 'Exit codes', 'Findings', 'Quirk'];
  const lines = [head, head.map(() => '---'), ...rows.map((row) => cellsOf(row).map(escapeCell))];
  const table = lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  const texts = new Map(rows.flatMap((row) => row.findings ?? []).map((finding) => [finding.rule, finding.text]));
  const remarks = [...texts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([rule, text]) => `- ${rule}: ${escapeCell(text)}`);
  const count = rows.filter((row) => row.listed).length;
  const bad = rows.filter((row) => !row.isGood).map((row) => row.server.id);
  const verdict = bad.length === 0 ? 'All ended as expected.' : `Not as expected: ${bad.join(', ')}.`;
  return `# Published servers

Written by \`npm run real-servers\`; do not edit. It installs each package of tests/real-servers/servers.json into .cache/real-servers and runs the built command line against it, \`list tools\` and one \`call\`, as a user would. \`--only ID,ID\` and \`--pinned\` run some of them and leave this page alone.

${count} of ${rows.length} connected and listed on ${process.platform}-${process.arch} with Node ${process.versions.node}, in ${took} s, installs apart. ${verdict}

Exit codes are those of \`wirebench\` for the list and the call, then how the server itself ended. A call that needs a network or a browser ends in the error the server gives.

${table}

## Findings

One example of each rule:

${remarks.length > 0 ? remarks.join('\n') : 'None.'}
`;
}
