import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { hashOf } from './seal.ts';
import { openSession, sealedHash, sessionIn, verdictsFile } from './session.ts';
import type { Showing } from './showings.ts';

const showings: Showing[] = [
  { number: 1, photo: 'kitten', x: 'B', same: false },
  { number: 2, photo: 'spoon', x: 'A', same: true },
];
const drawn = async () => showings;
const untouched = async (): Promise<Showing[]> => {
  throw new Error('drawn again');
};

let folder: string;
let folders: { photos: string; A: string; B: string };
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'edgematte-session-test-'));
  folders = { photos: folder, A: path.join(folder, 'version-one'), B: path.join(folder, 'version-two') };
  writeFileSync(path.join(folder, 'kinds.json'), '{"kitten": ["pet"]}');
});
afterEach(() => rmSync(folder, { recursive: true }));

it('keeps order, sides and versions in the sealed file alone', async () => {
  const out = path.join(folder, 'session');
  await sessionIn(out, folders, drawn);
  expect(readdirSync(out)).toEqual(['sealed', 'verdicts.txt']);
  for (const file of readdirSync(out)) {
    expect(readFileSync(path.join(out, file), 'utf8')).not.toMatch(/kitten|spoon|version/);
  }
});

it('goes on with the session that was begun, and with no other', async () => {
  const out = path.join(folder, 'session');
  await sessionIn(out, folders, drawn);
  expect((await sessionIn(out, folders, untouched)).showings).toEqual(showings);
  await expect(sessionIn(out, { ...folders, B: folder }, untouched)).rejects.toThrow('has a session of other folders');
});

it('opens the seal when everything is judged, and not before', async () => {
  const out = path.join(folder, 'session');
  await sessionIn(out, folders, drawn);
  const verdicts = path.join(out, verdictsFile);
  appendFileSync(verdicts, '001 s n x whiskers\n');
  expect(() => openSession(out)).toThrow('No verdict yet of 002');
  expect(readdirSync(out)).toEqual(['sealed', 'verdicts.txt']);
  appendFileSync(verdicts, '002 r\n');
  const table = openSession(out);
  expect(table).toMatch(/^A is version-one, B is version-two\./);
  expect(table).toContain('| pet | 1 | 0, 0, 1 | 0 % (0–79) | 1, 0, 0 | 100 % (21–100) | 0 | 0 | 1 |');
  const results = JSON.parse(readFileSync(path.join(out, 'results.json'), 'utf8'));
  expect(results).toMatchObject({
    A: 'version-one',
    B: 'version-two',
    sealedSha256: sealedHash(out),
    verdictsSha256: hashOf(readFileSync(verdicts, 'utf8')),
    first: [
      { photo: 'kitten', kinds: ['pet'], A: 'not', B: 'sell', better: 'B', reason: 'whiskers', x: 'B' },
      { photo: 'spoon', kinds: [], same: true, A: 'retouch', B: 'retouch', better: 'same' },
    ],
    second: [],
  });
});
