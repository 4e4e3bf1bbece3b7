import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fingerprintOfSources, isBuiltFrom, noteBuiltFrom } from './build-record.ts';

let root: string;

const write = (file: string, text: string) => {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
};

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'edgematte-record-'));
  write('src/edge/app.ts', 'one');
  write('package-lock.json', '{}');
  const pages = 'public/styles/site.css';
  for (const bundle of [
    'edge/worker.js',
    'pages/worker.js',
    'gateway/worker.js',
    'fetcher/fetcher.js',
    'start/workers-host.js',
    pages,
  ]) {
    write(`dist/${bundle}`, '');
  }
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

it('is built from what was noted, as long as nothing differs', () => {
  const fingerprint = fingerprintOfSources(root);
  expect(isBuiltFrom(root, fingerprint)).toBe(false);
  noteBuiltFrom(root, fingerprint);
  expect(isBuiltFrom(root, fingerprintOfSources(root))).toBe(true);
});

it.each([
  ['a source', () => write('src/edge/app.ts', 'two')],
  ['another source', () => write('src/edge/deep/new.ts', '')],
  [
    'the name of a source',
    () => {
      rmSync(path.join(root, 'src/edge/app.ts'));
      write('src/edge/apple.ts', 'one');
    },
  ],
  ['the packages', () => write('package-lock.json', '{ }')],
  ['the guide', () => write('docs/guide.md', '# Guide')],
  ['a bundle that is gone', () => rmSync(path.join(root, 'dist/gateway/worker.js'))],
  ['a build that did not end', () => noteBuiltFrom(root, null)],
])('is built anew after %s', (_what, change) => {
  noteBuiltFrom(root, fingerprintOfSources(root));
  change();
  expect(isBuiltFrom(root, fingerprintOfSources(root))).toBe(false);
});
