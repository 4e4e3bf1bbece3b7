/** What the page about privacy says of times is what the code keeps to, and the networks are those of the manifest. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import manifest from '../../../../models/manifest.json' with { type: 'json' };
import { keptOfPhotos } from '../../../contract/kept-of-photos.ts';
import { keptDays } from '../../../contract/removebg/improve.ts';
import { limitSettings } from '../../../contract/settings/limits.ts';
import { keptMs } from '../../../inference/kept/kept-tensors.ts';
import { listedDays } from '../../../money/keys/ended-since.ts';
import { entryLifeMs } from '../../../money/ledger/entry-table.ts';
import { memoryMs } from '../../../money/ledger/names.ts';
import { hourlyDays, lifeDays } from '../../../money/usage/store.ts';
import { rowsOf } from '../testing/html.ts';
import { buildDocuments } from './build.ts';

const directory = mkdtempSync(path.join(tmpdir(), 'edgematte-privacy-'));
const built = (file: string) => readFileSync(path.join(directory, file), 'utf8');
let rows: string[][];
beforeAll(async () => {
  await buildDocuments(directory);
  rows = rowsOf(built('privacy.html'));
});
afterAll(() => rmSync(directory, { recursive: true }));

const dayMs = 86_400_000;

test.each([
  ['An image that is sent', `${keptDays} days where`],
  ['Outlines', `${keptMs / 60_000} minutes at most`],
  ['Time, key, credits', `${entryLifeMs / dayMs} days, then as one sum`],
  ['SHA-256 of a request', `${memoryMs / 3_600_000} hours`],
  ['Ids of keys that ended', `${listedDays} days`],
  ['Counts of calls', `by the hour ${hourlyDays} days, by the day ${lifeDays} days`],
])('%s … is kept for %s', (what, time) => {
  const [row] = rows.filter(([cell]) => cell.startsWith(what));
  expect(row[2]).toContain(time);
});

test('a credit that is set aside comes back as soon as the page says', () => {
  expect(limitSettings.leaseMs.fallback).toBeLessThanOrEqual(60_000);
});

test('every network in use is there with the licence of its weights', () => {
  for (const name of new Set(Object.values(manifest.roles))) {
    const { purpose, licence } = manifest.models[name as keyof typeof manifest.models];
    expect(rows).toContainEqual([name, purpose, licence]);
  }
});

test.each(['privacy.html', 'guide-privacy.html', 'guide.md'])(
  '%s has the one sentence on what is kept of photos',
  (file) => {
    expect(keptOfPhotos).toMatch(/ ten minutes\.$/);
    expect(built(file)).toContain(keptOfPhotos);
  },
);
