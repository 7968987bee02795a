import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { fixture } from '../servers/servers.ts';
import { manageApps, projectFolder } from './support/app.ts';
import { findViolations } from './support/browser.ts';
import { addServer, choose, connected, main, nodeLine, openTab } from './support/driver.ts';

vi.setConfig({ testTimeout: 180_000 });

const apps = manageApps();
/** A font to embed; it comes with a package that the page uses anyhow. */
const CODICONS = 'node_modules/monaco-editor/esm/vs/base/browser/ui/codicons/codicon/codicon.ttf';
const font = join(projectFolder, CODICONS);

test('[RES-12] the first page of a PDF is drawn under the policy of the page; hostile files are harmless or say why not', async () => {
  const { page, served } = await apps.open();
  page.setDefaultTimeout(30_000);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await addServer(page, { text: nodeLine(fixture('pdfs'), font), name: 'pdfs' });
  await connected(page, 'pdfs');
  await openTab(page, 'Resources');
  // What draws PDFs is loaded with the first one.
  expect(asked.filter((url) => url.includes('pdf'))).toEqual([]);
  const drawn = main(page).getByRole('img', { name: 'First page of the PDF' });
  const show = async (name: string) => {
    await choose(page, 'Resources', name);
    await main(page)
      .getByRole('heading', { name: `pdf://${name}` })
      .waitFor();
  };
  const size = () => drawn.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]);
  await show('plain');
  await drawn.waitFor();
  await main(page).getByText('Page 1 of 2 pages, as an image.').waitFor();
  expect(await size()).toEqual([720, 931]);
  expect(await findViolations(page, 'main')).toEqual([]);
  for (const name of ['script', 'vast', 'font']) {
    await show(name);
    await drawn.waitFor();
    const [wide = 0, high = 0] = await size();
    expect(wide * high, name).toBeLessThanOrEqual(4_000_000);
  }
  for (const [name, why] of [
    ['locked', /protected by a password/],
    ['round', /could not be drawn/],
    ['broken', /could not be drawn/],
  ] as const) {
    await show(name);
    await main(page).getByRole('status').filter({ hasText: why }).waitFor();
    expect(await drawn.count(), name).toBe(0);
  }
  const foreign = asked.filter((url) => !url.startsWith(served.origin) && !/^(?:data|blob):/.test(url));
  expect(foreign).toEqual([]);
});
