/** Bare runs of every network in every number format in the models folder, by a provider and by the processor. */
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { openCatalogue, type ServedModel } from '../../../src/inference/catalogue.ts';
import { derivedPath } from '../../../src/models/derive.ts';
import type { Precision } from '../../../src/models/precision.ts';
import type { ModelSettings } from '../../../src/models/settings.ts';
import { type Difference, differenceOf, worstOf } from './difference.ts';
import { gpuMemoryMiB } from './gpu-memory.ts';
import { batchOf, inputOf, type Photo } from './pictures.ts';
import { type BenchSession, openBenchSession } from './session.ts';

const batches = [1, 2, 4, 8];
/** Of timed runs, where a format is slow. */
const longestMs = 5000;
const sessionCounts = [1, 2, 4];
/** A call of the service asks the matte network at these sides, each a shape of its own to a provider. */
const furtherSides = [768, 512];

export interface NetworkMeasures {
  readonly network: string;
  readonly precision: Precision;
  readonly providers: string;
  openMs: number;
  /** By batch: the first run of the shape, the median of the others, and processor seconds a run. */
  readonly byBatch: Map<number, { firstMs: number; medianMs: number; cpuSeconds: number }>;
  /** First run and median at the further sides, batch 1. */
  readonly bySide: Map<number, { firstMs: number; medianMs: number }>;
  /** The first run at the size of before, after those. */
  backMs?: number;
  /** MiB of the GPU with one session after batch 1, and after the largest batch that ran. */
  readonly memoryMiB: Map<number, number>;
  /** Runs a second of batch 1, by how many sessions run at once. */
  readonly bySessions: Map<number, number>;
  /** From float32 on the processor, over all photos. */
  difference?: Difference;
  failed?: string;
}

export interface NetworksOptions {
  readonly models: ModelSettings;
  readonly providers: readonly string[];
  readonly photos: readonly Photo[];
  readonly runs: number;
  readonly throughputMs: number;
  readonly only?: readonly string[];
  /** Called after each finished part. */
  readonly onMeasured: (measures: NetworkMeasures) => void;
}

/** The matte network first: its mattes are inputs of others. */
export async function measureNetworks(options: NetworksOptions): Promise<void> {
  const { models: served } = await openCatalogue(options.models);
  // A file is listed under the name of each of its sizes, its own first.
  const networks = served
    .filter((model, index) => served.findIndex(({ file }) => file === model.file) === index)
    .sort((one, other) => Number(isMatte(other)) - Number(isMatte(one)));
  for (const network of networks) {
    const wanted = !options.only || options.only.includes(network.name);
    if (!wanted && !isMatte(network)) continue;
    const reference = await measureOne(network, 'fp32', undefined, options);
    if (isMatte(network)) {
      const [, heightPx, widthPx] = network.inputs[0].shape;
      for (const [index, [matte]] of reference.entries()) {
        options.photos[index].matte = { widthPx, heightPx, alpha: matte.data };
      }
    }
    if (!wanted) continue;
    for (const precision of ['fp32', 'fp16', 'int8'] as const) {
      if (precision === 'fp32' || existsSync(derivedPath(options.models.modelsDirectory, network.name, precision))) {
        await measureOne(network, precision, options.providers, options, reference);
      }
    }
    if (existsSync(derivedPath(options.models.modelsDirectory, network.name, 'int8'))) {
      await measureOne(network, 'int8', undefined, options, reference);
    }
  }
}

function isMatte({ inputs }: ServedModel): boolean {
  return inputs[0].shape[3] === 3 && inputs[0].shape[1] >= 1024;
}

type Answers = Awaited<ReturnType<BenchSession['run']>>['outputs'];

/**
 * Measures a network in one format.
 * @param asked undefined is the processor, of which one session and batch 1 are measured, in a tenth of the runs
 * @returns its answers to the photos
 */
async function measureOne(
  network: ServedModel,
  precision: Precision,
  asked: readonly string[] | undefined,
  options: NetworksOptions,
  reference?: readonly Answers[],
): Promise<readonly Answers[]> {
  const isPeer = asked === undefined;
  const providers = asked ?? ['cpu'];
  const measures: NetworkMeasures = {
    network: network.name,
    precision,
    providers: providers.join(','),
    openMs: Number.NaN,
    byBatch: new Map(),
    bySide: new Map(),
    memoryMiB: new Map(),
    bySessions: new Map(),
  };
  const file =
    precision === 'int8' || precision === 'fp16'
      ? derivedPath(options.models.modelsDirectory, network.name, precision)
      : network.file;
  const opening = {
    file,
    precision,
    choice: { name: 'native' as const, threads: availableParallelism(), providers },
    outputs: network.outputs.map(({ name }) => name),
  };
  const answers: Answers[] = [];
  const { photos, runs, throughputMs } = options;
  const samples = await Promise.all(photos.map((photo) => inputOf(photo, network.inputs[0])));
  const [sample] = samples;
  const [timed, warm] = isPeer ? [Math.ceil(runs / 10), 0] : [runs, 5];
  const idleMiB = gpuMemoryMiB();
  const sessions: BenchSession[] = [];
  try {
    sessions.push(await openBenchSession(opening));
    const [session] = sessions;
    measures.openMs = session.openMs;
    for (const batch of isPeer ? [1] : batches) {
      const inputs = [batchOf(sample, batch)];
      const { firstMs } = await session.run({ inputs, runs: warm });
      const { medianMs, cpuSeconds, runs: ran } = await session.run({ inputs, runs: timed, forMs: longestMs });
      measures.byBatch.set(batch, { firstMs, medianMs, cpuSeconds: cpuSeconds / ran });
      measures.memoryMiB.set(batch, gpuMemoryMiB() - idleMiB);
    }
    for (const input of samples) answers.push((await session.run({ inputs: [input], runs: 0 })).outputs);
    if (reference) measures.difference = worstOf(answers.map((each, index) => differenceOf(each, reference[index])));
    if (isMatte(network) && !isPeer) {
      for (const side of furtherSides) {
        const input = await inputOf(photos[0], { name: sample.name, shape: [1, side, side, 3] });
        const { firstMs } = await session.run({ inputs: [input], runs: warm });
        const { medianMs } = await session.run({ inputs: [input], runs: timed });
        measures.bySide.set(side, { firstMs, medianMs });
      }
      measures.backMs = (await session.run({ inputs: [sample], runs: 0 })).firstMs;
    }
    for (const count of isPeer ? [] : sessionCounts) {
      while (sessions.length < count) sessions.push(await openBenchSession(opening));
      await Promise.all(sessions.map((each) => each.run({ inputs: [sample], runs: warm })));
      const reports = await Promise.all(sessions.map((each) => each.run({ inputs: [sample], forMs: throughputMs })));
      const rate = reports.reduce((sum, report) => sum + report.runs / (report.tookMs / 1000), 0);
      measures.bySessions.set(count, rate);
    }
  } catch (cause) {
    measures.failed = (cause as Error).message;
  } finally {
    await Promise.all(sessions.map((session) => session.close()));
  }
  options.onMeasured(measures);
  return answers;
}
