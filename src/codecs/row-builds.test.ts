/** Whether the modules that read and write rows are what their sources make: by the build itself where it has what it needs, by hashes elsewhere. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { missing } from '../../testing/needs.ts';
import { inProject } from '../start/root.ts';

const sha256 = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');

/** Folders, their folder of C, what their build consists of, and whose fetched sources it reads. */
const builds = [
  ['jpeg-encoder', 'encoder', ['build.sh'], ['jpeg-rows']],
  ['jpeg-rows', 'decoder', ['build.sh', 'fetch.sh', 'parts.sh'], ['jpeg-rows']],
  ['png-rows', 'decoder', ['build.sh', 'fetch.sh', 'parts.sh'], ['png-rows']],
  // SIMDe comes with the sources of JPEG.
  ['webp-rows', 'decoder', ['build.sh', 'fetch.sh', 'parts.sh'], ['webp-rows', 'jpeg-rows']],
] as const;

describe.each(builds)('%s.wasm', (name, c, scripts, sources) => {
  const folder = inProject(`src/codecs/${name}`);
  const own = readdirSync(path.join(folder, c), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.[ch]$/.test(file))
    .map((file) => `${c}/${file}`);

  test('was built from these sources', () => {
    const hashed = [...own, ...scripts, `${name}.wasm`].sort();
    const lines = hashed.map((file) => `${sha256(path.join(folder, file))}  ${file}\n`);
    expect(readFileSync(path.join(folder, 'SHA256SUMS'), 'utf8')).toBe(lines.join(''));
  });

  test('is what a build gives, byte for byte', ({ skip }) => {
    const noCompiler = missing('clang');
    skip(noCompiler !== null, noCompiler ?? undefined);
    // A registry may be out of reach, and the hashes above say most of it.
    const absent = sources.find((each) => !existsSync(inProject(`dist/${each}/complete`)));
    skip(absent !== undefined, `not compared: src/codecs/${absent}/fetch.sh has not been run`);
    const directory = mkdtempSync(path.join(tmpdir(), `edgematte-${name}-`));
    try {
      const built = path.join(directory, `${name}.wasm`);
      execFileSync(path.join(folder, 'build.sh'), [built]);
      expect(sha256(built)).toBe(sha256(path.join(folder, `${name}.wasm`)));
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  });
});
