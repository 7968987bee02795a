import type { LineRow } from '#shared/exchange.ts';
import { PRODUCT_NAME, PRODUCT_VERSION } from '#shared/product.ts';
import type { Failure, Session } from '#shared/session.ts';
import { shellLine } from '../../parts/shell-line.ts';
import { formatDuration, formatIso } from '../../ui/format.ts';
import { noiseTitle } from './noise-title.ts';
import { causeOf, exitFact, type Story } from './story.ts';

interface ReportInput {
  session: Session;
  story: Story;
  stderr: readonly LineRow[];
  noise: readonly LineRow[];
  platform: string;
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', `## ${title}`, ...lines];
}

const fenced = (lines: readonly string[]) => (lines.length === 0 ? [] : ['```', ...lines, '```']);

function causeLines(failure: Failure): string[] {
  const { rule, why, todo, evidence, others = [] } = failure;
  const source = evidence === undefined ? '' : `, ${evidence}`;
  return [
    '',
    `## Likely cause: ${causeOf(failure)} (${rule}${source})`,
    why,
    todo,
    ...others.map((other) => `- Also possible: ${other.title} (${other.rule})`),
  ];
}

/** A plain report for an issue: facts only. Values of variables are left out, they may be secrets. */
export function reportOf({ session, story, stderr, noise, platform }: ReportInput): string {
  const { launch, ladder, config } = session;
  const { failure } = story;
  const exit = exitFact(session);
  const steps = ladder.map(({ title, state, detail, atMs }) => {
    const time = atMs === undefined ? '' : `, ${formatDuration(atMs)}`;
    return `- ${state}: ${title}${detail === undefined ? '' : ` (${detail})`}${time}`;
  });
  const address = config.endpoint.kind === 'http' ? [`Address: ${config.endpoint.url}`] : [];
  return [
    `# ${story.title}`,
    story.why,
    ...(failure ? causeLines(failure) : []),
    '',
    `Started: ${formatIso(session.startedAt)}`,
    ...(exit === undefined ? [] : [`Exit: ${exit}`]),
    ...address,
    `Written by ${PRODUCT_NAME} ${PRODUCT_VERSION} on ${platform}`,
    ...section('What happened', steps),
    ...section('Exact command', launch ? fenced([shellLine(launch.command, platform), `in ${launch.cwd}`]) : []),
    ...section('Variables, without their values', launch?.env.map(({ name, source }) => `- ${name}: ${source}`) ?? []),
    ...section('Last output on stderr', fenced(stderr.map((row) => row.text))),
    ...section(noiseTitle(session), fenced(noise.map((row) => row.text))),
    '',
  ].join('\n');
}
