import type { Endpoint } from '#shared/config.ts';
import type { Fix, SettingField } from '#shared/fix.ts';

/** Names of variables whose value nobody should read over a shoulder. */
const SECRET_NAME = /KEY|TOKEN|SECRET|PASS|PWD|CREDENTIAL|AUTH|COOKIE|DSN/i;

/** Another program, and other arguments where they are given. */
export function programFix(command: string, args?: string[]): Fix {
  const label = args ? `Run ${[command, ...args].join(' ').slice(0, 80)}` : `Use ${command}`;
  return { label, action: { do: 'set-command', command, ...(args ? { args } : {}) } };
}

/** Asks for the path of a program. */
export function chooseProgram(label = 'Choose the program'): Fix {
  return { label, action: { do: 'choose-command' }, ask: { kind: 'path', label: 'Program' } };
}

/** With a suggestion it can be carried out as it is. */
export function chooseFolder(suggested: string | undefined): Fix {
  const action = { do: 'choose-folder', ...(suggested === undefined ? {} : { suggested }) } as const;
  return { label: 'Choose a folder', action, ask: { kind: 'path', label: 'Folder' } };
}

/** Asks for the value of a variable; one that is named like a secret is typed covered. */
export function setVariable(name: string): Fix {
  const secret = SECRET_NAME.test(name);
  return {
    label: 'Set and retry',
    action: { do: 'set-variable', name, secret },
    ask: { kind: secret ? 'secret' : 'text', label: name },
  };
}

/** Passes a variable of the login shell on. */
export function passVariable(name: string): Fix {
  return { label: 'Use the value from my login shell', action: { do: 'pass-variable', name } };
}

/** Other arguments. */
export function setArgs(args: string[], label: string): Fix {
  return { label, action: { do: 'set-args', args } };
}

/** Another address. */
export function setUrl(url: string, label = `Try ${url}`): Fix {
  return { label, action: { do: 'set-url', url } };
}

/** Another transport of an address. */
export function setTransport(transport: 'auto' | 'streamable' | 'sse', label: string): Fix {
  return { label, action: { do: 'set-transport', transport } };
}

/** Asks for a token. */
export function setToken(): Fix {
  return {
    label: 'Set the token and retry',
    action: { do: 'set-header', name: 'Authorization', scheme: 'Bearer' },
    ask: { kind: 'secret', label: 'Authorization' },
  };
}

/** Accepts one certificate, whose fingerprint stands in the words of the cause. */
export function trustCertificate(fingerprint: string): Fix {
  return {
    label: 'Trust this certificate for this server and retry',
    action: { do: 'trust-certificate', fingerprint },
  };
}

/** A text for the clipboard: the person goes on elsewhere. */
export function copyText(label: string, text: string): Fix {
  return { label, action: { do: 'copy', text } };
}

/** Opens the settings at a field. */
export function editAt(field: SettingField, label: string): Fix {
  return { label, action: { do: 'edit', field } };
}

export const WAIT_LONGER: Fix = { label: 'Wait longer', action: { do: 'wait-longer' } };

/** Starts the server again as it is. */
export function retry(label = 'Try again'): Fix {
  return { label, action: { do: 'retry' } };
}

/** The way out that always exists. */
export function lastResort(endpoint: Endpoint): Fix[] {
  if (endpoint.kind === 'stdio') return [retry(), editAt('command', 'Edit the command')];
  return endpoint.kind === 'http' ? [retry(), editAt('url', 'Edit the address')] : [retry()];
}
