/** `npm run lighthouse`: what Lighthouse says of the pages, performance included. */
import { parseArgs } from 'node:util';
import { Person } from '../../testing/person.ts';
import { startStack } from '../stack.ts';
import { audit, categories, noLighthouse, type Scores } from './audit.ts';
import { pageOf, paths } from './pages.ts';

const help = `Usage: npm run lighthouse [-- --runs N --only PATH]

Judges ${paths.join(', ')} as a phone on a slow network would see them. Needs a machine at rest, and what
test/lighthouse/README.md installs. Prints the median of each score, and what is below 1.

  --runs N     runs a page (5)
  --only PATH  this page alone`;

const { values } = parseArgs({
  options: { help: { type: 'boolean', short: 'h' }, runs: { type: 'string', default: '5' }, only: { type: 'string' } },
});
const runs = Number(values.runs);
const judged = paths.filter((path) => values.only === undefined || path === values.only);

if (values.help) console.log(help);
else if (!Number.isInteger(runs) || runs < 1) fail('Expected a whole number for --runs');
else if (judged.length === 0) fail(`Expected one of ${paths.join(', ')} for --only`);
else if (noLighthouse !== null) fail(noLighthouse);
else await main();

async function main(): Promise<void> {
  const stack = await startStack();
  try {
    const person = new Person(stack.base);
    await person.join('lighthouse@example.org', 'a long password');
    console.log(`| page | ${categories.join(' | ')} |\n|---|${categories.map(() => '---|').join('')}`);
    for (const path of judged) {
      const results: Scores[] = [];
      while (results.length < runs) results.push(await audit(pageOf(path, person), categories));
      const medians = categories.map((name) => median(results.map(({ scores }) => scores[name] ?? 0)));
      console.log(`| ${path} | ${medians.join(' | ')} |`);
      for (const fault of new Set(results.flatMap(({ failed }) => failed))) console.error(`  ${path}: ${fault}`);
    }
  } finally {
    await stack.stop();
  }
}

function median(numbers: readonly number[]): number {
  return [...numbers].sort((one, other) => one - other)[numbers.length >> 1];
}

function fail(reason: string): void {
  console.error(reason);
  process.exitCode = 1;
}
