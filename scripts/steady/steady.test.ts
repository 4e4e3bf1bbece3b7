import { expect, test } from 'vitest';
import { projectRoot } from '../../src/local/root.ts';
import { runAll } from './run-all.ts';
import { type Report, testFiles, unsteadyIn } from './run-file.ts';

const report = (...tests: [name: string, messages: string[]][]): Report => ({
  testResults: [
    {
      assertionResults: tests.map(([fullName, failureMessages]) => ({ fullName, failureMessages })),
    },
  ],
});

test('files of the service are all that runs, by name', () => {
  const files = testFiles(projectRoot);
  expect(files).toEqual([...files].sort());
  expect(files).toEqual(
    expect.arrayContaining([expect.stringMatching(/^test\/money\//), expect.stringMatching(/^test\/browser\//)]),
  );
  expect(files).toEqual(expect.arrayContaining([expect.stringMatching(/^test\/chaos\//)]));
  expect(files.filter((file) => /^(?:src|test\/run|test\/protocol)\//.test(file))).toEqual([]);
});

test.each<[what: string, passed: boolean, report: Report | null, lines: string[]]>([
  ['all that passed', true, report(['one', []]), []],
  ['a test that failed', false, report(['one', []], ['two', ['wrong']]), ['a.test.ts > two']],
  ['a test that passed at its retry', true, report(['one', ['wrong at first']]), ['a.test.ts > one']],
  ['a hook that failed', false, report(['one', []]), ['a.test.ts: it failed outside of its tests']],
  ['a run that was killed', false, null, ['a.test.ts: it ended without a report']],
])('of %s it says what failed', (_what, passed, written, lines) => {
  const read = () => {
    if (written === null) throw new Error('no report');
    return written;
  };
  expect(unsteadyIn('a.test.ts', passed, read)).toEqual(lines);
});

test('each file runs as often as asked, and failures are counted', async () => {
  const ran: string[] = [];
  const run = async (file: string) => {
    ran.push(file);
    return file === 'b' && ran.length !== 3 ? ['b > one'] : [];
  };
  const outcome = await runAll({ files: ['a', 'b'], times: 2, run, print: () => {}, isStopped: () => false });
  expect(ran).toEqual(['a', 'a', 'b', 'b']);
  expect(outcome).toEqual({ failed: ['  b > one (1 of 2)'], next: null });
});

test('who stops goes on with the file that was not done, and what failed before is known', async () => {
  const ran: string[] = [];
  const run = async (file: string) => {
    ran.push(file);
    return [`${file} > one`];
  };
  const outcome = await runAll({
    files: ['a', 'b', 'c'],
    times: 1,
    run,
    print: () => {},
    isStopped: () => ran.length === 2,
  });
  expect(ran).toEqual(['a', 'b']);
  expect(outcome).toEqual({ failed: ['  a > one (1 of 1)'], next: 'b' });
});
