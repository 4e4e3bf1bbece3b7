/** `edgematte verify`: whether clients of remove.bg would be served, call by call. */
import type { Command, Output } from '../../../../src/wire/command-line/program.ts';
import { connectionOf } from './connection.ts';
import { oldCalls } from './old-shape.ts';
import { statuses } from './statuses.ts';

export const verify: Command<Output> = {
  name: 'verify',
  summary: 'Make five calls as clients of remove.bg do, and print whether each passes',
  options: [{ name: 'json', meaning: 'One line of JSON for each call, and a last one for all' }],
  notes: `Three of the calls cost a credit each; the picture is drawn here. One has an unknown key, and must be refused.

Exit status: 0 all pass, 1 some do not.`,
  async run(given, { print }) {
    const old = connectionOf(given);
    const json = given.values.has('json');
    let passed = 0;
    for (const { what, check } of oldCalls) {
      const [passes, words] = await check(old).then(
        (came) => [true, came] as const,
        (failure: unknown) => [false, failure instanceof Error ? failure.message : String(failure)] as const,
      );
      if (passes) passed++;
      print(
        json
          ? JSON.stringify({ call: what, passes, message: words })
          : `${passes ? 'pass' : 'NOT '}  ${what}: ${words}`,
      );
    }
    const left = oldCalls.length - passed;
    print(json ? JSON.stringify({ summary: { passed, failed: left } }) : `${passed} of ${oldCalls.length} pass`);
    return left === 0 ? statuses.done : statuses.failed;
  },
};
