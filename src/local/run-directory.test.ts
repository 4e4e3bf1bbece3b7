import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openPartDirectory, openRunDirectory, removeRunDirectory } from './run-directory.ts';

let parent: string;
beforeEach(() => {
  parent = mkdtempSync(path.join(tmpdir(), 'edgematte-run-'));
  mkdirSync(path.join(parent, 'state'));
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

const open = () => openRunDirectory(path.join(parent, 'state'), parent);

test('a start finds what a killed one left, and clears it', () => {
  const directory = open();
  writeFileSync(path.join(directory, '0.sock'), '');
  expect(open()).toBe(directory);
  expect(readdirSync(directory)).toEqual([]);
  expect(statSync(directory).mode & 0o777).toBe(0o700);
  removeRunDirectory(directory);
  expect(existsSync(directory)).toBe(false);
});

test('a part finds its own folder empty, and that of another as it was', () => {
  const directory = open();
  const [lane, workers] = ['inference', 'workers'].map((part) => openPartDirectory(directory, part));
  for (const folder of [lane, workers]) writeFileSync(path.join(folder, 'left'), '');
  expect(openPartDirectory(directory, 'inference')).toBe(lane);
  expect([readdirSync(lane), readdirSync(workers)]).toEqual([[], ['left']]);
});

test('a link in its place is refused', () => {
  const directory = open();
  removeRunDirectory(directory);
  symlinkSync(path.join(parent, 'state'), directory);
  expect(open).toThrow(`${directory} is not a folder of this user`);
});

test('its path leaves room for that of a socket', () => {
  expect(path.basename(open()).length).toBeLessThan(25);
});
