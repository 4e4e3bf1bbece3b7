import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { renewFolder } from './renew-folder.ts';

let around: string;
let folder: string;
beforeEach(() => {
  around = mkdtempSync(path.join(tmpdir(), 'edgematte-renew-'));
  folder = path.join(around, 'built');
});
afterEach(() => rmSync(around, { recursive: true, force: true }));

/** Fills a folder with texts by name. */
const filling = (files: Readonly<Record<string, string>>) => async (into: string) => {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(into, name)), { recursive: true });
    writeFileSync(path.join(into, name), text);
  }
};

const textOf = (name: string) => readFileSync(path.join(folder, name), 'utf8');
const inodeOf = (name: string) => statSync(path.join(folder, name)).ino;

test('a folder is made, and made anew: what differs is another file, what is gone is gone', async () => {
  await renewFolder(folder, filling({ same: 'a', changed: 'b', 'inner/gone': 'c' }));
  const [same, changed] = [inodeOf('same'), inodeOf('changed')];
  await renewFolder(folder, filling({ same: 'a', changed: 'new', 'inner/added': 'd' }));
  expect(['same', 'changed', 'inner/added'].map(textOf)).toEqual(['a', 'new', 'd']);
  expect(readdirSync(path.join(folder, 'inner'))).toEqual(['added']);
  expect(inodeOf('same')).toBe(same);
  // A process that has the old one open reads on in it.
  expect(inodeOf('changed')).not.toBe(changed);
  expect(readdirSync(around)).toEqual(['built']);
});

test('a making that fails leaves the folder as it was, and nothing beside it', async () => {
  await renewFolder(folder, filling({ kept: 'a' }));
  const failing = async (into: string) => {
    await filling({ kept: 'half' })(into);
    throw new Error('broken');
  };
  await expect(renewFolder(folder, failing)).rejects.toThrow('broken');
  expect(textOf('kept')).toBe('a');
  expect(readdirSync(around)).toEqual(['built']);
});
