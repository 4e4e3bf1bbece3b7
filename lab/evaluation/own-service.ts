/** A service of the script's own: the bundles of a deployment, real weights, one key that never runs out. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { facilitiesOf } from '../../src/inference/machine.ts';
import { ensureModels } from '../../src/inference/models/ensure.ts';
import { printProgress } from '../../src/inference/models/progress.ts';
import { type ModelSettings, modelSettings } from '../../src/inference/models/settings.ts';
import { readSettings } from '../../src/inference/settings.ts';
import { build } from '../../src/local/build.ts';
import { type InferenceProcess, startInferenceProcess } from '../../src/local/inference-process.ts';
import { startWorkersProcess } from '../../src/local/workers-process.ts';

export interface OwnService {
  readonly base: string;
  readonly key: string;
  /** Makes another key: of 100 credits, or of these terms of the admin API. */
  keyWith(terms?: Readonly<Record<string, unknown>>): Promise<string>;
  /** The networks' end, for statistics. */
  readonly inference: { readonly base: string; readonly token: string };
  stop(): Promise<void>;
}

const secret = 'own-service-secret';

/**
 * Starts it on free ports, with a state folder that goes when it stops.
 * @param edgeVariables what the edge is set to beside its secrets, `MATTE_UPSAMPLING` for one
 * @param startInference another inference service, started with these variables
 */
export async function startOwnService(
  models: ModelSettings = modelSettings(process.env),
  edgeVariables: Readonly<Record<string, string>> = {},
  startInference: (environment: Readonly<Record<string, string>>) => Promise<InferenceProcess> = startInferenceProcess,
): Promise<OwnService> {
  const { manifestPath, modelsDirectory } = models;
  const { precision } = facilitiesOf(readSettings(process.env));
  await ensureModels({ manifestPath, modelsDirectory, precision, onProgress: printProgress(process.stderr) });
  await build();
  const directory = mkdtempSync(path.join(tmpdir(), 'edgematte-own-'));
  const inference = await startInference({
    INFERENCE_PORT: '0',
    INFERENCE_TOKEN: secret,
    MODELS_DIR: modelsDirectory,
    MODELS_MANIFEST: manifestPath,
  });
  const workers = await startWorkersProcess({
    port: 0,
    stateDirectory: directory,
    edgeVariables: { ...edgeVariables, KEY_HASH_SECRET: secret, ADMIN_TOKEN: secret, SESSION_SECRET: secret },
    gatewayVariables: { INFERENCE_TOKEN: secret, INFERENCE_URL: `http://127.0.0.1:${inference.port}` },
  }).catch(async (cause) => {
    await inference.stop();
    throw cause;
  });
  const keyWith = async (terms = {}) => {
    const created = await fetch(`${workers.base}/admin/keys`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ type: 'test', credits: 100, ...terms }),
    });
    if (created.status !== 201) throw new Error(`No key was made: ${created.status} ${await created.text()}`);
    return ((await created.json()) as { key: string }).key;
  };
  return {
    base: workers.base,
    key: await keyWith({ credits: 100_000, rate_per_minute: 100_000 }),
    keyWith,
    inference: { base: `http://127.0.0.1:${inference.port}`, token: secret },
    async stop() {
      await Promise.all([workers.stop(), inference.stop()]);
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
