/** What groups need of others, put into dist/ by `.ci/install`. */

import { projectRoot } from '../../src/local/root.ts';
import { runProgram } from './program.ts';

/**
 * Installs it where everything has to be there: `.ci/run` says so, see `testing/needs.ts`. A person's machine gets nothing unasked,
 * and tests are skipped with what is missing as their reason.
 */
export async function install(names: readonly string[], wanted = process.env.ALLOW_SKIPS !== undefined): Promise<void> {
  if (wanted && names.length > 0) await runProgram(['.ci/install', ...new Set(names)], projectRoot);
}
