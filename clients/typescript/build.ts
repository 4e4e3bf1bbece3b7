/**
 * `npm run build -w clients/typescript`: the package's files, as they are published, for `npm pack`.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { type BuildOptions, build } from 'esbuild';

const folder = import.meta.dirname;
const inFolder = (...parts: string[]) => path.join(folder, ...parts);
/** Most bytes of the bundled library, with gzip. */
const limitBytes = 12_000;

const shared: BuildOptions = { bundle: true, format: 'esm', target: 'es2022', logLevel: 'error' };
const library: BuildOptions = { ...shared, entryPoints: [inFolder('src/index.ts')], platform: 'neutral' };

// Beside its place, and moved there whole: commands that begin meanwhile never run half of it.
const building = inFolder(`dist-${process.pid}`);
try {
  await build({ ...library, outfile: path.join(building, 'index.js') });
  await build({
    ...shared,
    entryPoints: [inFolder('src/command-line/main.ts')],
    platform: 'node',
    outfile: path.join(building, 'edgematte.js'),
  });
  const compiler = path.join(folder, '../../node_modules/typescript/bin/tsc');
  const declarations = [compiler, '-p', inFolder('tsconfig.declarations.json'), '--outDir', building];
  execFileSync(process.execPath, declarations, { stdio: 'inherit' });
  copyFileSync(inFolder('../../LICENSE'), inFolder('LICENSE'));
  rmSync(inFolder('dist'), { recursive: true, force: true });
  renameSync(building, inFolder('dist'));
} finally {
  rmSync(building, { recursive: true, force: true });
}

const { outputFiles } = await build({ ...library, minify: true, write: false });
const bytes = gzipSync(outputFiles[0].contents, { level: 9 }).length;
console.log(`TypeScript client: ${bytes} bytes gzip`);
console.log(
  `Its command line: ${gzipSync(readFileSync(inFolder('dist/edgematte.js')), { level: 9 }).length} bytes gzip`,
);
if (bytes > limitBytes) throw new Error(`The library may have ${limitBytes} bytes`);
