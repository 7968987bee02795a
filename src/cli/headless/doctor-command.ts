import type { Session } from '#shared/session.ts';
import type { Bench } from './bench.ts';
import { EXIT } from './command-fault.ts';
import { isLate } from './connection.ts';
import { type DoctorEvidence, doctorEvidence } from './doctor-evidence.ts';
import { doctorSections, failureIn, fixWords } from './doctor-text.ts';
import { plainText } from './plain-text.ts';

/** Waits until it is clear whether the server connects. */
function settled({ host, connection }: Bench): Promise<Session> {
  return host.state.until((state) => {
    const found = state.get('session', connection.sessionId);
    const listed = found?.ladder.some(({ key, state: is }) => key === 'lists' && is === 'ok');
    const over = found?.state.at === 'closed' || found?.state.at === 'authorizing';
    return found && (over || (found.state.at === 'ready' && listed)) ? found : undefined;
  });
}

function exitCode(session: Session): number {
  if (session.state.at === 'ready') return EXIT.done;
  return isLate(failureIn(session)?.rule) ? EXIT.timeout : EXIT.connection;
}

/** One document with everything, for a script or a report. */
function asDocument(session: Session, evidence: DoctorEvidence): object {
  const { config, state, ladder, hello, launch, pid } = session;
  const failure = failureIn(session);
  return {
    ok: state.at === 'ready',
    server: config.name,
    kind: config.endpoint.kind,
    state: state.at,
    ladder,
    ...(failure ? { failure: { ...failure, ways: (failure.fixes ?? []).map(fixWords) } } : {}),
    ...(hello ? { hello } : {}),
    ...(launch ? { launch } : {}),
    ...(pid === undefined ? {} : { pid }),
    ...(state.at === 'closed' && state.exit ? { exit: state.exit } : {}),
    ...evidence,
  };
}

/** `wirebench doctor`: starts the server and says how far it came, why not further, and what proves it. */
export async function doctorCommand(bench: Bench): Promise<number> {
  const { connection, options, terminal } = bench;
  const session = await settled(bench);
  const evidence = await doctorEvidence(connection, session);
  if (options.format === 'text') {
    for (const { heading, lines } of doctorSections(session, evidence)) {
      const text = lines.map((line) => `  ${plainText(line)}\n`).join('');
      await terminal.result(`${terminal.strong(plainText(heading))}\n${text}\n`);
    }
  } else {
    const indent = options.format === 'json' ? 2 : undefined;
    await terminal.result(`${JSON.stringify(asDocument(session, evidence), null, indent)}\n`);
  }
  return exitCode(session);
}
