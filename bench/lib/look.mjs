/** Milliseconds until the lines of the dock hold a text, from the press of a key or a click. */
async function timeUntil(page, act, text) {
  const started = performance.now();
  await act();
  await page.getByRole('log').getByText(text, { exact: true }).first().waitFor();
  return performance.now() - started;
}

/** What a person does among 100,000 lines: jump to the start, to the middle with the scrollbar, search, go to the end. */
export async function lookAround(page) {
  const log = page.getByRole('log');
  await log.focus();
  const first = await timeUntil(page, () => log.press('Home'), 'stderr line #1 of 100000');
  const half = (element) => {
    element.scrollTop = element.scrollHeight / 2;
  };
  const scrolled = performance.now();
  await log.evaluate(half);
  await page
    .getByRole('log')
    .getByText(/^stderr line #[45]\d{4} of 100000$/)
    .first()
    .waitFor();
  const middle = performance.now() - scrolled;
  await page.getByRole('button', { name: 'Search log' }).click();
  const field = page.getByRole('textbox', { name: 'Search log' });
  const found = await timeUntil(page, () => field.fill('line #77777 of'), 'line #77777 of');
  await page.getByRole('button', { name: 'Close search' }).click();
  return {
    'among 100,000 lines: jump to the first': first,
    'among 100,000 lines: drag to the middle': middle,
    'among 100,000 lines: search': found,
  };
}
