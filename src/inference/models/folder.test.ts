import { existsSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { useTemporaryDirectory } from '../../../test/models/directory.ts';
import { makeFolder } from './folder.ts';

const directory = useTemporaryDirectory();

it('makes what is missing above it, with the rights that it gets', () => {
  const folder = path.join(directory(), 'a', 'b');
  makeFolder(folder, 0o700);
  for (const made of [folder, path.dirname(folder)]) expect(statSync(made).mode & 0o777).toBe(0o700);
});

it('leaves a folder that is there as it is', () => {
  const { mode } = statSync(directory());
  makeFolder(directory(), 0o711);
  expect(statSync(directory()).mode).toBe(mode);
});

it('throws where a file is in its place, or above it', () => {
  const file = path.join(directory(), 'file');
  writeFileSync(file, '');
  expect(() => makeFolder(file)).toThrow('EEXIST');
  expect(() => makeFolder(path.join(file, 'below'))).toThrow(/ENOTDIR|EEXIST/);
});

// Node's own tries for ever here.
it.runIf(existsSync('/proc'))('throws where the system has no room for folders', () => {
  for (const folder of ['/proc/edgematte', '/proc/edgematte/state']) expect(() => makeFolder(folder)).toThrow('ENOENT');
});
