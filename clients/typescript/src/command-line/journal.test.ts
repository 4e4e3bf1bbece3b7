import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fingerprintsOf, Journal, readJournal } from './journal.ts';

let folder: string;
const at = () => path.join(folder, 'deep/journal');

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'edgematte-journal-'));
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true });
});

/** What a call asks for that is no edit. */
const asking = (whole: string) => ({ whole, unedited: whole });

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
  const name = await run((journal) => journal.begin('a.jpg', asking('one'), false));
  expect(await run((journal) => journal.begin('./a.jpg', asking('one'), false))).toBe(name);
  expect(await run((journal) => journal.isDone('a.jpg', 'one'))).toBe(false);
  await run((journal) => journal.done('a.jpg', 'one'));
  expect(await run((journal) => journal.isDone('a.jpg', 'one'))).toBe(true);
  expect(await run((journal) => journal.begin('a.jpg', asking('one'), false))).toBe(name);
});

test('who only asks writes nothing, and needs no lock', async () => {
  const one = () => asking('one');
  const nothing = { isDone: false, keepsName: false };
  expect(readJournal(at()).about('a.jpg', one)).toEqual(nothing);
  expect(existsSync(path.dirname(at()))).toBe(false);
  await run(async (journal) => {
    await journal.begin('a.jpg', asking('one'), false);
    expect(readJournal(at()).about('a.jpg', one)).toEqual({ isDone: false, keepsName: true });
    await journal.done('a.jpg', 'one');
    expect(readJournal(at()).about('a.jpg', one)).toEqual({ isDone: true, keepsName: true });
    expect(readJournal(at()).about('a.jpg', () => asking('two'))).toEqual(nothing);
    expect(readJournal(at()).about('b.jpg', () => expect.unreachable())).toEqual(nothing);
  });
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 24 * 3_600_000 });
  expect(readJournal(at()).about('a.jpg', one)).toEqual({ isDone: true, keepsName: false });
});

test('another file, other options, a day later or "again" is another name', async () => {
  const begin = (picture: string, fingerprint: string, anew = false) =>
    run((journal) => journal.begin(picture, asking(fingerprint), anew));
  const first = await begin('a.jpg', 'one');
  const others = [await begin('b.jpg', 'one'), await begin('a.jpg', 'two'), await begin('a.jpg', 'one', true)];
  expect(new Set([first, ...others]).size).toBe(4);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 24 * 3_600_000 });
  expect(others).not.toContain(await begin('a.jpg', 'one'));
});

test('one journal knows several requests of a picture', async () => {
  await run(async (journal) => {
    await journal.begin('a.jpg', asking('cutout'), false);
    await journal.done('a.jpg', 'cutout');
    await journal.begin('a.jpg', asking('matte'), false);
  });
  expect(await run((journal) => [journal.isDone('a.jpg', 'cutout'), journal.isDone('a.jpg', 'matte')])).toEqual([
    true,
    false,
  ]);
});

test('a line that was cut is ignored, and the next one is whole', async () => {
  const name = await run((journal) => journal.begin('a.jpg', asking('one'), false));
  appendFileSync(at(), '{"at":"2026-');
  expect(await run((journal) => journal.begin('a.jpg', asking('one'), false))).toBe(name);
  const other = await run((journal) => journal.begin('b.jpg', asking('one'), false));
  expect(await run((journal) => journal.begin('b.jpg', asking('one'), false))).toBe(other);
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

describe('a call with points', () => {
  const edit = (whole: string) => ({ whole, unedited: 'plain' });

  test('has the name of the one without, and each set of points is done for itself', async () => {
    await run(async (journal) => {
      const name = await journal.begin('a.jpg', asking('plain'), false);
      await journal.done('a.jpg', 'plain');
      expect(await journal.begin('a.jpg', edit('arm'), false)).toBe(name);
      expect(['plain', 'arm'].map((each) => journal.isDone('a.jpg', each))).toEqual([true, false]);
      await journal.done('a.jpg', 'arm');
      expect(await journal.begin('a.jpg', edit('leg'), false)).toBe(name);
      expect(['plain', 'arm', 'leg'].map((each) => journal.isDone('a.jpg', each))).toEqual([true, true, false]);
    });
    expect(readJournal(at()).about('a.jpg', () => edit('hand'))).toEqual({ isDone: false, keepsName: true });
  });

  test('gives its name to the one without, and to other points, where it is the first', async () => {
    await run(async (journal) => {
      const name = await journal.begin('a.jpg', edit('arm'), false);
      expect(await journal.begin('a.jpg', edit('leg'), false)).toBe(name);
      expect(await journal.begin('a.jpg', asking('plain'), false)).toBe(name);
      expect(await journal.begin('b.jpg', edit('arm'), false)).not.toBe(name);
    });
  });

  test('has a new name a day after the first call, whenever the last edit was', async () => {
    const start = Date.now();
    const name = await run((journal) => journal.begin('a.jpg', asking('plain'), false));
    vi.useFakeTimers({ toFake: ['Date'], now: start + 20 * 3_600_000 });
    expect(await run((journal) => journal.begin('a.jpg', edit('arm'), false))).toBe(name);
    vi.setSystemTime(start + 24 * 3_600_000);
    expect(await run((journal) => journal.begin('a.jpg', edit('arm'), false))).not.toBe(name);
  });

  test('is paid again by "again", and the result without points is as done as before', async () => {
    await run(async (journal) => {
      const name = await journal.begin('a.jpg', asking('plain'), false);
      await journal.done('a.jpg', 'plain');
      const again = await journal.begin('a.jpg', edit('arm'), true);
      expect(again).not.toBe(name);
      expect(journal.isDone('a.jpg', 'plain')).toBe(true);
      expect(await journal.begin('a.jpg', edit('leg'), false)).toBe(again);
    });
  });
});

test('a fingerprint is of operation, options in any order, and file', () => {
  const file = Buffer.from('photo');
  const of = (operation: string, options: Record<string, string>, bytes = file) =>
    fingerprintsOf(operation, options, bytes);
  const one = of('a', { x: '1', y: '2' });
  expect(of('a', { y: '2', x: '1' })).toEqual(one);
  expect(one.unedited).toBe(one.whole);
  const others = [
    of('b', { x: '1', y: '2' }),
    of('a', { x: '1' }),
    of('a', { x: '1', y: '2' }, Buffer.from('phot')),
    of('a', { x: '1', y: '2', keep_points: '1 2' }),
    of('a', { x: '1', y: '2', drop_points: '1 2' }),
    of('a', { x: '1', y: '2', holes: 'open' }),
  ];
  expect(new Set([one, ...others].map(({ whole }) => whole)).size).toBe(7);
  expect(others.slice(3).map(({ unedited }) => unedited)).toEqual([one.whole, one.whole, one.whole]);
});
