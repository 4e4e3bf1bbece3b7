/** Bundles the inference service for an image: three entries side by side, native and licensed packages left outside. */
import { copyFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { renewFolder } from './renew-folder.ts';
import { inProject } from './root.ts';

/** Native code, WASM that is found by its path, and libheif, which its licence keeps replaceable. */
const outside = ['onnxruntime-node', 'onnxruntime-web', 'sharp', 'libheif-js'];

/**
 * Writes main.js, the two children that it forks and the kernels to dist/inference. `node main.js` needs the packages named
 * above in a `node_modules` beside or above it, and a package.json that says `"type": "module"`.
 * @throws Error with the bundler's own words
 */
export async function buildInference(): Promise<void> {
  await renewFolder(inProject('dist/inference'), bundle);
}

async function bundle(outDirectory: string): Promise<void> {
  await build({
    entryPoints: {
      main: inProject('src/inference/main.ts'),
      'session-child': inProject('src/inference/scheduler/session-child.ts'),
      'lane-child': inProject('src/inference/lane/lane-child.ts'),
    },
    outdir: outDirectory,
    bundle: true,
    platform: 'node',
    target: 'node20.19',
    format: 'esm',
    external: outside,
    logLevel: 'warning',
  });
  // Found by its path, beside the bundle: `module.node.ts` of the kernels.
  copyFileSync(inProject('src/kernels/kernels.wasm'), path.join(outDirectory, 'kernels.wasm'));
}
