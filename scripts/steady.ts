/** `npm run steady`: whether the tests of the running service pass on a machine that has other work. */
import { parseArgs } from 'node:util';
import { projectRoot } from '../src/local/root.ts';
import prepare from '../test/bundles-and-weights.ts';
import { keepBusy } from './steady/busy.ts';
import { runAll } from './steady/run-all.ts';
import { testFiles, unsteadyTests } from './steady/run-file.ts';

const help = `Usage: npm run steady [-- --times N] [--from FILE] [--loops N]

Runs each test file of the projects service (browser and money are parts of it) and chaos by itself, beside loops that
never rest, and prints at the end what failed or needed a retry. Nothing is printed there when all is well.

  --times N    how often each file runs; 1 by default
  --from FILE  goes on with this file of the order by name; what failed in files before it is not known any more
  --loops N    how many loops; 3 by default`;

const { values } = parseArgs({
  options: {
    help: { type: 'boolean', short: 'h' },
    times: { type: 'string', default: '1' },
    from: { type: 'string' },
    loops: { type: 'string', default: '3' },
  },
});
if (values.help) {
  console.log(help);
} else {
  const times = countOf('times', values.times);
  const files = testFiles(projectRoot);
  const first = values.from === undefined ? 0 : files.indexOf(values.from);
  if (first < 0) throw new Error(`--from ${values.from} is no test file of these projects`);
  await prepare();
  process.env.TESTS_ARE_BUILT = 'yes';
  keepBusy(countOf('loops', values.loops));
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  const { failed, next } = await runAll({
    files: files.slice(first),
    times,
    run: (file) => unsteadyTests(projectRoot, file, stop.signal),
    print: (line) => console.log(line),
    isStopped: () => stop.signal.aborted,
  });
  console.log(failed.length === 0 ? '\nNothing failed.' : ['\nFailed:', ...failed].join('\n'));
  if (next !== null) console.log(`Stopped. Go on with: npm run steady -- --times ${times} --from ${next}`);
  // Ends the loops too.
  process.exit(failed.length === 0 && next === null ? 0 : 1);
}

function countOf(name: string, word: string): number {
  const count = Number(word);
  if (!Number.isInteger(count) || count < 1) throw new Error(`--${name} wants a whole number from 1 on, not ${word}`);
  return count;
}
