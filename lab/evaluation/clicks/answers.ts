/** A photo's answers without a click and after each, as files that a second run does not ask for again. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { SampleService, Wanted } from '../sample-service.ts';
import { type Mark, pointsOf } from './marks.ts';

const wanted: Wanted = { operation: 'cutout', windows: false, shadow: 'none' };

/** How an answer was had; `error` says why there is none. */
interface Facts {
  readonly error: string | null;
  readonly ms: number;
}

/**
 * Asks for the answer without marks, or with the first of them, the first two and so on. All are one call under one name and its
 * edits, so that a service that keeps tensors runs its networks once.
 *
 * @param marks empty for the answer without
 * @returns what happened, in words
 */
export async function askFor(
  photo: string,
  file: string,
  marks: readonly Mark[],
  service: SampleService,
  out: string,
): Promise<string> {
  const image = readFileSync(file);
  const outcomes: string[] = [];
  for (const clicks of marks.length === 0 ? [0] : marks.map((_, index) => index + 1)) {
    if (existsSync(factsFile(out, photo, clicks))) continue;
    const points = clicks === 0 ? undefined : pointsOf(marks.slice(0, clicks));
    const { picture, error, ms } = await service.send(image, { ...wanted, points, name: `clicks ${photo}` });
    mkdirSync(path.join(out, photo), { recursive: true });
    if (picture) writeFileSync(answerFile(out, photo, clicks), picture);
    const facts: Facts = { error, ms };
    writeFileSync(factsFile(out, photo, clicks), `${JSON.stringify(facts)}\n`);
    outcomes.push(`${clicks}: ${error ?? `${(ms / 1000).toFixed(1)} s`}`);
  }
  return outcomes.join(', ') || 'there already';
}

/** How many answers there are of a photo, from the one without clicks on; refused ones count. */
export function countOfAnswers(out: string, photo: string): number {
  let count = 0;
  while (existsSync(factsFile(out, photo, count))) count++;
  return count;
}

/**
 * The answers from the one without clicks on. Where a click was refused, what was there before it stays.
 * @throws Error when there is none without clicks
 */
export function answersOf(out: string, photo: string): Buffer[] {
  const answers: Buffer[] = [];
  for (let clicks = 0; clicks < countOfAnswers(out, photo); clicks++) {
    const file = answerFile(out, photo, clicks);
    const before = answers.at(-1);
    if (existsSync(file)) answers.push(readFileSync(file));
    else if (before) answers.push(before);
    else throw new Error(`${photo} has no answer without clicks`);
  }
  return answers;
}

/** Why clicks of a photo were refused, by their number. */
export function refusalsOf(out: string, photo: string): string[] {
  return Array.from({ length: countOfAnswers(out, photo) }, (_, clicks) => {
    const { error } = JSON.parse(readFileSync(factsFile(out, photo, clicks), 'utf8')) as Facts;
    return error === null ? [] : [`click ${clicks}: ${error}`];
  }).flat();
}

function answerFile(out: string, photo: string, clicks: number): string {
  return path.join(out, photo, `${clicks}.png`);
}

function factsFile(out: string, photo: string, clicks: number): string {
  return path.join(out, photo, `${clicks}.json`);
}
