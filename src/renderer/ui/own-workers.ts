interface ScriptUrlPolicy {
  readonly createScriptURL: (url: string) => unknown;
}

declare global {
  interface Window {
    readonly trustedTypes?: {
      readonly createPolicy: (name: string, rules: { createScriptURL: (url: string) => string }) => ScriptUrlPolicy;
    };
  }
}

/**
 * Starts workers of the app's own files under Trusted Types: a policy lets exactly these addresses pass. Call it once
 * for each `name`.
 */
export function ownWorkers(name: string, urls: readonly string[]): (url: string) => Worker {
  const absolute = (url: string): string => new URL(url, import.meta.url).href;
  const own = new Set(urls.map(absolute));
  const createScriptURL = (url: string): string => {
    if (!own.has(url)) throw new TypeError('Only workers of the app itself may be started here.');
    return url;
  };
  const policy = window.trustedTypes?.createPolicy(name, { createScriptURL }) ?? { createScriptURL };
  // The DOM types know only strings; with Trusted Types this is a TrustedScriptURL, which Worker accepts.
  return (url) => new Worker(policy.createScriptURL(absolute(url)) as string, { type: 'module' });
}
