import { homedir } from 'node:os';
import type { WirebenchContract } from '#shared/contract.ts';
import { PRODUCT_NAME, PRODUCT_VERSION } from '#shared/product.ts';
import type { Handlers } from '#shared/rpc.ts';
import type { HostCore } from '../host-core.ts';
import { openPdfOutside } from '../open-outside.ts';
import { safeExternalUrl } from '../safe-url.ts';
import { resolveDataDir } from '../store/data-dir.ts';

type Names =
  | 'app.info'
  | 'settings.save'
  | 'window.load'
  | 'window.save'
  | 'shell.open'
  | 'shell.openPdf'
  | 'watch.seen';

/** Calls about the app itself. */
export function appHandlers(host: HostCore): Pick<Handlers<WirebenchContract>, Names> {
  const { shell, dataDir } = host.options;
  // A shell of the person's own has the variable of this process only by chance.
  const usual = () =>
    resolveDataDir({ env: { ...process.env, WIREBENCH_DATA: undefined }, platform: process.platform, home: homedir() });
  return {
    'app.info': async () => {
      const secrets = await host.secrets.place();
      return {
        product: PRODUCT_NAME,
        version: PRODUCT_VERSION,
        shell: shell.name,
        platform: process.platform,
        dataDir,
        ...(dataDir === usual() ? {} : { dataDirChosen: true }),
        home: homedir(),
        can: { ...shell.can, openFiles: shell.openFile !== undefined, keychain: secrets.in !== 'file' },
        secrets,
      };
    },
    'settings.save': async (patch) => {
      const settings = await host.settings.save(patch);
      host.state.apply({ op: 'put', topic: 'settings', id: 'settings', value: settings });
    },
    'window.load': async () => ({ state: await host.window.load() }),
    'window.save': ({ patch }) => host.window.save(patch),
    'watch.seen': () => host.lookers.source(),
    'shell.openPdf': (file) => openPdfOutside(host.options, file),
    'shell.open': async ({ url }) => shell.openExternal(await safeExternalUrl(url)),
  };
}
