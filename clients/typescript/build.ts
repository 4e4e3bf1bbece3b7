/**
 * `npm run build -w clients/typescript`: the package's files, as they are published. `npm pack` takes them from here.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { type BuildOptions, build } from 'esbuild';

const folder = import.meta.dirname;
const inFolder = (...parts: string[]) => path.join(folder, ...parts);
/** What the library may weigh for whoever bundles it, in bytes of gzip. */
const limitBytes = 12_000;

const shared: BuildOptions = { bundle: true, format: 'esm', target: 'es2022', logLevel: 'error' };
const library: BuildOptions = { ...shared, entryPoints: [inFolder('src/index.ts')], platform: 'neutral' };

rmSync(inFolder('dist'), { recursive: true, force: true });
await build({ ...library, outfile: inFolder('dist/index.js') });
await build({
  ...shared,
  entryPoints: [inFolder('src/command-line/main.ts')],
  platform: 'node',
  banner: { js: '#!/usr/bin/env node' },
  outfile: inFolder('dist/edgematte.js'),
});
const compiler = path.join(folder, '../../node_modules/typescript/bin/tsc');
execFileSync(process.execPath, [compiler, '-p', inFolder('tsconfig.declarations.json')], { stdio: 'inherit' });
copyFileSync(inFolder('../../LICENSE'), inFolder('LICENSE'));

const { outputFiles } = await build({ ...library, minify: true, write: false });
const bytes = gzipSync(outputFiles[0].contents, { level: 9 }).length;
console.log(`TypeScript client: ${bytes} bytes gzip`);
console.log(
  `Its command line: ${gzipSync(readFileSync(inFolder('dist/edgematte.js')), { level: 9 }).length} bytes gzip`,
);
if (bytes > limitBytes) throw new Error(`The library may have ${limitBytes} bytes`);
