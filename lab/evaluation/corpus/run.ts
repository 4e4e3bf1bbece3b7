/** Pictures of the list through both lanes and past the references. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { plan } from '../../../src/pixels/pipeline/plan/plan.ts';
import { probe } from '../../../src/pixels/pipeline/probe/probe.ts';
import type { OwnService } from '../own-service.ts';
import { ask, type LaneAnswer } from './ask.ts';
import type { ListedPicture } from './list.ts';
import type { PythonProgram } from './python.ts';
import { reasonFor } from './reasons.ts';
import { remarkOfLibjpeg, type SecondReference } from './second.ts';
import { type Lane, lanes } from './services.ts';
import { judgement, type Outcome, verdictOf } from './verdict.ts';

export interface Result extends Outcome {
  readonly picture: ListedPicture;
  readonly format: string;
  /** Decoded on the image lane alone. */
  readonly oneLane: boolean;
  /** Refused although both references give a picture, and the first finds nothing to complain of. */
  readonly refusedAlone: boolean;
}

/** What holds answers against references. */
export interface Judges {
  /** `judge.py`, with the first reference. */
  readonly judge: PythonProgram;
  readonly second: SecondReference;
}

/** How many pictures are in work at a time: one is judged while others are answered. */
const atOnce = 2;

/**
 * Asks for each picture and judges the answers.
 * @param folder with the pictures under their hashes
 * @returns in the order of `pictures`
 */
export async function runCorpus(
  pictures: readonly ListedPicture[],
  folder: string,
  services: Record<Lane, OwnService>,
  judges: Judges,
  onResult: (result: Result) => void,
): Promise<Result[]> {
  const answers = await mkdtemp(path.join(tmpdir(), 'edgematte-answers-'));
  const results: Result[] = [];
  let next = 0;
  const work = async () => {
    while (next < pictures.length) {
      const index = next++;
      results[index] = await runPicture(pictures[index], folder, answers, services, judges);
      onResult(results[index]);
    }
  };
  try {
    await Promise.all(Array.from({ length: atOnce }, work));
  } finally {
    await rm(answers, { recursive: true, force: true });
  }
  return results;
}

async function runPicture(
  picture: ListedPicture,
  folder: string,
  answersFolder: string,
  services: Record<Lane, OwnService>,
  { judge, second }: Judges,
): Promise<Result> {
  const file = path.join(folder, picture.sha256);
  const bytes = await readFile(file);
  const { format, decodedBy } = kindOf(bytes, picture.path);
  const answered: Partial<Record<Lane, LaneAnswer>> = {};
  const paths: Partial<Record<Lane, string>> = {};
  const secondPath = path.join(answersFolder, `${picture.sha256}-second.png`);
  try {
    for (const lane of decodedBy) {
      const answer = await ask(services[lane], bytes);
      answered[lane] = answer;
      if (!answer.png) continue;
      const place = path.join(answersFolder, `${picture.sha256}-${lane}.png`);
      await writeFile(place, answer.png);
      paths[lane] = place;
    }
    const order = { file, answers: paths, second: null };
    let judged = judgement.parse(await judge.ask(order));
    // The first reference cannot, or not whole: another one is asked.
    if (!judged.reference && Object.keys(paths).length > 0 && (await second.write(bytes, secondPath))) {
      judged = judgement.parse(await judge.ask({ ...order, second: secondPath }));
    }
    const isRefused = Object.values(answered).every(({ status }) => status !== 200);
    if (isRefused && (format === 'jpeg' || format === 'tiff') && judged.complaint === null) {
      judged = { ...judged, complaint: await remarkOfLibjpeg(bytes) };
    }
    const outcome = verdictOf(answered, judged, reasonFor(picture.title, picture.path));
    const isWhole = judged.reference !== null && judged.complaint === null;
    const refusedAlone = isRefused && isWhole && (await second.decodes(bytes));
    const oneLane = answered.edge?.status !== 200 || answered.edge.byImageLane;
    return { picture, format, oneLane, refusedAlone, ...outcome };
  } finally {
    for (const place of [secondPath, ...Object.values(paths)]) await rm(place, { force: true });
  }
}

/** Its format, and the lanes that decode it; a file whose header is refused is sent to both. */
function kindOf(bytes: Buffer, name: string): { format: string; decodedBy: readonly Lane[] } {
  try {
    const header = probe(bytes);
    return { format: header.format, decodedBy: plan(header).lane === 'edge' ? lanes : ['image'] };
  } catch {
    return { format: path.extname(name).slice(1).toLowerCase(), decodedBy: lanes };
  }
}
