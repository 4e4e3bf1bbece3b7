/** The service under measurement: the bundles of a deployment, real weights, a key of its own. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ensureModels } from '../../src/models/ensure.ts';
import { printProgress } from '../../src/models/progress.ts';
import { modelSettings } from '../../src/models/settings.ts';
import { build } from '../../src/start/build.ts';
import { startInferenceProcess } from '../../src/start/inference-process.ts';
import { startWorkers } from '../../src/start/workers.ts';

export interface TimedCutout {
  readonly lane: 'edge' | 'image';
  readonly uploadAndDecodeMs: number;
  readonly inferenceMs: number;
  readonly composeMs: number;
  readonly totalMs: number;
  readonly bytes: number;
}

export interface BenchService {
  readonly modelsDirectory: string;
  cutout(photo: Buffer): Promise<TimedCutout>;
  stop(): Promise<void>;
}

const secret = 'bench-secret';

export async function startBenchService(): Promise<BenchService> {
  const { manifestPath, modelsDirectory } = modelSettings(process.env);
  await ensureModels({ manifestPath, modelsDirectory, onProgress: printProgress(process.stderr) });
  await build();
  const directory = mkdtempSync(path.join(tmpdir(), 'edgematte-bench-'));
  const inference = await startInferenceProcess({
    INFERENCE_PORT: '0',
    INFERENCE_TOKEN: secret,
    MODELS_DIR: modelsDirectory,
    MODELS_MANIFEST: manifestPath,
  });
  const workers = await startWorkers({
    port: 0,
    stateDirectory: directory,
    edgeVariables: { KEY_HASH_SECRET: secret, ADMIN_TOKEN: secret },
    gatewayVariables: { INFERENCE_TOKEN: secret, INFERENCE_URL: `http://127.0.0.1:${inference.port}` },
  });
  const created = await fetch(`${workers.base}/admin/keys`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ type: 'test', credits: 100_000, rate_per_minute: 100_000 }),
  });
  const { key } = (await created.json()) as { key: string };
  return {
    modelsDirectory,
    cutout: (photo) => timedCutout(workers.base, key, photo),
    async stop() {
      await Promise.all([workers.stop(), inference.stop()]);
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** The clock is the client's; only the network's own time comes from `Server-Timing`. */
async function timedCutout(base: string, key: string, photo: Buffer): Promise<TimedCutout> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(photo)]), 'photo.jpg');
  const startedAt = performance.now();
  const answer = await fetch(`${base}/v1.0/image-without-background`, {
    method: 'POST',
    headers: { 'X-API-Key': key },
    body: form,
  });
  const headersAt = performance.now();
  const { byteLength } = await answer.arrayBuffer();
  const endedAt = performance.now();
  if (answer.status !== 200) throw new Error(`The service answered ${answer.status}`);
  const timing = answer.headers.get('Server-Timing') ?? '';
  const inferenceMs = Number(/inference;dur=([\d.]+)/.exec(timing)?.[1] ?? Number.NaN);
  return {
    lane: timing.includes('image-lane') ? 'image' : 'edge',
    uploadAndDecodeMs: headersAt - startedAt - inferenceMs,
    inferenceMs,
    composeMs: endedAt - headersAt,
    totalMs: endedAt - startedAt,
    bytes: byteLength,
  };
}
