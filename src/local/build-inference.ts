/** Bundles the inference service: three entries side by side, native and licensed packages left outside. */
import { copyFile, cp, writeFile } from 'node:fs/promises';

import path from 'node:path';
import { build } from 'esbuild';
import { ownVersion } from '../wire/command-line/own-version.ts';
import { copyPackages } from './production-packages.ts';
import { renewFolder } from './renew-folder.ts';
import { inProject } from './root.ts';

/** Native code, and libheif, which its licence keeps replaceable. */
const outside = ['onnxruntime-node', 'koffi', 'sharp', 'libheif-js'];
/** WASM that is found by its path: for systems without a native binary, and larger than all the others. */
const portable = 'onnxruntime-web';
/** What fetches weights: npm's client, which needs files of its own, and a reader of ZIP files, which asks for Node's modules as it runs. */
const fetching = ['pacote', '@npmcli/config', 'yauzl'];

/**
 * Writes main.js, the two children that it forks and the kernels to dist/inference. `node main.js` needs the packages named
 * above in a `node_modules` beside or above it, and a package.json that says `"type": "module"`.
 * @throws Error with the bundler's own words
 */
export async function buildInference(): Promise<void> {
  await renewFolder(inProject('dist/inference'), bundle);
}

/**
 * Writes to dist/image what runs without the project: the same, `models.js` that fetches weights and what it forks, the manifest with the
 * networks of this project, its version, and the packages, for this system alone and without WebAssembly's runtime.
 * @throws Error with the bundler's own words, or naming a package that is not installed
 */
export async function buildImage(): Promise<void> {
  await renewFolder(inProject('dist/image'), async (into) => {
    await bundle(into, {
      models: inProject('scripts/models.ts'),
      'run-once-child': inProject('src/inference/run-once-child.ts'),
    });
    const { version, commit } = ownVersion();
    const described = { name: 'edgematte', version, gitHead: commit ?? undefined, private: true, type: 'module' };
    await writeFile(path.join(into, 'package.json'), `${JSON.stringify(described, null, 2)}\n`);
    await cp(inProject('models'), path.join(into, 'models'), { recursive: true, filter: isServed });
    await copyPackages([...outside, ...fetching], inProject('node_modules'), path.join(into, 'node_modules'));
  });
}

/** Cards, tables and the networks of this project, without what they were trained with. */
function isServed(source: string): boolean {
  return path.relative(inProject('models'), source).split(path.sep)[0] !== 'training';
}

async function bundle(outDirectory: string, furtherEntries: Readonly<Record<string, string>> = {}): Promise<void> {
  await build({
    entryPoints: {
      main: inProject('src/inference/main.ts'),
      'session-child': inProject('src/inference/scheduler/session-child.ts'),
      'lane-child': inProject('src/inference/lane/lane-child.ts'),
      ...furtherEntries,
    },
    outdir: outDirectory,
    bundle: true,
    platform: 'node',
    target: 'node22.12',
    format: 'esm',
    // What asks for Node's modules as it runs does not start in a bundle of this format; packages that have another build, have it here.
    mainFields: ['module', 'main'],
    external: [...outside, portable, ...fetching],
    logLevel: 'warning',
  });
  // Found by its path, beside the bundle: `module.node.ts` of the kernels.
  await copyFile(inProject('src/pixels/kernels/kernels.wasm'), path.join(outDirectory, 'kernels.wasm'));
}
