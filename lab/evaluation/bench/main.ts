/** `npm run bench`: what the operations cost, step by step, against sharp and bare network runs on the same machine. */
import { readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { modelSettings } from '../../../src/inference/models/settings.ts';
import { inProject } from '../../../src/local/root.ts';
import { measureCallers } from './callers/measure.ts';
import { isCalled, isPart, type Part, parts } from './cases.ts';
import { measureEdges } from './edge-pass/measure.ts';
import { measureFormats } from './formats/measure.ts';
import { measure } from './measure.ts';
import { measurePoints } from './points/measure.ts';
import { measureProducts } from './products/measure.ts';
import {
  callersSection,
  edgesSection,
  formatsSection,
  pageWith,
  pointsSection,
  productsSection,
  sectionsOf,
  tierSection,
  usageSection,
} from './report.ts';
import { measureTier } from './tier/measure.ts';
import { measureUsage } from './usage/measure.ts';
import { withTableAsData } from './wide-tables.ts';

const help = `Usage: npm run bench [-- --only PARTS] [--peers] [--rounds N] [--write]

Median times of cutouts and of the car operations, on the clock and of processors, split into the networks and all else, beside bare
runs of the networks and sharp on one thread, which makes the same cutout from the same matte; what 1,000 cutouts cost by
Cloudflare's list prices. Two and eight callers at once. The cost of the image type, of the inference service against a bare
loop of runs, of guided edges in the compose pass, of each format of an answer, of clicks on a picture, and of recording usage. All in
one run.

  --only PARTS  some of ${parts.join(',')}, with commas; all but products when left out
  --peers       products alone: rembg and @imgly/background-removal-node with the same weights. The first time they are
                installed into a folder of their own, from PyPI and npm, about 1 GB
  --rounds N    measured rounds after one warm-up (5)
  --write       put the measured sections into lab/evaluation/measurements/benchmarks.md, wide tables into files beside it`;

const { values } = parseArgs({
  options: {
    help: { type: 'boolean', short: 'h' },
    only: { type: 'string' },
    peers: { type: 'boolean' },
    rounds: { type: 'string' },
    write: { type: 'boolean' },
  },
});
const chosen = values.peers ? ['products'] : (values.only?.split(',') ?? parts.filter((part) => part !== 'products'));
if (values.help) console.log(help);
else if (chosen.every(isPart)) await main(chosen, Number(values.rounds ?? 5), values.write ?? false);
else {
  console.error(`There are the parts ${parts.join(', ')} but --only is ${values.only}`);
  process.exitCode = 2;
}

async function main(chosen: readonly Part[], rounds: number, write: boolean): Promise<void> {
  const [load] = loadavg();
  const called = chosen.filter(isCalled);
  const sections = called.length > 0 ? sectionsOf(await measure(called, rounds), load) : new Map<Part, string>();
  if (chosen.includes('callers')) {
    sections.set('callers', callersSection(await measureCallers(modelSettings(process.env), rounds), rounds, load));
  }
  if (chosen.includes('products')) {
    sections.set('products', productsSection(await measureProducts(rounds), rounds, load));
  }
  if (chosen.includes('tier')) sections.set('tier', tierSection(await measureTier(rounds), rounds, load));
  if (chosen.includes('edges')) {
    sections.set('edges', edgesSection(await measureEdges(modelSettings(process.env), rounds), rounds, load));
  }
  if (chosen.includes('formats')) {
    sections.set('formats', formatsSection(await measureFormats(modelSettings(process.env), rounds), rounds, load));
  }
  if (chosen.includes('points')) sections.set('points', pointsSection(await measurePoints(rounds), rounds, load));
  if (chosen.includes('usage')) sections.set('usage', usageSection(await measureUsage(rounds), rounds, load));
  console.log([...sections.values()].join('\n'));
  if (!write) return;
  for (const [part, section] of sections) {
    const file = `benchmarks/${part}.tsv`;
    const { text, data } = withTableAsData(section, file);
    sections.set(part, text);
    if (data !== null) writeFileSync(inProject('lab/evaluation/measurements', file), data);
  }
  const page = inProject('lab/evaluation/measurements/benchmarks.md');
  writeFileSync(page, pageWith(readFileSync(page, 'utf8'), sections));
}
