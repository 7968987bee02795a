/** Something in a command that a person should look at twice (SEC-02). */
export interface Risk {
  /** `sudo gives it the rights of an administrator` */
  title: string;
  text: string;
}

const SHELLS = /^(?:(?:ba|z|da|k|fi)?sh|cmd|powershell|pwsh)$/;
/** Programs that run what stands behind them. */
const WRAPPERS = /^(?:sudo|doas|pkexec|gsudo|env|nice|nohup|time|timeout|xargs|setsid|stdbuf)$/;
const ADMIN = /^(?:sudo|doas|pkexec|gsudo|su|runas)$/;
const DELETES = /^(?:rm|rmdir|shred|unlink|mkfs(?:\.\w+)?|dd|del|erase|rd|remove-item)$/;
/** Where a program stands in the text of a shell: at its beginning, and after what ends a command. */
const PROGRAM = /(?:^|[;&|({`\n]|\$\()\s*(?:[A-Za-z_]\w*=\S*\s+)*(["']?)([\w./\\:-]+)\1/g;
const LOADER = String.raw`(?:curl|wget|iwr|irm|invoke-webrequest|invoke-restmethod)\b`;
const RUNS = String.raw`(?:sudo\s+)?(?:(?:ba|z|da|k|fi)?sh|python3?|node|perl|ruby|iex|invoke-expression)\b`;
/** Where one command ends and the next begins; the `&` of an address is no such place. */
const NEXT_COMMAND = /;|\n|&&|&(?=\s|$)/;
/** What is looked for in one command, the second behind the first. */
const WEB_TO_PROGRAM = [new RegExp(LOADER, 'i'), new RegExp(String.raw`\|\s*${RUNS}`, 'i')] as const;
const PROGRAM_OF_WEB = [new RegExp(RUNS, 'i'), new RegExp(String.raw`(?:[<$]?\(|\x60)\s*${LOADER}`, 'i')] as const;
const CREDENTIALS = [
  /(?:^|[\\/~=:])\.(?:ssh|aws|gnupg|kube|azure|password-store)(?:[\\/:]|$)/i,
  /(?:^|[\\/~=:])\.(?:netrc|git-credentials|pgpass|npmrc|pypirc)$/i,
  /\.docker[\\/]config\.json$/i,
  /(?:^|[\\/])id_(?:rsa|dsa|ecdsa|ed25519)(?:$|[^.\w])/i,
  /^\/etc\/(?:shadow|sudoers)/,
  /Library[\\/]Keychains|gcloud[\\/](?:credentials\.db|application_default_credentials)/i,
];

const nameOf = (program: string): string => {
  const base = program.split(/[\\/]/).at(-1) ?? '';
  return base.replace(/\.(?:exe|cmd|bat)$/i, '').toLowerCase();
};

/** Whether one stands behind the other. Looked for one after the other: a text is read once, however long it is. */
function follows(text: string, [first, second]: readonly [RegExp, RegExp]): boolean {
  const at = text.search(first);
  return at >= 0 && second.test(text.slice(at));
}

/** Whether what comes from the web goes straight into a program that runs it. */
function runsUnseen(text: string): boolean {
  return text
    .split(NEXT_COMMAND)
    .some((one) => follows(one, WEB_TO_PROGRAM) || one.split('|').some((part) => follows(part, PROGRAM_OF_WEB)));
}

/** Names of the programs that a command starts as far as its text tells: itself, and those in the text of a shell. */
function programsOf(command: string, args: readonly string[]): string[] {
  const first = nameOf(command);
  if (SHELLS.test(first)) {
    const text = args.filter((arg) => !/^[-/]\w+$/.test(arg)).join(' ');
    return [first, ...[...text.matchAll(PROGRAM)].map(([, , program = '']) => nameOf(program))];
  }
  if (!WRAPPERS.test(first)) return [first];
  const at = args.findIndex((arg) => !arg.startsWith('-') && !/^\w+=/.test(arg) && !/^[\d.]+[smhd]?$/.test(arg));
  const inner = args[at];
  return [first, ...(inner === undefined ? [] : programsOf(inner, args.slice(at + 1)))];
}

/** What of a command is risky: other rights, deleting, code from the web that nobody sees, places of keys and sign-ins. */
export function risksOf(command: string, args: readonly string[]): Risk[] {
  const programs = new Set(programsOf(command, args));
  const named = (pattern: RegExp) => [...programs].filter((name) => pattern.test(name));
  const places = [command, ...args].flatMap((arg) => arg.split(/[\s,;"']+/)).filter(isCredentials);
  return [
    ...named(ADMIN).map((name) => ({
      title: `${name} runs it as somebody else`,
      text: 'It may do what you cannot undo: most often that is the administrator of this computer.',
    })),
    ...named(DELETES).map((name) => ({
      title: `${name} deletes or overwrites`,
      text: 'A server has no need of that to start. Read the whole command before you let it run.',
    })),
    ...(runsUnseen([command, ...args].join(' '))
      ? [
          {
            title: 'Code from the web is run unseen',
            text: 'What it downloads goes straight into a program that runs it, and may be another each time.',
          },
        ]
      : []),
    ...[...new Set(places)].slice(0, 5).map((place) => ({
      title: `${place} is a place of keys and sign-ins`,
      text: 'A server that can read it can act as you elsewhere.',
    })),
  ];
}

const isCredentials = (text: string): boolean => CREDENTIALS.some((pattern) => pattern.test(text));
