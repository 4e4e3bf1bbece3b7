/** Puts the pages together: one script, one style, two documents, and the reference viewer with its licence. */
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const sources = path.dirname(fileURLToPath(import.meta.url));
const copied = ['index.html', 'docs.html', 'favicon.svg'];

/**
 * Builds the pages into a folder, which is made if need be.
 * @example
 * await buildConsole('dist/public')
 */
export async function buildConsole(outDirectory = 'dist/public'): Promise<void> {
  await mkdir(outDirectory, { recursive: true });
  await Promise.all([
    build({
      entryPoints: [path.join(sources, 'console.ts'), path.join(sources, 'console.css')],
      outdir: outDirectory,
      bundle: true,
      format: 'esm',
      target: ['es2022', 'chrome111', 'firefox115', 'safari16.4'],
      minify: true,
      logLevel: 'warning',
    }),
    ...copied.map((name) => copyFile(path.join(sources, name), path.join(outDirectory, name))),
    writeReference(path.join(outDirectory, 'reference.js')),
  ]);
}

/** The viewer's file names its licence by a link; a copy has to carry the text. */
async function writeReference(target: string): Promise<void> {
  const [licence, viewer] = await Promise.all([
    readFile(path.join(sources, 'scalar-licence.txt'), 'utf8'),
    readFile(viewerFile(), 'utf8'),
  ]);
  await writeFile(target, `/*!\n${licence.trim()}\n*/\n${viewer}`);
}

function viewerFile(): string {
  const packageEntry = createRequire(import.meta.url).resolve('@scalar/api-reference');
  return path.join(path.dirname(packageEntry), 'browser', 'standalone.js');
}
