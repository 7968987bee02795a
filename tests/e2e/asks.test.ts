import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { type App, cliEntry, manageApps } from './support/app.ts';
import {
  asksIn,
  closeInbox,
  inbox,
  lastAsk,
  openInbox,
  resultSays,
  runAndOpen,
  wireOf,
} from './support/asks-driver.ts';
import { addServer, connected, nodeLine, resultPane } from './support/driver.ts';

vi.setConfig({ testTimeout: 90_000 });

const apps = manageApps('file');
let app: App;
let page: Page;
beforeAll(async () => {
  app = await apps.open();
  page = app.page;
  page.setDefaultTimeout(12_000);
}, 60_000);

describe.each(['legacy', 'modern'] as const)('forms of the demo server, %s era', (era) => {
  const server = `${era} demo`;
  const modern = era === 'modern';
  const wire = () => wireOf(app.folder, server);

  beforeAll(async () => {
    await addServer(page, { text: nodeLine(cliEntry, 'demo-server', '--era', era), name: server });
    await connected(page, server);
  }, 60_000);

  test('[ELIC-10] ask_name is accepted with what was changed', async () => {
    const ask = await runAndOpen(page, 'ask_name');
    await ask.getByLabel('Name').first().fill('Ada');
    await ask.getByRole('radio', { name: /ahoy/ }).check();
    await ask.getByRole('button', { name: 'Accept and send' }).click();
    await resultSays(page, 'Ahoy, Ada.');
    const content = { name: 'Ada', greeting: 'ahoy' };
    await lastAsk(app.folder, server, { method: 'elicitation/create', answer: { action: 'accept', content } });
  });

  test.each([
    ['Decline', 'decline', 'The person declined to give a name.'],
    ['Cancel request', 'cancel', 'The person closed the form.'],
  ])('[ELIC-10] [ELIC-04] %s reaches the server as %s, without content', async (button, action, result) => {
    const ask = await runAndOpen(page, 'ask_name');
    await ask.getByRole('button', { name: button }).click();
    await resultSays(page, result);
    await expect.poll(() => asksIn(wire()).at(-1)?.answer).toEqual({ action });
  });

  test('an ask whose call is stopped expires: nothing is answered, and the inbox says why', async () => {
    await runAndOpen(page, 'ask_name');
    // A record is in the file a tenth of a second later.
    await expect.poll(() => asksIn(wire()).at(-1)?.answer).toBeUndefined();
    const before = asksIn(wire()).length;
    await resultPane(page)
      .getByRole('button', { name: /^(Cancel|Stop)/ })
      .first()
      .click();
    const box = await openInbox(page);
    await box
      .getByRole('region', { name: 'Answered' })
      .getByText(/You stopped the call/)
      .first()
      .waitFor();
    await closeInbox(page);
    const asks = asksIn(wire());
    expect(asks).toHaveLength(before);
    // In the legacy era the server is told that nobody will answer; in the modern one the call is not sent again.
    if (modern) expect(asks.at(-1)?.answer).toBeUndefined();
    else expect(asks.at(-1)?.answer?.content).toBeUndefined();
  });

  test('what was typed into an ask stays to be copied when its server is started again', async () => {
    const ask = await runAndOpen(page, 'ask_name');
    await ask.getByLabel('Name').first().fill('Grace Hopper');
    await page.getByRole('button', { name: 'Restart' }).click();
    await resultPane(page).getByText('Not run yet').waitFor();
    const left = page.getByRole('region', { name: `${server} asks for input` });
    await left.getByText('You stopped the session').first().waitFor();
    expect(await left.getByLabel('Name').first().inputValue()).toBe('Grace Hopper');
    await left.getByRole('button', { name: 'Close' }).click();
    await left.waitFor({ state: 'detached' });
  });

  test('[ELIC-06] [ELIC-07] [ELIC-08] ask_every_field sends values, not titles, with the defaults it was given', async () => {
    const ask = await runAndOpen(page, 'ask_every_field');
    await ask.getByLabel('Name').first().fill('Ada');
    await ask.getByLabel('Email').first().fill('ada@example.com');
    await ask.getByRole('button', { name: 'Accept and send' }).click();
    await resultSays(page, /ada@example\.com/);
    await expect
      .poll(() => asksIn(wire()).at(-1)?.answer)
      .toMatchObject({
        action: 'accept',
        content: {
          name: 'Ada',
          email: 'ada@example.com',
          website: 'https://example.com/ada',
          birthday: '1990-12-10',
          guests: 2,
          height: 1.68,
          newsletter: true,
          size: 'medium',
          colour: '#0a6072',
          country: 'no',
          toppings: ['basil'],
        },
      });
  });

  test('[ELIC-24] ask_password is warned of, and declined', async () => {
    const ask = await runAndOpen(page, 'ask_password');
    await ask.getByText('This form seems to ask for a secret').waitFor();
    await ask.getByRole('button', { name: 'Decline' }).click();
    await resultSays(page, 'The person declined to give a password.');
    await lastAsk(app.folder, server, { answer: { action: 'decline' } });
  });

  test('[MRTR-01] [MRTR-08] ask_two: two asks at once, one accepted and one declined', async () => {
    const ask = await runAndOpen(page, 'ask_two');
    await ask.getByRole('radio', { name: 'tea' }).check();
    await ask.getByRole('button', { name: modern ? 'Keep and go on' : 'Accept and send' }).click();
    await ask.getByText('And what would you like to eat?').waitFor();
    await ask.getByRole('button', { name: 'Decline' }).click();
    await resultSays(page, 'Drink: tea. Dish: declined.');
    const answers = () =>
      asksIn(wire())
        .slice(-2)
        .map((one) => one.answer);
    await expect.poll(answers).toEqual([{ action: 'accept', content: { drink: 'tea' } }, { action: 'decline' }]);
  });

  test('[MRTR-02] [MRTR-04] ask_twice: two rounds of one call', async () => {
    const ask = await runAndOpen(page, 'ask_twice');
    await ask.getByRole('radio', { name: 'Lisbon' }).check();
    await ask.getByRole('button', { name: 'Accept and send' }).click();
    await ask.getByText('When do you travel to Lisbon?').waitFor();
    await ask.getByLabel('Day').first().fill('2027-01-02');
    await ask.getByRole('button', { name: 'Accept and send' }).click();
    await resultSays(page, 'A trip to Lisbon on 2027-01-02.');
    if (!modern) return;
    const calls = () =>
      wire().filter(
        ({ dir, method, params }) => dir === 'out' && method === 'tools/call' && params.name === 'ask_twice',
      );
    await expect.poll(() => new Set(calls().map(({ id }) => id)).size).toBe(3);
    const given = wire()
      .filter(({ result }) => result?.resultType === 'input_required')
      .slice(-2);
    expect(
      calls()
        .slice(1)
        .map(({ params }) => params.requestState),
    ).toEqual(given.map(({ result }) => result.requestState));
  });

  test('[MRTR-09] ask_forever is ended by declining', async () => {
    const ask = await runAndOpen(page, 'ask_forever');
    for (const round of [1, 2]) {
      await ask.getByText(`Question ${round}. There will be another one.`).waitFor();
      await ask.getByRole('button', { name: 'Accept and send' }).click();
    }
    await ask.getByText('Question 3.').waitFor();
    await ask.getByRole('button', { name: 'Decline' }).click();
    await resultSays(page, 'Stopped after 3 questions.');
  });

  test('[TASKL-06] [TASKX-06] deploy_site: long work with a question in the middle', async () => {
    const ask = await runAndOpen(page, 'deploy_site', { stepMs: '200' });
    await ask.getByText('The site is built. Put it online?').waitFor();
    await ask.getByRole('button', { name: 'Accept and send' }).click();
    await resultSays(page, /The site is online/);
    if (modern) {
      const update = () => wire().find(({ dir, method }) => dir === 'out' && method === 'tasks/update');
      const given = { approval: { action: 'accept', content: { approve: true } } };
      await expect.poll(() => update()?.params.inputResponses).toEqual(given);
    } else await lastAsk(app.folder, server, { answer: { action: 'accept', content: { approve: true } } });
  });
});

