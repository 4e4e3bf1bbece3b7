/** What a restore on Cloudflare asks of wrangler, and what it leaves in its folder. */
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { runWrangler } from '../wrangler.ts';
import { recordIn, travelOf } from './restore.ts';

vi.mock('../wrangler.ts', () => ({ runWrangler: vi.fn() }));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'edgematte-restore-'));
});
afterEach(() => {
  vi.mocked(runWrangler).mockReset();
  rmSync(folder, { recursive: true, force: true });
});

describe('time travel', () => {
  const operator = () => {
    const file = path.join(folder, 'operator.toml');
    writeFileSync(file, 'staging = true\n[edge]\ndatabase_id = "11111111-2222-3333-4444-555555555555"\n');
    return file;
  };

  test('names database and moment, asks nobody, and brings the tables up to date', async () => {
    const said = '▲ [WARNING] \n{ "bookmark": "b", "previous_bookmark": "0000-p", "message": "restored" }\nDone';
    vi.mocked(runWrangler).mockResolvedValueOnce(said).mockResolvedValueOnce('');
    expect(await travelOf(operator()).backTo(Date.UTC(2026, 10, 30, 4, 17))).toBe('0000-p');
    const [[travel], [migrate]] = vi.mocked(runWrangler).mock.calls;
    const name = 'edgematte-directory-staging';
    expect(travel.slice(0, 6)).toEqual([
      ...['d1', 'time-travel', 'restore', name, '--timestamp=2026-11-30T04:17:00.000Z', '--json'],
    ]);
    expect(migrate.slice(0, 5)).toEqual(['d1', 'migrations', 'apply', name, '--remote']);
  });

  test('is refused without a database of its own', () => {
    expect(() => travelOf(undefined)).toThrow('No database is named; give --operator FILE');
  });
});

test('the record outlives a run, and is its owner’s alone', () => {
  const begun = { atMs: 1, wallets: ['test_a'] };
  const directory = path.join(folder, 'record');
  const record = recordIn(directory);
  expect(record.begun()).toBeNull();
  record.add('lost', { a: 1 });
  record.add('lost', { a: 2 });
  record.keep(begun);
  expect(recordIn(directory).begun()).toEqual(begun);
  expect([...recordIn(directory).lines('lost')]).toEqual([{ a: 1 }, { a: 2 }]);
  record.clear('lost');
  expect([...record.lines('lost')]).toEqual([]);
  expect(statSync(directory).mode & 0o077).toBe(0);
});
