import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fingerprintOfBuilt } from './built.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'edgematte-built-'));
  mkdirSync(path.join(root, 'dist/edge/pages'), { recursive: true });
  write('worker.js', '1');
});
afterEach(() => rmSync(root, { recursive: true }));

const write = (file: string, text: string) => writeFileSync(path.join(root, 'dist/edge', file), text);
const fingerprint = () => fingerprintOfBuilt(root, ['dist/edge']);

test('every file counts but maps and READMEs', () => {
  const before = fingerprint();
  write('worker.js.map', '1');
  write('README.md', '1');
  expect(fingerprint()).toBe(before);
  write('pages/index.html', '1');
  const withPage = fingerprint();
  expect(withPage).not.toBe(before);
  write('pages/index.html', '2');
  expect(fingerprint()).not.toBe(withPage);
});

test('a folder that was not built is no fingerprint', () => {
  expect(() => fingerprintOfBuilt(root, ['dist/gateway'])).toThrow('ENOENT');
});
