/** Whether `kernels.wasm` is what the C files make: by the build itself where its compiler is found, by hashes elsewhere. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { missing } from '../../../testing/needs.ts';

const folder = fileURLToPath(new URL('.', import.meta.url));
const sources = readdirSync(folder).filter((file) => /\.[ch]$/.test(file));
const hashed = [...sources, 'build.sh', 'kernels.wasm'].sort();
const sha256 = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');

test('the module was built from these sources', () => {
  const lines = hashed.map((file) => `${sha256(path.join(folder, file))}  ${file}\n`);
  expect(readFileSync(path.join(folder, 'SHA256SUMS'), 'utf8')).toBe(lines.join(''));
});

const noCompiler = missing('clang');

test('a build gives the same bytes', ({ skip }) => {
  skip(noCompiler !== null, noCompiler ?? undefined);
  const directory = mkdtempSync(path.join(tmpdir(), 'edgematte-kernels-'));
  try {
    const built = path.join(directory, 'kernels.wasm');
    execFileSync(path.join(folder, 'build.sh'), [built]);
    expect(sha256(built)).toBe(sha256(path.join(folder, 'kernels.wasm')));
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});
