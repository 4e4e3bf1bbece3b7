import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeBackup, readBackup } from './backup.ts';
import { LocalState } from './local-state.ts';
import { restoreBackup } from './restore.ts';

const made = { version: '0.2.0', commit: 'b20604dc1234' };

let folder: string;
let stateFolder: string;
let into: string;
let open: DatabaseSync[];

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'edgematte-backup-'));
  [stateFolder, into] = [path.join(folder, 'state'), path.join(folder, 'backup')];
  open = [];
});
afterEach(() => {
  for (const database of open) database.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A state whose one ledger has this balance, in its log alone. */
function stateWith(balance: number): DatabaseSync {
  const state = new LocalState(stateFolder);
  state.protect();
  state.secrets();
  state.keepDemoKey(`key of ${balance}`);
  const place = path.join(state.workersDirectory, 'do/ledgers');
  mkdirSync(place, { recursive: true });
  const database = new DatabaseSync(path.join(place, 'one.sqlite'));
  open.push(database);
  database.exec('PRAGMA journal_mode = WAL; CREATE TABLE IF NOT EXISTS balance (credits)');
  database.exec(`DELETE FROM balance; INSERT INTO balance VALUES (${balance})`);
  return database;
}

function balanceIn(directory: string): unknown {
  const database = new DatabaseSync(path.join(directory, 'workers/do/ledgers/one.sqlite'));
  try {
    return database.prepare('SELECT credits FROM balance').get()?.credits;
  } finally {
    database.close();
  }
}

const demoKeyIn = (directory: string) => readFileSync(path.join(directory, 'demo-key'), 'utf8').trim();

test('a backup holds what was committed, and is whole in itself', async () => {
  stateWith(7);
  expect(await makeBackup(stateFolder, into, made)).toEqual({ files: 3, pausedMs: null });
  expect(balanceIn(into)).toBe(7);
  expect(readBackup(into)).toMatchObject(made);
  expect(Object.keys(readBackup(into).files)).toEqual(['demo-key', 'secrets.json', 'workers/do/ledgers/one.sqlite']);
  expect(statSync(into).mode & 0o077).toBe(0);
});

test('restored is what was there then, and what was there until now is kept aside', async () => {
  stateWith(7);
  const secrets = readFileSync(path.join(stateFolder, 'secrets.json'), 'utf8');
  await makeBackup(stateFolder, into, made);
  stateWith(3);
  for (const database of open.splice(0)) database.close();
  writeFileSync(path.join(stateFolder, 'secrets.json'), '{}');
  const { aside, lost, ...described } = await restoreBackup(stateFolder, into);
  expect(described).toEqual(readBackup(into));
  expect(lost).toEqual({ charges: 0, names: 0 });
  expect([balanceIn(stateFolder), balanceIn(aside ?? '')]).toEqual([7, 3]);
  expect([demoKeyIn(stateFolder), demoKeyIn(aside ?? '')]).toEqual(['key of 7', 'key of 3']);
  expect(readFileSync(path.join(stateFolder, 'secrets.json'), 'utf8')).toBe(secrets);
  expect(readdirSync(stateFolder).filter((name) => name.startsWith('restoring'))).toEqual([]);
  expect(statSync(path.join(stateFolder, 'workers/do')).mode & 0o077).toBe(0);
});

test('a machine that had no state gets it', async () => {
  stateWith(7);
  await makeBackup(stateFolder, into, made);
  const elsewhere = path.join(folder, 'new');
  expect(await restoreBackup(elsewhere, into)).toMatchObject({ aside: null, lost: null });
  expect(balanceIn(elsewhere)).toBe(7);
});

describe('refused in one line, with nothing changed', () => {
  test('a backup of no state', async () => {
    await expect(makeBackup(stateFolder, into, made)).rejects.toThrow(`${stateFolder} holds no state`);
    expect([stateFolder, into].map((each) => existsSync(each))).toEqual([false, false]);
  });

  test('a backup of a restored state whose keys have not ended again', async () => {
    stateWith(7);
    await makeBackup(stateFolder, into, made);
    await restoreBackup(stateFolder, into);
    const again = path.join(folder, 'again');
    await expect(makeBackup(stateFolder, again, made)).rejects.toThrow('was restored and has not started since');
    expect(existsSync(again)).toBe(false);
  });

  test('a backup into a folder that holds something', async () => {
    stateWith(7);
    mkdirSync(into);
    writeFileSync(path.join(into, 'mine'), '');
    await expect(makeBackup(stateFolder, into, made)).rejects.toThrow(`${into} is not empty`);
    expect(readdirSync(into)).toEqual(['mine']);
  });

  test('a database that is damaged', async () => {
    stateWith(7);
    writeFileSync(path.join(stateFolder, 'workers/two.sqlite'), 'no database'.repeat(100));
    await expect(makeBackup(stateFolder, into, made)).rejects.toThrow(
      /two\.sqlite cannot be used .*there is no backup/,
    );
    expect(() => readBackup(into)).toThrow(`${into} is no backup: it has no backup.json`);
  });

  test.each([
    ['is missing', (file: string) => rmSync(file)],
    ['is damaged', (file: string) => writeFileSync(file, 'x')],
  ])('a restore where a file of the backup %s', async (what, change) => {
    stateWith(7);
    await makeBackup(stateFolder, into, made);
    change(path.join(into, 'secrets.json'));
    stateWith(3);
    await expect(restoreBackup(stateFolder, into)).rejects.toThrow(`secrets.json ${what}; this backup cannot be used`);
    expect([balanceIn(stateFolder), demoKeyIn(stateFolder)]).toEqual([3, 'key of 3']);
  });

  test('a restore while a service has the folder', async () => {
    stateWith(7);
    await makeBackup(stateFolder, into, made);
    stateWith(3);
    const { lock } = new LocalState(stateFolder);
    await lock.take();
    await expect(restoreBackup(stateFolder, into)).rejects.toThrow(`uses ${stateFolder}; stop it`);
    lock.release();
    expect(balanceIn(stateFolder)).toBe(3);
  });
});

test('a state of before that is damaged is put aside all the same', async () => {
  stateWith(7);
  await makeBackup(stateFolder, into, made);
  for (const database of open.splice(0)) database.close();
  writeFileSync(path.join(stateFolder, 'workers/do/ledgers/one.sqlite'), 'no database'.repeat(100));
  expect((await restoreBackup(stateFolder, into)).lost).toBeNull();
  expect(balanceIn(stateFolder)).toBe(7);
});
