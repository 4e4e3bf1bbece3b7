/** End-to-end tests drive the bundles that a deployment would get, and the shipped networks: both are there beforehand. */
import { ensureModels } from '../src/models/ensure.ts';
import { printProgress } from '../src/models/progress.ts';
import { modelSettings } from '../src/models/settings.ts';
import { build } from '../src/start/build.ts';

export default async function prepare(): Promise<void> {
  await ensureModels({ ...modelSettings(process.env), onProgress: printProgress(process.stderr) });
  await build();
}
