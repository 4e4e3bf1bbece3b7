/** Which tests may fail once, and what is said of those that did. */

/** Programs that are not ours, browsers and runtimes, take part in these. Elsewhere a test that fails at times is a fault. */
const foldersWithRetry = ['test/browser/', 'test/client/', 'test/start/'];

/** More tests than this that needed their retry are no accident. */
const mostRetried = 3;

/** How often a test of a file runs again after a failure. @param file path from the project's folder */
export function retriesOf(file: string): number {
  return foldersWithRetry.some((folder) => file.startsWith(folder)) ? 1 : 0;
}

/**
 * What a run says of tests that passed at their retry.
 * @param retried a line for each
 * @returns lines to print, none without such a test, and whether there are too many for a run to pass
 */
export function judgeRetried(retried: readonly string[]): { lines: string[]; tooMany: boolean } {
  if (retried.length === 0) return { lines: [], tooMany: false };
  const tooMany = retried.length > mostRetried;
  const end = tooMany ? `: more than ${mostRetried} fail the run` : '';
  return {
    lines: [`Tests that needed their retry: ${retried.length}${end}`, ...retried.map((test) => `  ${test}`)],
    tooMany,
  };
}
