/** Files that cannot be written: before the first call, and after one that was paid. */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, openSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { describeWith } from '../../../../test/run/describe-with.ts';
import { decide } from '../../../../testing/needs.ts';
import { Journal } from './journal.ts';
import { declareRun } from './testing/scripted-run.ts';

/** Faults of file calls, by the end of a file's name: root may write whatever the modes. */
const faults = vi.hoisted(() => new Map<string, { readonly code: string; readonly after?: number }>());

vi.mock('node:fs/promises', async (importOriginal) => {
  const real = await importOriginal<typeof import('node:fs/promises')>();
  return {
    ...real,
    async open(file: string, flags: string, mode?: number) {
      const handle = await real.open(file, flags, mode);
      const write = async (content: Uint8Array | string) => {
        const fault = faultOf(file);
        if (!fault) return handle.write(Buffer.from(content));
        // A disk that becomes full stores a part.
        await handle.write(Buffer.from(content).subarray(0, 10));
        throw fault;
      };
      return Object.assign(handle, { writeFile: write, appendFile: write });
    },
  };
});
vi.mock('node:fs', async (importOriginal) => {
  const real = await importOriginal<typeof import('node:fs')>();
  return {
    ...real,
    writeFileSync(...given: Parameters<typeof real.writeFileSync>) {
      const fault = faultOf(String(given[0]));
      if (fault) throw fault;
      real.writeFileSync(...given);
    },
  };
});

function faultOf(file: string): Error | null {
  const found = [...faults].find(([end]) => file.endsWith(end));
  if (!found) return null;
  const [end, { code, after = 0 }] = found;
  faults.set(end, { code, after: after - 1 });
  return after > 0 ? null : Object.assign(new Error(`${code}: in Node's words, without a path, write`), { code });
}

const run = declareRun();
afterEach(() => faults.clear());

describe('before the first call', () => {
  const places = [
    ['a folder', () => [run().at('photos')]],
    ['one file', () => [run().at('photos/a.jpg')]],
    ['standard input', () => ['-']],
  ] as const;

  test.each(places)('a result of %s below a file is found', async (_, pictures) => {
    const out = run().at('photos/a.jpg/out');
    const { status, complaints } = await run().words('cutout', ...pictures(), '--out', path.join(out, 'x'));
    expect({ status, keys: run().keys }).toEqual({ status: 1, keys: [] });
    const named = complaints[0].startsWith(`Cannot write ${out}`);
    expect([named, complaints[0]]).toEqual([true, expect.stringContaining(': a part of the path is a file (ENOTDIR)')]);
  });

  test.each([
    ['EACCES', 'permission denied'],
    ['EROFS', 'the file system is read-only'],
    ['ENOSPC', 'no space is left'],
  ])('%s is found, reported with its path, and nothing is left', async (code, words) => {
    faults.set('.part', { code });
    mkdirSync(run().at('out'));
    const { status, complaints } = await run().cutout();
    const complaint = `Cannot write ${run().at('out')}: ${words} (${code})`;
    expect({ status, complaints }).toEqual({ status: 1, complaints: [complaint] });
    expect([run().keys, readdirSync(run().at('out'))]).toEqual([[], []]);
  });

  test('a folder in the place of a result is found', async () => {
    mkdirSync(run().at('out/a-cutout.png'), { recursive: true });
    const { status, complaints } = await run().cutout('--again');
    const complaint = `Cannot write ${run().at('out/a-cutout.png')}: a folder is in its place (EISDIR)`;
    expect({ status, complaints, keys: run().keys }).toEqual({ status: 1, complaints: [complaint], keys: [] });
  });

  test.each(['EACCES', 'EROFS'])('a lock that is refused by %s is no other process', async (code) => {
    faults.set('.lock', { code });
    const { status, complaints } = await run().cutout();
    expect({ status, keys: run().keys }).toEqual({ status: 1, keys: [] });
    expect(complaints[0]).toMatch(/^Cannot write \S+\.edgematte\.journal\.lock: /);
  });

  test('a journal that is a folder is named, and its lock given back', async () => {
    mkdirSync(run().at('out/.edgematte.journal'), { recursive: true });
    const { status, complaints } = await run().cutout();
    expect({ status, keys: run().keys }).toEqual({ status: 1, keys: [] });
    expect(complaints[0]).toMatch(/^Cannot read \S+\.edgematte\.journal: a folder is in its place \(EISDIR\)$/);
    expect(existsSync(run().at('out/.edgematte.journal.lock'))).toBe(false);
  });
});

