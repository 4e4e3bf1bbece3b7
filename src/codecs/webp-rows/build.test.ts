/** Whether `webp-rows.wasm` is what its sources make: by the build itself where it has what it needs, by hashes elsewhere. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { missing } from '../../../testing/needs.ts';
import { inProject } from '../../start/root.ts';

const folder = fileURLToPath(new URL('.', import.meta.url));
const own = readdirSync(path.join(folder, 'decoder'), { recursive: true, encoding: 'utf8' }).filter((file) =>
  /\.[ch]$/.test(file),
);
const hashed = [...own.map((file) => `decoder/${file}`), 'build.sh', 'fetch.sh', 'webp-rows.wasm', 'parts.sh'].sort();
const sha256 = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');

test('the module was built from these sources', () => {
  const lines = hashed.map((file) => `${sha256(path.join(folder, file))}  ${file}\n`);
  expect(readFileSync(path.join(folder, 'SHA256SUMS'), 'utf8')).toBe(lines.join(''));
});

test('a build gives the same bytes', ({ skip }) => {
  const noCompiler = missing('clang');
  skip(noCompiler !== null, noCompiler ?? undefined);
  // A registry may be out of reach, and the hashes above say most of it.
  const folders = ['dist/webp-rows', 'dist/jpeg-rows'];
  skip(
    !folders.every((each) => existsSync(inProject(`${each}/complete`))),
    'not compared: src/codecs/webp-rows/fetch.sh has not been run',
  );
  const directory = mkdtempSync(path.join(tmpdir(), 'edgematte-webp-rows-'));
  try {
    const built = path.join(directory, 'webp-rows.wasm');
    execFileSync(path.join(folder, 'build.sh'), [built]);
    expect(sha256(built)).toBe(sha256(path.join(folder, 'webp-rows.wasm')));
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});
