/** `npm run clicks`: what up to three clicks make of answers that cannot be sold. */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { inProject } from '../../../src/local/root.ts';
import { count, photosIn, required } from '../arguments.ts';
import { runCommand } from '../command.ts';
import { countdown } from '../countdown.ts';
import { openService } from '../sample-service.ts';
import { answersOf, askFor, countOfAnswers, refusalsOf } from './answers.ts';
import { drawn, type Marked, parseMarks } from './marks.ts';
import { judgingSheet, markingSheet } from './sheets.ts';
import { shownOf } from './shown.ts';
import { type Outcome, outcomeOf, report, unclicked } from './table.ts';
import { parseVerdicts } from './verdicts.ts';

const help = `Usage: npm run clicks -- STEP --out DIR [options] FOLDER...

STEP is one of these, in this order; photos are those of FOLDER... that the marks name, in an order that the seed draws:

answers  asks for answers without a click, and makes DIR/PHOTO/marking.png: photo and answer under lines at each tenth. Write
         into the marks what each answer is worth and where you would click, and commit them.
clicks   asks for answers with the first mark, the first two and all three, and makes DIR/PHOTO/judging.png: the different answers
         at letters, in an order that nobody knows. Write into the verdicts, and commit them.
table    prints what the clicks mended, and writes DIR/outcomes.json.

  --out DIR        answers, sheets, and the secret of the order
  --marks FILE     of marks (lab/evaluation/clicks/marks.txt)
  --verdicts FILE  of verdicts (lab/evaluation/clicks/verdicts.txt)
  --seed TEXT      of the order (1)
  --first N        the first N photos alone, a sample of all
  --url URL        a running service, with --key KEY; without it the command starts one of its own`;

const options = {
  help: { type: 'boolean', short: 'h' },
  out: { type: 'string' },
  marks: { type: 'string', default: inProject('lab', 'evaluation', 'clicks', 'marks.txt') },
  verdicts: { type: 'string', default: inProject('lab', 'evaluation', 'clicks', 'verdicts.txt') },
  seed: { type: 'string', default: '1' },
  first: { type: 'string' },
  url: { type: 'string' },
  key: { type: 'string' },
} as const;

/** A photo of the marks, where it is, and what was marked. */
interface Photo {
  readonly photo: string;
  readonly file: string;
  readonly marked: Marked | null;
}

await runCommand(main);

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const [step, ...folders] = positionals;
  if (values.help || step === undefined) return console.log(help);
  const out = required('out', values.out);
  const marks = parseMarks(readFileSync(values.marks, 'utf8'));
  const most = values.first === undefined ? marks.size : count('first', values.first);
  const names = drawn(marks.keys(), values.seed).slice(0, most);
  console.log(`${names.length} of ${marks.size} photos, drawn by the seed ${values.seed}`);
  if (step === 'table') return writeTable(names, marks, readFileSync(values.verdicts, 'utf8'), out);
  if (step !== 'answers' && step !== 'clicks') throw new Error(help);
  const files = new Map(folders.flatMap(photosIn).map((file) => [path.parse(file).name, file]));
  const photos = names.map((photo): Photo => {
    const file = files.get(photo);
    if (file === undefined) throw new Error(`${photo} is in none of the folders`);
    return { photo, file, marked: marks.get(photo) ?? null };
  });
  mkdirSync(out, { recursive: true });
  await askForAll(step, photos, values, out);
}

async function askForAll(
  step: 'answers' | 'clicks',
  photos: readonly Photo[],
  { url, key }: { readonly url?: string; readonly key?: string },
  out: string,
): Promise<void> {
  const asked = step === 'answers' ? photos : photos.filter(({ marked }) => marked && marked.marks.length > 0);
  const secret = secretOf(out);
  const progress = countdown(asked.length);
  const service = await openService(url, key);
  try {
    for (const { photo, file, marked } of asked) {
      const marks = step === 'answers' ? [] : (marked?.marks ?? []);
      progress(photo, await askFor(photo, file, marks, service, out));
      const answers = answersOf(out, photo);
      const at = path.join(out, photo, step === 'answers' ? 'marking.png' : 'judging.png');
      if (existsSync(at)) continue;
      if (step === 'answers') {
        writeFileSync(at, await markingSheet(photo, file, answers[0]));
      } else {
        const shown = shownOf(photo, answers, secret).map(({ letter, clicks }) => {
          return { name: letter, picture: answers[clicks[0]] };
        });
        writeFileSync(at, await judgingSheet(photo, file, marks, shown));
      }
    }
  } finally {
    await service.stop();
  }
}

function writeTable(
  names: readonly string[],
  marks: ReadonlyMap<string, Marked | null>,
  text: string,
  out: string,
): void {
  const verdicts = parseVerdicts(text);
  const secret = secretOf(out);
  const outcomes: Outcome[] = [];
  for (const photo of names) {
    const marked = marks.get(photo);
    const verdict = verdicts.get(photo);
    if (!marked) continue;
    if (marked.marks.length === 0) {
      outcomes.push(unclicked(marked));
    } else if (verdict && countOfAnswers(out, photo) > 1) {
      outcomes.push(outcomeOf(verdict, shownOf(photo, answersOf(out, photo), secret)));
    }
  }
  writeFileSync(path.join(out, 'outcomes.json'), `${JSON.stringify(outcomes, null, 2)}\n`);
  console.log(`\n${report(outcomes)}`);
  for (const { photo } of outcomes) for (const refusal of refusalsOf(out, photo)) console.log(`${photo}, ${refusal}`);
}

/** What draws the letters; made when the folder has none. */
function secretOf(out: string): string {
  const file = path.join(out, 'secret');
  if (!existsSync(file)) writeFileSync(file, randomBytes(16).toString('hex'));
  return readFileSync(file, 'utf8');
}
