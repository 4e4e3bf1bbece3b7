import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ChangingCopy } from './copy-changed.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'edgematte-copied-'));
  mkdirSync(path.join(folder, 'from/below'), { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (file: string, text: string) => writeFileSync(path.join(folder, 'from', file), text);
const copied = (file: string) => readFileSync(path.join(folder, 'to', file), 'utf8');
const begin = () => new ChangingCopy(path.join(folder, 'from'), path.join(folder, 'to'), (file) => file !== 'left-out');
/** As if it was written so long ago. */
function age(file: string, seconds: number): void {
  const at = Date.now() / 1000 - seconds;
  utimesSync(path.join(folder, 'from', file), at, at);
}

test('the second copy has what is new, changed or gone since the first', () => {
  for (const file of ['same', 'changed', 'gone', 'left-out', 'below/same']) write(file, 'first');
  const copy = begin();
  copy.copy();
  expect(copy.files).toEqual(['below/same', 'changed', 'gone', 'same']);
  write('changed', 'other');
  write('below/new', 'new');
  rmSync(path.join(folder, 'from/gone'));
  copy.copy();
  expect(copy.files).toEqual(['below/new', 'below/same', 'changed', 'same']);
  expect([copied('changed'), copied('below/new'), copied('same')]).toEqual(['other', 'new', 'first']);
  expect(['gone', 'left-out'].map((file) => existsSync(path.join(folder, 'to', file)))).toEqual([false, false]);
});

test('what has not changed is not copied again, unless it was written just before its copy', () => {
  for (const file of ['old', 'fresh']) write(file, 'first');
  age('old', 60);
  const copy = begin();
  copy.copy();
  // A mark on the copies: it stays where nothing is copied.
  for (const file of ['old', 'fresh']) writeFileSync(path.join(folder, 'to', file), 'mark');
  copy.copy();
  expect([copied('old'), copied('fresh')]).toEqual(['mark', 'first']);
});
