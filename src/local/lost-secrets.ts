/** Says at a start what needs a secret that is not set. The start goes on: all else works. */

import { secretCounts } from '../money/keys/answers.ts';
import { printSecrets } from '../money/keys/print.ts';
import type { LocalState } from './local-state.ts';

/** Prints the counts where something is lost. Never throws. */
export async function sayLostSecrets(
  base: string,
  state: Pick<LocalState, 'secrets'>,
  say: (line: string) => void,
): Promise<void> {
  try {
    const headers = { Authorization: `Bearer ${state.secrets().ADMIN_TOKEN}` };
    const counts = secretCounts.parse(await (await fetch(`${base}/admin/secrets`, { headers })).json());
    if (Object.values(counts.missing).every((count) => count === 0)) return;
    say('Something was made under a secret that is not set:');
    for (const line of printSecrets(counts).split('\n')) if (line) say(`  ${line}`);
  } catch (cause) {
    say(`What needs which secret could not be counted: ${(cause as Error).message}`);
  }
}
