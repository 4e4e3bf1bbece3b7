/** `npm run corpus`: pictures of other people's test folders, through both lanes, against references. */
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { inProject } from '../../../src/local/root.ts';
import { count } from '../arguments.ts';
import { runCommand } from '../command.ts';
import { fetchArchives } from './archives.ts';
import { type ListedPicture, readList, unpack, writeList } from './list.ts';
import { type SourcePackage, sourcePackages, titleOf } from './packages.ts';
import { partOf } from './part.ts';
import { ensurePython, startProgram } from './python.ts';
import { isGood, nameOf, resultsText, summaryOf } from './results.ts';
import { type Result, runCorpus } from './run.ts';
import { startSecond } from './second.ts';
import { startServices } from './services.ts';

const help = `Usage: npm run corpus [-- --part SEED] [--write | --out FILE]

Sends the pictures of lab/evaluation/corpus/files.txt to a service of its own, on every lane that decodes them, and compares
the answers with Pillow's decoding. Exit status 1 where a picture is wrong, or where of
all pictures a share is over its limit.

  --part SEED   a part: up to --each pictures of each ending, out of packages of 90 MB together
  --each N      how many of each ending a part has (default 20)
  --only TEXT   pictures whose package and path hold this text; may be given more than once
  --write       writes lab/evaluation/corpus/results.txt
  --out FILE    writes the results there
  --list        writes files.txt anew from the packages, and ends`;

const resultsFile = fileURLToPath(new URL('results.txt', import.meta.url));
const cache = inProject('.edgematte/corpus');
const pictures = path.join(cache, 'pictures');
const nothing = '0 right, 0 refused with reason, 0 wrong';

await runCommand(async () => {
  const { values } = parseArgs({
    options: {
      part: { type: 'string' },
      each: { type: 'string', default: '20' },
      only: { type: 'string', multiple: true },
      write: { type: 'boolean' },
      out: { type: 'string' },
      list: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) return console.log(help);
  const python = await ensurePython(path.join(cache, 'python')).catch((cause: Error) => cause);
  if (python instanceof Error) throw new Error(`The references cannot be installed here: ${firstLine(python)}`);
  const inPart = sourcePackages.filter((each) => values.part === undefined || each.inPart);
  const archives = await fetchArchives(inPart, path.join(cache, 'archives'), python, (line) => console.error(line));
  if (values.list) return console.log(`${await writeList(archives, python, pictures)} pictures`);
  const titles = new Set(inPart.map(titleOf));
  const isMeant = (name: string) => values.only?.some((text) => name.includes(text)) ?? true;
  const all = readList().filter((each) => titles.has(each.title) && isMeant(nameOf(each)));
  const wanted = values.part === undefined ? all : partOf(all, values.part, count('each', values.each));
  const there = await unpacked(wanted, archives, python);
  const results = await judgeAll(there, wanted.length - there.length, values.write ? resultsFile : values.out);
  const isWhole = values.part === undefined && values.only === undefined;
  if (!isGood(results, isWhole)) process.exitCode = 1;
});

/** Of the pictures wanted those that are there, unpacked where they are not yet. */
async function unpacked(
  wanted: readonly ListedPicture[],
  archives: Map<SourcePackage, string>,
  python: string,
): Promise<ListedPicture[]> {
  const isThere = ({ sha256 }: ListedPicture) => existsSync(path.join(pictures, sha256));
  for (const [each, archive] of archives) {
    const own = wanted.filter(({ title }) => title === titleOf(each));
    if (!own.every(isThere)) await unpack(python, archive, pictures);
  }
  return wanted.filter(isThere);
}

function firstLine({ message }: Error): string {
  return message.split('\n')[0] ?? '';
}

async function judgeAll(
  there: readonly ListedPicture[],
  skipped: number,
  out: string | undefined,
): Promise<readonly Result[]> {
  if (there.length === 0) {
    console.log(`${nothing}, ${skipped} skipped`);
    return [];
  }
  const python = path.join(cache, 'python/bin/python');
  const services = await startServices(path.join(cache, 'network'));
  const judges = { judge: startProgram(python, 'judge.py'), second: await startSecond() };
  try {
    let done = 0;
    const results = await runCorpus(there, pictures, services, judges, ({ verdict, picture, detail }) => {
      done += 1;
      if (verdict === 'wrong') console.log(`wrong: ${nameOf(picture)}: ${detail}`);
      if (process.stderr.isTTY) process.stderr.write(`\r${done} of ${there.length}`);
    });
    if (out) writeFileSync(out, resultsText(results, skipped));
    console.log(summaryOf(results, skipped));
    return results;
  } finally {
    judges.judge.stop();
    await Promise.all([judges.second.stop(), services.edge.stop(), services.image.stop()]);
  }
}
