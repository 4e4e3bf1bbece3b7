/** What `npm run deploy` refuses before it builds anything. */

import type { Variables } from '../contract/settings/read.ts';
import { testSettings } from '../contract/settings/tests-alone.ts';

/**
 * Checks that nothing is set that is for tests alone.
 * @param places variables by where they are set, in words: `the shell`
 * @throws Error that names the first one and its place
 */
export function checkDeployable(places: Readonly<Record<string, Variables>>): void {
  for (const [place, variables] of Object.entries(places)) {
    for (const { variable } of Object.values(testSettings)) {
      if (variables[variable] === undefined) continue;
      throw new Error(`${variable} is for tests alone and never deployed. Remove it from ${place}`);
    }
  }
}
