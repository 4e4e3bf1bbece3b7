/**
 * `npm run answers`: what the service answers, so that two versions can be compared bit for bit: every paid
 * operation, every option, both lanes, the remove.bg compatibility API, and one refusal of each kind.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { inProject } from '../../../src/local/root.ts';
import { runCommand } from '../command.ts';
import { startOwnService } from '../own-service.ts';
import { type KeptAnswer, keep } from './answer.ts';
import { type Question, questions } from './questions.ts';
import { refusals } from './refusals.ts';

const help = `Usage: npm run answers -- [--out FILE] [--against FILE] [photo or folder ...]

Starts a service of its own and sends it the photos of test/fixtures, and those named. Of a 200 headers and body are kept as
hashes; of a refusal status, error code, place and type, and its text apart.

  --out FILE      writes what was answered there as JSON
  --against FILE  compares with a file of an earlier run; exit status 1 where an answer differs in more than its text
  --only TEXT     asks what has this text in its name: a photo, an operation, an option, "refusal"
  --photos-only   leaves out decoders' fixtures, options, the remove.bg API and refusals`;

type Answers = Record<string, KeptAnswer>;

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    options: {
      out: { type: 'string' },
      against: { type: 'string' },
      only: { type: 'string', default: '' },
      'photos-only': { type: 'boolean' },
      help: { type: 'boolean' },
    },
    allowPositionals: true,
  });
  if (values.help) return console.log(help);
  const { out, against, only, 'photos-only': photosOnly = false } = values;
  const before = against ? withNames(JSON.parse(readFileSync(against, 'utf8')), only) : null;
  const service = await startOwnService();
  try {
    const answers: Answers = {};
    const count = (name: string, answer: KeptAnswer) => {
      answers[name] = answer;
      process.stderr.write(`\r${Object.keys(answers).length} answers`);
    };
    const asked = (name: string) => name.includes(only);
    for (const question of (await questions(positionals, photosOnly)).filter(({ name }) => asked(name))) {
      count(question.name, await ask(service.base, service.key, question));
    }
    if (!photosOnly) {
      const photo = readFileSync(inProject('test/fixtures/photos/coffee.png'));
      for (const [code, provoke] of Object.entries(refusals)) {
        if (typeof provoke === 'string' || !asked(`refusal ${code}`)) continue;
        count(`refusal ${code}`, await kept(await provoke({ ...service, photo })));
      }
    }
    process.stderr.write('\n');
    if (out) writeFileSync(out, `${JSON.stringify(answers, null, 1)}\n`);
    if (before && compare(before, answers) > 0) process.exitCode = 1;
  } finally {
    await service.stop();
  }
});

function withNames(answers: Answers, text: string): Answers {
  return Object.fromEntries(Object.entries(answers).filter(([name]) => name.includes(text)));
}

/** Prints what differs. @returns how many answers do in more than their text, or are on one side alone */
function compare(before: Answers, now: Answers): number {
  const names = [...new Set([...Object.keys(before), ...Object.keys(now)])];
  const differing = names.filter((name) => before[name]?.meaning !== now[name]?.meaning);
  const reworded = names.filter((name) => !differing.includes(name) && before[name].text !== now[name].text);
  for (const name of differing)
    console.log(`${name}\n  before ${before[name]?.meaning}\n  now    ${now[name]?.meaning}`);
  for (const name of reworded) console.log(`${name}\n  before ${before[name].text}\n  now    ${now[name].text}`);
  console.log(`${names.length} answers compared, ${differing.length} differ, ${reworded.length} in their text alone`);
  return differing.length;
}

async function ask(base: string, key: string, { operation, photo, options }: Question): Promise<KeptAnswer> {
  for (;;) {
    const answer = await fetch(`${base}/v1.0/${operation}`, {
      method: 'POST',
      ...bodyOf(operation, key, photo, options),
    });
    // A refusal for lack of room is not an answer to compare: try again.
    if (answer.status !== 503) return kept(answer);
    await answer.arrayBuffer();
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}

async function kept(answer: Response): Promise<KeptAnswer> {
  return keep(answer.status, answer.headers, Buffer.from(await answer.arrayBuffer()));
}

function bodyOf(operation: string, key: string, photo: Buffer, options: Question['options']): RequestInit {
  if (operation.endsWith('-base64')) {
    return {
      headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
      body: JSON.stringify({ image_base64: photo.toString('base64'), ...options }),
    };
  }
  const form = new FormData();
  form.append(operation === 'removebg' ? 'image_file' : 'file', new Blob([new Uint8Array(photo)]), 'photo');
  for (const [name, value] of Object.entries(options)) form.append(name, value);
  return { headers: { 'X-API-Key': key }, body: form };
}
