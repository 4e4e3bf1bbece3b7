/** Puts the site's files together: scripts, styles, and texts as HTML. */
import { copyFile, mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import sharp from 'sharp';
import { buildDocuments, type LegalName } from './documents/build.ts';
import { sharePicture } from './layout/layout.tsx';
import { phoneFile, phoneWidthPx, shownSamples } from './playground/samples.tsx';
import { makeSharePicture } from './playground/share-picture.ts';

const sources = path.dirname(fileURLToPath(import.meta.url));

/**
 * Builds the files into a folder, which is made if need be: each script of `browser/` as `scripts/NAME.js`, each style as
 * `styles/NAME.css`, each sample photo as it is called in `samples/`.
 * @param legal files in place of texts of `documents/legal`
 * @example
 * await buildSite('dist/public')
 */
export async function buildSite(
  outDirectory = 'dist/public',
  legal: Readonly<Partial<Record<LegalName, string>>> = {},
): Promise<void> {
  await mkdir(outDirectory, { recursive: true });
  const [scripts, styles] = await Promise.all([entriesIn('browser', /\.tsx?$/), entriesIn('styles', /\.css$/)]);
  await Promise.all([
    bundle(scripts, path.join(outDirectory, 'scripts')),
    bundle(styles, path.join(outDirectory, 'styles')),
    copySamples(path.join(outDirectory, 'samples')),
    copyFile(path.join(sources, 'favicon.svg'), path.join(outDirectory, 'favicon.svg')),
    makeSharePicture(path.join(outDirectory, sharePicture.path)),
    buildDocuments(path.join(outDirectory, 'documents'), legal),
  ]);
}

/** Photos that the playground offers, and what phones see of them before one is chosen. */
async function copySamples(outDirectory: string): Promise<void> {
  const folder = path.join(sources, 'playground/samples');
  await mkdir(outDirectory, { recursive: true });
  const photos = (await readdir(folder)).filter((name) => /\.(jpg|webp)$/.test(name));
  await Promise.all(photos.map((name) => copyFile(path.join(folder, name), path.join(outDirectory, name))));
  await Promise.all(
    shownSamples.map((name) =>
      sharp(path.join(folder, name))
        .resize(phoneWidthPx)
        .webp({ quality: 60, effort: 6 })
        .toFile(path.join(outDirectory, phoneFile(name))),
    ),
  );
}

async function entriesIn(folder: string, names: RegExp): Promise<string[]> {
  const files = await readdir(path.join(sources, folder), { withFileTypes: true });
  const entries = files.filter((file) => file.isFile() && names.test(file.name) && !/\.test\.tsx?$/.test(file.name));
  return entries.map(({ name }) => path.join(sources, folder, name));
}

async function bundle(entryPoints: readonly string[], outdir: string): Promise<void> {
  await build({
    entryPoints: [...entryPoints],
    outdir,
    bundle: true,
    // What a script imports when it first needs it is a file of its own.
    splitting: true,
    chunkNames: '[name]-[hash]',
    format: 'esm',
    target: ['es2022', 'chrome111', 'firefox115', 'safari16.4'],
    jsx: 'automatic',
    jsxImportSource: 'hono/jsx/dom',
    minify: true,
    logLevel: 'warning',
  });
}
