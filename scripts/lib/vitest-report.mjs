/**
 * Counts a report of vitest's JSON reporter. A file that could not be loaded counts as one failure,
 * and so does a run that failed without naming a test.
 * @param {{ testResults: { status: string, assertionResults: { status: string }[] }[] } | undefined} report
 * @param {number} exitCode
 */
export function countReport(report, exitCode) {
  const count = { passed: 0, failed: 0, skipped: 0 };
  for (const file of report?.testResults ?? []) {
    let failedHere = 0;
    for (const { status } of file.assertionResults) {
      if (status === 'passed') count.passed += 1;
      else if (status === 'failed') failedHere += 1;
      else count.skipped += 1;
    }
    count.failed += failedHere || (file.status === 'failed' ? 1 : 0);
  }
  if (exitCode !== 0 && count.failed === 0) count.failed = 1;
  return count;
}