test('the second click of a double one on Run tool answers nothing; what was typed outlives the page', async () => {
  const ask = await runAndOpen(page, 'ask_name');
  await expect.poll(() => asksIn(wireOf(app.folder, 'modern demo')).at(-1)?.answer).toBeUndefined();
  const before = asksIn(wireOf(app.folder, 'modern demo')).length;
  const place = await ask.getByRole('button', { name: 'Decline' }).boundingBox();
  if (!place) throw new Error('Decline is not in sight.');
  await page.mouse.move(place.x + 10, place.y + 10);
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  await ask.getByLabel('Name').first().fill('Grace');
  await page.reload();
  await expect.poll(() => ask.getByLabel('Name').first().inputValue()).toBe('Grace');
  expect(asksIn(wireOf(app.folder, 'modern demo'))).toHaveLength(before);
  await ask.getByRole('button', { name: 'Accept and send' }).click();
  await resultSays(page, /Grace/);
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Result');
});

test('[ELIC-12] the inbox gives way without answering: to Esc, to a press beside it, and after the last reply', async () => {
  const ask = await runAndOpen(page, 'ask_sign_in');
  expect(await page.getByRole('alertdialog').count()).toBe(0);
  await page.keyboard.press('ControlOrMeta+i');
  await inbox(page).waitFor();
  await page.keyboard.press('Escape');
  await inbox(page).waitFor({ state: 'detached' });
  await page.keyboard.press('ControlOrMeta+i');
  await inbox(page).waitFor();
  await ask.getByText('Sign in to go on.').click();
  await inbox(page).waitFor({ state: 'detached' });
  const box = await openInbox(page);
  await box.getByRole('button', { name: 'Decline', exact: true }).click();
  await inbox(page).waitFor({ state: 'detached' });
  await page.getByText('Nothing more waits for you').waitFor();
});
