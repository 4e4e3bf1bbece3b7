/** Whether `kernels.wasm` is what the C files make: by the build itself where its compiler is found, by hashes elsewhere. */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const folder = fileURLToPath(new URL('.', import.meta.url));
const sources = readdirSync(folder).filter((file) => /\.[ch]$/.test(file));
const hashed = [...sources, 'build.sh', 'kernels.wasm'].sort();
const sha256 = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');
/** The compiler whose output was taken in: others of the same number may order code differently. */
const compiler = '19.1.7';

test('the module was built from these sources', () => {
  const lines = hashed.map((file) => `${sha256(path.join(folder, file))}  ${file}\n`);
  expect(readFileSync(path.join(folder, 'SHA256SUMS'), 'utf8')).toBe(lines.join(''));
});

const found = spawnSync('clang-19', ['--version'], { encoding: 'utf8' }).stdout ?? '';

test.skipIf(!found.includes(compiler))('a build gives the same bytes', () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'edgematte-kernels-'));
  try {
    const built = path.join(directory, 'kernels.wasm');
    execFileSync(path.join(folder, 'build.sh'), [built]);
    expect(sha256(built)).toBe(sha256(path.join(folder, 'kernels.wasm')));
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});
