import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { rewriteDatabases } from './rewrite-databases.ts';

let directory: string;
let file: string;
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'edgematte-databases-'));
  file = path.join(directory, 'do', 'ledger.sqlite');
  mkdirSync(path.dirname(file));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

/** A database of people, as workerd leaves one, in which one has left. */
function leave(database = new DatabaseSync(file)) {
  database.exec('PRAGMA journal_mode = WAL; CREATE TABLE person (id INTEGER PRIMARY KEY, email TEXT)');
  for (const name of ['ada', 'bob']) database.exec(`INSERT INTO person (email) VALUES ('${name}@example.org')`);
  database.exec("PRAGMA wal_checkpoint(TRUNCATE); DELETE FROM person WHERE email LIKE 'ada%'");
  return database;
}

const held = (text: string) =>
  readdirSync(path.dirname(file)).filter((name) => readFileSync(path.join(path.dirname(file), name)).includes(text));

test('what was deleted is in no file afterwards, and the rest is as it was', async () => {
  leave().close();
  expect(held('ada@example.org')).not.toEqual([]);
  expect(await rewriteDatabases(directory)).toEqual([]);
  expect(held('ada@example.org')).toEqual([]);
  expect(readdirSync(path.dirname(file))).toEqual(['ledger.sqlite']);
  const database = new DatabaseSync(file);
  expect(database.prepare('SELECT id, email FROM person').all()).toEqual([{ id: 2, email: 'bob@example.org' }]);
  expect(database.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
  database.close();
});

test('a database that another process has open stays whole for it', async () => {
  const open = leave();
  await rewriteDatabases(directory);
  open.exec("INSERT INTO person (email) VALUES ('eve@example.org')");
  expect(open.prepare('SELECT email FROM person').all()).toEqual([
    { email: 'bob@example.org' },
    { email: 'eve@example.org' },
  ]);
  expect(open.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
  open.close();
});

test('what was not written since the last time is left alone, and what a killed start left is not', async () => {
  leave().close();
  await rewriteDatabases(directory);
  const [{ mtimeMs }, size] = [statSync(file), statSync(file).size];
  await rewriteDatabases(directory);
  expect([statSync(file).mtimeMs, statSync(file).size]).toEqual([mtimeMs, size]);
  // Nobody rewrote it at the end of this one.
  const database = new DatabaseSync(file);
  database.exec('DELETE FROM person');
  database.close();
  expect(held('bob@example.org')).not.toEqual([]);
  await rewriteDatabases(directory);
  expect(held('bob@example.org')).toEqual([]);
});

test('one that cannot be rewritten is named, and the others are rewritten', async () => {
  leave().close();
  const damaged = path.join(directory, 'damaged.sqlite');
  writeFileSync(damaged, 'no database'.repeat(100));
  expect(await rewriteDatabases(directory)).toEqual([expect.stringContaining(`${damaged} keeps freed bytes: `)]);
  expect(held('ada@example.org')).toEqual([]);
  // So that it is tried again at the next stop.
  expect(await rewriteDatabases(directory)).toHaveLength(1);
});
