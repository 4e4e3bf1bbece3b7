import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { judgingServer } from './page.ts';
import type { Showing } from './showings.ts';
import { emptyVerdicts } from './verdicts.ts';

const showings: Showing[] = [
  { number: 1, photo: 'kitten', x: 'B', same: false },
  { number: 2, photo: 'kitten', x: 'A', same: true },
];

let folder: string;
let server: Server;
let base: string;
const verdicts = () => path.join(folder, 'verdicts.txt');

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'edgematte-page-test-'));
  for (const name of ['photo', 'a', 'b']) writeFileSync(path.join(folder, name), `pixels of ${name}`);
  writeFileSync(verdicts(), emptyVerdicts(showings));
  const [photo, A, B] = ['photo', 'a', 'b'].map((name) => path.join(folder, name));
  const pairs = new Map([['kitten', { name: 'kitten', photo, answers: { A, B } }]]);
  server = judgingServer({ showings, pairs, verdicts: verdicts() });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  base = `http://127.0.0.1:${typeof address === 'object' ? address?.port : address}`;
});
afterEach(async () => {
  await new Promise((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true });
});

const text = async (place: string) => (await fetch(base + place)).text();
const post = (body: unknown) => fetch(`${base}/verdicts`, { method: 'POST', body: JSON.stringify(body) });

it('gives the page neither the versions nor the name of the photo', async () => {
  expect(await text('/showings')).toBe(
    JSON.stringify(showings.map(({ number, same }) => ({ number, same, verdict: null }))),
  );
  const page = await text('/');
  expect(page).toMatch(/^<!doctype html>/);
  expect(page).not.toContain('kitten');
});

it('shows the version that was drawn as x', async () => {
  expect(await Promise.all(['/photo/1', '/x/1', '/y/1'].map(text))).toEqual([
    'pixels of photo',
    'pixels of b',
    'pixels of a',
  ]);
  expect(await Promise.all(['/x/2', '/y/2'].map(text))).toEqual(['pixels of a', 'pixels of b']);
});

it('writes verdicts into the text file, and reads them again', async () => {
  const verdict = { number: 1, x: 'sell', y: 'not', better: 'x', reason: 'no tail' };
  expect((await post(verdict)).status).toBe(204);
  expect(readFileSync(verdicts(), 'utf8').endsWith('\n001\n002\n001 s n x no tail\n')).toBe(true);
  expect(JSON.parse(await text('/showings'))[0]).toEqual({ number: 1, same: false, verdict });
});

it('refuses what is no verdict', async () => {
  const before = readFileSync(verdicts(), 'utf8');
  for (const wrong of [null, {}, { number: 9, x: 'sell', y: 'sell', better: 'same', reason: '' }]) {
    expect((await post(wrong)).status).toBe(400);
  }
  expect(readFileSync(verdicts(), 'utf8')).toBe(before);
});

it.each(['/x/3', '/z/1', '/../sealed', '/sealed', '/photo/1/..', '/photo'])('has nothing at %s', async (place) => {
  expect((await fetch(base + place)).status).toBe(404);
});
