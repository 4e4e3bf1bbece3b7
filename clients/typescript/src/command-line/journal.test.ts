import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fingerprintOf, Journal, readJournal } from './journal.ts';

let folder: string;
const at = () => path.join(folder, 'deep/journal');

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'edgematte-journal-'));
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true });
});

/** Opens the journal, does something and closes it, as one run does. */
async function run<Value>(work: (journal: Journal) => Promise<Value> | Value): Promise<Value> {
  const journal = await Journal.open(at());
  try {
    return await work(journal);
  } finally {
    await journal.close();
  }
}

test('pictures that were begun or done keep their name over runs', async () => {
  const name = await run((journal) => journal.begin('a.jpg', 'one', false));
  expect(await run((journal) => journal.begin('./a.jpg', 'one', false))).toBe(name);
  expect(await run((journal) => journal.isDone('a.jpg', 'one'))).toBe(false);
  await run((journal) => journal.done('a.jpg', 'one'));
  expect(await run((journal) => journal.isDone('a.jpg', 'one'))).toBe(true);
  expect(await run((journal) => journal.begin('a.jpg', 'one', false))).toBe(name);
});

test('who only asks writes nothing, and needs no lock', async () => {
  const one = () => 'one';
  const nothing = { isDone: false, keepsName: false };
  expect(readJournal(at()).about('a.jpg', one)).toEqual(nothing);
  expect(existsSync(path.dirname(at()))).toBe(false);
  await run(async (journal) => {
    await journal.begin('a.jpg', 'one', false);
    expect(readJournal(at()).about('a.jpg', one)).toEqual({ isDone: false, keepsName: true });
    await journal.done('a.jpg', 'one');
    expect(readJournal(at()).about('a.jpg', one)).toEqual({ isDone: true, keepsName: true });
    expect(readJournal(at()).about('a.jpg', () => 'two')).toEqual(nothing);
    expect(readJournal(at()).about('b.jpg', () => expect.unreachable())).toEqual(nothing);
  });
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 24 * 3_600_000 });
  expect(readJournal(at()).about('a.jpg', one)).toEqual({ isDone: true, keepsName: false });
});

test('another file, other options, a day later or "again" is another name', async () => {
  const begin = (picture: string, fingerprint: string, anew = false) =>
    run((journal) => journal.begin(picture, fingerprint, anew));
  const first = await begin('a.jpg', 'one');
  const others = [await begin('b.jpg', 'one'), await begin('a.jpg', 'two'), await begin('a.jpg', 'one', true)];
  expect(new Set([first, ...others]).size).toBe(4);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 24 * 3_600_000 });
  expect(others).not.toContain(await begin('a.jpg', 'one'));
});

test('one journal knows several requests of a picture', async () => {
  await run(async (journal) => {
    await journal.begin('a.jpg', 'cutout', false);
    await journal.done('a.jpg', 'cutout');
    await journal.begin('a.jpg', 'matte', false);
  });
  expect(await run((journal) => [journal.isDone('a.jpg', 'cutout'), journal.isDone('a.jpg', 'matte')])).toEqual([
    true,
    false,
  ]);
});

test('a line that was cut is ignored, and the next one is whole', async () => {
  const name = await run((journal) => journal.begin('a.jpg', 'one', false));
  appendFileSync(at(), '{"at":"2026-');
  expect(await run((journal) => journal.begin('a.jpg', 'one', false))).toBe(name);
  const other = await run((journal) => journal.begin('b.jpg', 'one', false));
  expect(await run((journal) => journal.begin('b.jpg', 'one', false))).toBe(other);
  expect(readFileSync(at(), 'utf8').split('\n')).toContain('{"at":"2026-');
});

test('two processes do not share it, and one that has died does not keep it', async () => {
  await run(async () => {
    await expect(Journal.open(at())).rejects.toThrow(`Process ${process.pid} works with the same journal`);
  });
  // No system gives such a number.
  writeFileSync(`${at()}.lock`, '999999999');
  await run(() => {});
});

test('a fingerprint is of operation, options in any order, and file', () => {
  const file = Buffer.from('photo');
  const one = fingerprintOf('a', { x: '1', y: '2' }, file);
  expect(fingerprintOf('a', { y: '2', x: '1' }, file)).toBe(one);
  const others = [
    fingerprintOf('b', { x: '1', y: '2' }, file),
    fingerprintOf('a', { x: '1' }, file),
    fingerprintOf('a', { x: '1', y: '2' }, Buffer.from('phot')),
  ];
  expect(new Set([one, ...others]).size).toBe(4);
});
