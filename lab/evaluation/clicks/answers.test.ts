import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Sample, SampleService, Wanted } from '../sample-service.ts';
import { answersOf, askFor, countOfAnswers, refusalsOf } from './answers.ts';

const marks = [
  { kind: 'keep', x: 10, y: 20 },
  { kind: 'drop', x: 30, y: 40 },
] as const;

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'edgematte-clicks-test-'));
  file = path.join(folder, 'lamp.jpg');
  writeFileSync(file, 'a photo');
});
afterEach(() => rmSync(folder, { recursive: true }));

it('asks for the answer without marks, then with the first ones, as edits of one call', async () => {
  const { service, asked } = scripted(() => answered('answer'));
  await askFor('lamp', file, [], service, folder);
  await askFor('lamp', file, marks, service, folder);
  expect(asked.map(({ points }) => points)).toEqual([
    undefined,
    { keep: '10% 20%', drop: '' },
    { keep: '10% 20%', drop: '30% 40%' },
  ]);
  expect(new Set(asked.map(({ name }) => name)).size).toBe(1);
});

it('asks for nothing twice', async () => {
  const { service, asked } = scripted(() => answered('answer'));
  await askFor('lamp', file, marks, service, folder);
  expect(await askFor('lamp', file, marks, service, folder)).toBe('there already');
  expect(asked.length).toBe(2);
});

it('keeps the answer before a click that was refused, and says why it was', async () => {
  const { service } = scripted(({ points }) => {
    if (points?.drop) return refused('No part of the image was found');
    return answered(points ? 'after one' : 'without');
  });
  await askFor('lamp', file, [], service, folder);
  await askFor('lamp', file, marks, service, folder);
  expect(countOfAnswers(folder, 'lamp')).toBe(3);
  expect(answersOf(folder, 'lamp').map(String)).toEqual(['without', 'after one', 'after one']);
  expect(refusalsOf(folder, 'lamp')).toEqual(['click 2: No part of the image was found']);
});

it('has nothing to show where there is no answer without clicks', async () => {
  const { service } = scripted(() => refused('too large'));
  await askFor('lamp', file, [], service, folder);
  expect(() => answersOf(folder, 'lamp')).toThrow('lamp has no answer without clicks');
});

function scripted(answer: (wanted: Wanted) => Sample): { service: SampleService; asked: Wanted[] } {
  const asked: Wanted[] = [];
  const send = async (_: Buffer, wanted: Wanted) => {
    asked.push(wanted);
    return answer(wanted);
  };
  return { service: { send, stop: async () => {} }, asked };
}

function answered(text: string): Sample {
  return {
    status: 200,
    picture: Buffer.from(text),
    bytes: text.length,
    error: null,
    view: null,
    uncertainty: 0,
    ms: 1,
  };
}

function refused(error: string): Sample {
  return { status: 422, picture: null, bytes: 0, error, view: null, uncertainty: null, ms: 1 };
}
