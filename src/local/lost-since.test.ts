import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { tables } from '../money/ledger/schema.ts';
import { listLost } from './lost-since.ts';

let folder: string;
let before: string;
let restored: string;
let into: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'edgematte-lost-'));
  [before, restored, into] = ['before', 'restored', 'lost.jsonl'].map((name) => path.join(folder, name));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A ledger of so many charges and names, one of them a grant that is no charge. */
function ledger(directory: string, name: string, { charges, names }: { charges: number; names: number }): void {
  const place = path.join(directory, 'do', 'ledgers');
  mkdirSync(place, { recursive: true });
  const database = new DatabaseSync(path.join(place, `${name}.sqlite`));
  database.exec(tables);
  const entry = database.prepare(
    'INSERT INTO entry (at_ms, kind, amount, key_id, request_id, balance_after) VALUES (?, ?, ?, ?, ?, 0)',
  );
  entry.run(1, 'grant', 9, null, null);
  for (let number = 1; number <= charges; number++) entry.run(number * 1000, 'charge', -1, `key_${name}`, `r${number}`);
  const remembered = database.prepare(
    `INSERT INTO remembered_name (key_id, number, name, fingerprint, repeats, ends_at_ms) VALUES (?, ?, ?, '', 0, 5000)`,
  );
  for (let number = 1; number <= names; number++) remembered.run(`key_${name}`, number, `order-${number}`);
  database.close();
}

const lines = () =>
  readFileSync(into, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

test('what a ledger has since the backup is listed, and nothing else', async () => {
  ledger(before, 'one', { charges: 3, names: 2 });
  ledger(restored, 'one', { charges: 2, names: 1 });
  ledger(before, 'same', { charges: 5, names: 5 });
  ledger(restored, 'same', { charges: 5, names: 5 });
  expect(await listLost(before, restored, into)).toEqual({ charges: 1, names: 1 });
  expect(lines()).toEqual([
    { charge: { at: '1970-01-01T00:00:03.000Z', key: 'key_one', request: 'r3', credits: 1 } },
    { name: { key: 'key_one', name: 'order-2', until: '1970-01-01T00:00:05.000Z' } },
  ]);
  expect(statSync(into).mode & 0o077).toBe(0);
});

test('all of a ledger that the backup does not have', async () => {
  ledger(before, 'new', { charges: 2, names: 0 });
  expect(await listLost(before, restored, into)).toEqual({ charges: 2, names: 0 });
});

test('of a ledger whose rows were dropped since: numbers are not used twice', async () => {
  ledger(before, 'one', { charges: 3, names: 2 });
  const database = new DatabaseSync(path.join(before, 'do/ledgers/one.sqlite'));
  database.exec('DELETE FROM remembered_name; DELETE FROM entry WHERE sequence < 4');
  database.close();
  ledger(restored, 'one', { charges: 2, names: 2 });
  expect(await listLost(before, restored, into)).toEqual({ charges: 1, names: 0 });
});

test('objects that are no ledger, or were never opened, are passed over', async () => {
  const place = path.join(before, 'do', 'counts');
  mkdirSync(place, { recursive: true });
  const database = new DatabaseSync(path.join(place, 'one.sqlite'));
  database.exec('CREATE TABLE entry (sequence)');
  database.close();
  expect(await listLost(before, restored, into)).toEqual({ charges: 0, names: 0 });
  expect(await listLost(path.join(folder, 'nothing'), restored, path.join(folder, 'other'))).toEqual({
    charges: 0,
    names: 0,
  });
});
