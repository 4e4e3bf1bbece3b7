/** End-to-end tests drive the bundles that a deployment would get, the shipped networks and the packed client: all are there beforehand. */
import { execFileSync } from 'node:child_process';
import { ensureModels } from '../src/inference/models/ensure.ts';
import { printProgress } from '../src/inference/models/progress.ts';
import { modelSettings } from '../src/inference/models/settings.ts';
import { build } from '../src/local/build.ts';
import { inProject } from '../src/local/root.ts';

declare global {
  /** Each project of vitest loads this file anew; a run makes them once, for the first project that asks. */
  var bundlesAndWeights: Promise<void> | undefined;
}

export default function ready(): Promise<void> {
  globalThis.bundlesAndWeights ??= prepare();
  return globalThis.bundlesAndWeights;
}

async function prepare(): Promise<void> {
  await ensureModels({ ...modelSettings(process.env), onProgress: printProgress(process.stderr) });
  await build();
  execFileSync(process.execPath, ['--import', 'tsx', inProject('clients/typescript/build.ts')], { stdio: 'inherit' });
}