describe('in the middle of a run', () => {
  test.each(['ENOSPC', 'EACCES', 'EROFS'])('%s ends it, and the same again fetches what was paid', async (code) => {
    run().addPhotos('b', 'c');
    faults.set('.b-cutout.png.part', { code });
    const { status, complaints } = await run().cutout('--parallel', '1');
    expect(status).toBe(1);
    const [unkept, counts] = complaints;
    const result = run().at('out/b-cutout.png');
    expect(unkept.replace(/: [a-z -]+ \(E/, ': … (E')).toMatch(
      `b.jpg: Cannot write ${result}: … (${code}). It is paid: run the same`,
    );
    expect(counts).toMatch(/^1 done, 0 there before, 1 failed, 1 left/);
    expect(readdirSync(run().at('out')).sort()).toEqual(['.edgematte.journal', 'a-cutout.png']);

    faults.clear();
    const again = await run().cutout('--parallel', '1');
    expect(again.complaints.at(-1)).toMatch(/^2 done, 1 there before, 0 failed, 0 left/);
    const [, paid, fetched, other] = run().keys;
    expect([run().keys.length, fetched, other === paid]).toEqual([4, paid, false]);
  });

  test('a journal that cannot be written keeps the picture from being sent', async () => {
    run().addPhotos('b', 'c');
    // The first picture has two lines.
    faults.set('.edgematte.journal', { code: 'ENOSPC', after: 2 });
    const { status, complaints } = await run().cutout('--parallel', '1');
    expect({ status, sent: run().keys.length }).toEqual({ status: 1, sent: 1 });
    const journal = run().at('out/.edgematte.journal');
    expect(complaints[0]).toContain(`b.jpg: Cannot write ${journal}: no space is left (ENOSPC)`);
    expect(complaints[0]).not.toContain('paid');
  });

  test('a line of the journal that a full disk has cut is closed before the next', async () => {
    const file = run().at('out/.edgematte.journal');
    const journal = await Journal.open(file);
    faults.set('.edgematte.journal', { code: 'ENOSPC' });
    await expect(journal.begin('a.jpg', { whole: 'one', unedited: 'one' }, false)).rejects.toThrow(
      `Cannot write ${file}`,
    );
    faults.clear();
    await journal.begin('b.jpg', { whole: 'two', unedited: 'two' }, false);
    await journal.close();
    const [cut, whole] = readFileSync(file, 'utf8').trim().split('\n');
    expect([cut.length, JSON.parse(whole).fingerprint]).toEqual([10, 'two']);
  });

  test('for one picture the message has its Idempotency-Key, by which it is fetched again', async () => {
    faults.set('.x.png.part', { code: 'ENOSPC' });
    const words = ['cutout', run().at('photos/a.jpg'), '--out', run().at('x.png')];
    const failed = await run().words(...words);
    const [, key] = failed.complaints[0].match(/--idempotency-key (\S+) within a day/) ?? [];
    expect([failed.status, key]).toEqual([1, run().keys[0]]);

    const { printed } = await run().words(...words, '--json');
    expect(JSON.parse(printed[0])).toEqual({
      picture: run().at('photos/a.jpg'),
      status: 'failed',
      message: expect.stringContaining(run().at('x.png')),
      code: 'ENOSPC',
      file: run().at('x.png'),
      idempotency_key: run().keys[1],
      request_id: expect.any(String),
    });

    faults.clear();
    expect(await run().words(...words, '--idempotency-key', key)).toMatchObject({ status: 0 });
    expect(run().keys[2]).toBe(key);
    expect(readdirSync(run().folder)).toContain('x.png');
  });

  test.each([
    [() => [run().at('photos'), '--out', run().at('out')], 'some-key', /one picture without a journal/],
    [() => [run().at('photos/a.jpg')], '  ', /printable ASCII/],
    [() => [run().at('photos/a.jpg')], 'ключ', /printable ASCII/],
  ])('a key that cannot be sent is an error of usage', async (words, key, sentence) => {
    const { status, complaints } = await run().words('cutout', ...words(), '--idempotency-key', key);
    expect({ status, complaints }).toEqual({ status: 2, complaints: [expect.stringMatching(sentence)] });
  });
});

const noFullDevice = decide('linux', existsSync('/dev/full') ? null : 'this system has no /dev/full');
describeWith(noFullDevice, 'a full disk at standard output', () => {
  test.each([
    [
      'of one picture',
      ['-'],
      /^Cannot write standard output: no space is left \(ENOSPC\)\. It is paid: run the same command with/,
    ],
    ['of lines', ['photos', '--out', 'out', '--json'], /^Cannot write standard output: no space is left \(ENOSPC\)\n$/],
  ])('is reported %s', async (_, words, sentence) => {
    const program = path.join(import.meta.dirname, 'main.ts');
    const loader = import.meta.resolve('tsx');
    const child = spawn(process.execPath, ['--import', loader, program, 'cutout', ...words], {
      cwd: run().folder,
      stdio: ['pipe', openSync('/dev/full', 'w'), 'pipe'],
    });
    child.stdin?.end('a');
    let text = '';
    child.stderr?.on('data', (piece) => {
      text += piece;
    });
    const status = await new Promise((resolve) => child.once('close', resolve));
    expect({ status, text }).toEqual({ status: 1, text: expect.stringMatching(sentence) });
  });
});
