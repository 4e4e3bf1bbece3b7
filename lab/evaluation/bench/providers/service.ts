/** The whole service with networks by one list of providers: cutouts a second with several callers, and what they take. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { operationNamed } from '../../../../src/contract/operations.ts';
import type { ModelSettings } from '../../../../src/inference/models/settings.ts';
import { startWorkersProcess } from '../../../../src/local/workers-process.ts';
import { median } from '../../../../testing/percentiles.ts';
import { type OwnService, startOwnService } from '../../own-service.ts';
import { benchPhoto } from '../photos.ts';
import { secondsBetween, secondsOfPrograms, whole } from '../programs.ts';
import { gpuMemoryMiB } from './gpu-memory.ts';

const callerCounts = [1, 4, 8];
const refusedPauseMs = 100;
const secret = 'providers-bench-secret';

export interface ServiceMeasures {
  readonly providers: string;
  readonly workers: number;
  readonly edges: number;
  /** From the start of the inference service to its ready line, self-tests passed. */
  readonly startMs: number;
  /** The first call of all. */
  readonly firstCallMs: number;
  /** MiB of the GPU, after all calls. */
  readonly memoryMiB: number;
  readonly byCallers: readonly CallerMeasures[];
}

export interface CallerMeasures {
  readonly callers: number;
  readonly cutoutsPerSecond: number;
  /** Calls that were refused for the moment: too many for this service. */
  readonly refused: number;
  readonly medianMs: number;
  /** Processor seconds of a cutout: all processes, those of the networks, those of the edge. */
  readonly cpuSeconds: number;
  readonly sessionCpuSeconds: number;
  readonly edgeCpuSeconds: number;
  /** Inside the runtime, of all runs of a cutout. */
  readonly runMs: number;
  readonly runs: number;
}

export interface ServiceOptions {
  readonly models: ModelSettings;
  readonly providers: readonly string[];
  /** Processes with sessions. */
  readonly workers: number;
  /** Edges in front of it: each is one thread, and there are many in a deployment. */
  readonly edges: number;
  readonly forMs: number;
}

/** Measures one service, after a call for each caller. */
export async function measureService(options: ServiceOptions): Promise<ServiceMeasures> {
  const { models, providers, workers, edges: edgeCount, forMs } = options;
  const idleMiB = gpuMemoryMiB();
  Object.assign(process.env, {
    INFERENCE_PROVIDERS: providers.join(','),
    INFERENCE_WORKERS: String(workers),
    INFERENCE_RUNTIME: 'native',
  });
  const startedMs = performance.now();
  const service = await startOwnService(models);
  const startMs = performance.now() - startedMs;
  const edges: Edge[] = [service];
  try {
    const further = Array.from({ length: edgeCount - 1 }, () => startEdge(service.inference));
    edges.push(...(await Promise.all(further)));
    const photo = await benchPhoto('coffee', 1);
    const firstMs = performance.now();
    await cutout(service, photo);
    const firstCallMs = performance.now() - firstMs;
    await Promise.all(edges.map((edge) => cutout(edge, photo)));
    const byCallers: CallerMeasures[] = [];
    for (const callers of callerCounts) byCallers.push(await measureCallers(service, edges, photo, callers, forMs));
    const memoryMiB = gpuMemoryMiB() - idleMiB;
    return {
      providers: providers.join(','),
      workers,
      edges: edgeCount,
      startMs,
      firstCallMs,
      memoryMiB,
      byCallers,
    };
  } finally {
    await Promise.all(edges.slice(1).map((edge) => edge.stop()));
    await service.stop();
  }
}

type Edge = Pick<OwnService, 'base' | 'key' | 'stop'>;

async function measureCallers(
  service: OwnService,
  edges: readonly Edge[],
  photo: Buffer,
  callers: number,
  forMs: number,
): Promise<CallerMeasures> {
  const secondsBefore = secondsOfPrograms();
  const before = await runsOf(service);
  const startedMs = performance.now();
  const took: number[] = [];
  let refused = 0;
  const call = async (edge: Edge) => {
    while (performance.now() - startedMs < forMs) {
      const calledMs = performance.now();
      if (await cutout(edge, photo)) took.push(performance.now() - calledMs);
      else {
        refused += 1;
        await setTimeout(refusedPauseMs);
      }
    }
  };
  await Promise.all(Array.from({ length: callers }, (_, index) => call(edges[index % edges.length])));
  const seconds = (performance.now() - startedMs) / 1000;
  const after = await runsOf(service);
  const perCutout = secondsBetween(secondsBefore, secondsOfPrograms(), took.length);
  return {
    callers,
    cutoutsPerSecond: took.length / seconds,
    refused,
    medianMs: median(took),
    cpuSeconds: whole(perCutout),
    sessionCpuSeconds: perCutout.networks,
    edgeCpuSeconds: perCutout.edge,
    runMs: (after.ms - before.ms) / took.length,
    runs: (after.runs - before.runs) / took.length,
  };
}

/** @returns whether it was answered with a cutout. @throws Error where neither that nor a refusal came */
async function cutout({ base, key }: Edge, photo: Buffer): Promise<boolean> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(photo)]), 'photo.jpg');
  const url = `${base}${operationNamed('image-without-background').path}`;
  const answer = await fetch(url, { method: 'POST', headers: { 'X-API-Key': key }, body: form });
  const body = await answer.arrayBuffer();
  if (answer.status === 503) return false;
  if (answer.status !== 200) throw new Error(`${answer.status}: ${Buffer.from(body).toString('utf8').slice(0, 200)}`);
  return true;
}

interface ModelStatistics {
  readonly execution_count: number;
  readonly inference_stats: { readonly compute_infer: { readonly ns: number } };
}

/** How often networks have run, and how long inside the runtime. */
async function runsOf({ inference: { base, token } }: OwnService): Promise<{ runs: number; ms: number }> {
  const answer = await fetch(`${base}/v2/models/stats`, { headers: { Authorization: `Bearer ${token}` } });
  const { model_stats } = (await answer.json()) as { model_stats: ModelStatistics[] };
  return {
    runs: model_stats.reduce((sum, { execution_count }) => sum + execution_count, 0),
    ms: model_stats.reduce((sum, { inference_stats }) => sum + inference_stats.compute_infer.ns / 1e6, 0),
  };
}

/** A further edge with a key of its own. */
async function startEdge({ base: inference, token }: OwnService['inference']): Promise<Edge> {
  const directory = mkdtempSync(path.join(tmpdir(), 'edgematte-providers-'));
  const { base, stop } = await startWorkersProcess({
    port: 0,
    stateDirectory: directory,
    edgeVariables: { KEY_HASH_SECRET: secret, ADMIN_TOKEN: secret },
    gatewayVariables: { INFERENCE_TOKEN: token, INFERENCE_URL: inference },
  });
  const created = await fetch(`${base}/admin/keys`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ type: 'test', credits: 100_000, rate_per_minute: 100_000 }),
  });
  const { key } = (await created.json()) as { key: string };
  return {
    base,
    key,
    async stop() {
      await stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
