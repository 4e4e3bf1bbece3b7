/** Whether the modules that read and write rows are what their sources make: by the build itself where it has what it needs, by hashes elsewhere. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { missing } from '../../../testing/needs.ts';
import { inProject } from '../../local/root.ts';

const sha256 = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');

const program = inProject('src/pixels/codecs/build.sh');

/** Folders, their folder of C, and whose fetched sources their build reads. */
const builds = [
  ['jpeg-encoder', 'encoder', ['jpeg-rows']],
  ['jpeg-rows', 'decoder', ['jpeg-rows']],
  ['png-rows', 'decoder', ['png-rows']],
  // SIMDe comes with the sources of JPEG.
  ['webp-rows', 'decoder', ['webp-rows', 'jpeg-rows']],
] as const;

describe.each(builds)('%s.wasm', (name, c, sources) => {
  const folder = inProject(`src/pixels/codecs/${name}`);
  const own = readdirSync(path.join(folder, c), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.[ch]$/.test(file))
    .map((file) => `${c}/${file}`);

  test('was built from these sources', () => {
    const scripts = readdirSync(folder).filter((file) => file.endsWith('.sh'));
    const hashed = ['../build.sh', '../fetch.sh', ...own, ...scripts, `${name}.wasm`].sort();
    const lines = hashed.map((file) => `${sha256(path.join(folder, file))}  ${file}\n`);
    expect(readFileSync(path.join(folder, 'SHA256SUMS'), 'utf8')).toBe(lines.join(''));
  });

  test('is what a build gives, byte for byte', ({ skip }) => {
    const noCompiler = missing('clang');
    skip(noCompiler !== null, noCompiler ?? undefined);
    // A registry may be out of reach, and the hashes above say most of it.
    const absent = sources.find((each) => !existsSync(inProject(`dist/${each}/complete`)));
    skip(absent !== undefined, `not compared: src/pixels/codecs/fetch.sh ${absent} has not been run`);
    const directory = mkdtempSync(path.join(tmpdir(), `edgematte-${name}-`));
    try {
      const built = path.join(directory, `${name}.wasm`);
      execFileSync(program, [name, built]);
      expect(sha256(built)).toBe(sha256(path.join(folder, `${name}.wasm`)));
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  });
});
