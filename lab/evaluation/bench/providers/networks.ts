/** Bare runs of every network in every number format in the models folder, by a provider and by the processor. */
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { openCatalogue, type ServedModel } from '../../../../src/inference/catalogue.ts';
import { derivedPath } from '../../../../src/inference/models/derive.ts';
import type { Precision } from '../../../../src/inference/models/precision.ts';
import type { ModelSettings } from '../../../../src/inference/models/settings.ts';
import type { WireTensor } from '../../../../src/wire/protocol/tensor.ts';
import { type Difference, differenceOf, worstOf } from './difference.ts';
import { gpuMemoryMiB } from './gpu-memory.ts';
import { batchOf, inputOf, type Photo } from './pictures.ts';
import { type BenchSession, openBenchSession } from './session.ts';
import type { Opening } from './session-process.ts';

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
    const reference = await measureOne(network, 'fp32', { providers: undefined, options });
    if (isMatte(network)) {
      const [, heightPx, widthPx] = network.inputs[0].shape;
      for (const [index, [matte]] of reference.entries()) {
        options.photos[index].matte = { widthPx, heightPx, alpha: matte.data };
      }
    }
    if (!wanted) continue;
    for (const precision of ['fp32', 'fp16', 'int8'] as const) {
      if (precision === 'fp32' || existsSync(derivedPath(options.models.modelsDirectory, network.name, precision))) {
        await measureOne(network, precision, { providers: options.providers, options, reference });
      }
    }
    if (existsSync(derivedPath(options.models.modelsDirectory, network.name, 'int8'))) {
      await measureOne(network, 'int8', { providers: undefined, options, reference });
    }
  }
}

function isMatte({ inputs }: ServedModel): boolean {
  return inputs[0].shape[3] === 3 && inputs[0].shape[1] >= 1024;
}

type Answers = Awaited<ReturnType<BenchSession['run']>>['outputs'];

/** What a network is measured by. */
interface Asked {
  /** Undefined is the processor, of which one session and batch 1 are measured, in a tenth of the runs. */
  readonly providers: readonly string[] | undefined;
  readonly options: NetworksOptions;
  /** Its answers in float32 by the processor. */
  readonly reference?: readonly Answers[];
}

/** Measures a network in one format. @returns its answers to the photos */
async function measureOne(network: ServedModel, precision: Precision, asked: Asked): Promise<readonly Answers[]> {
  const { options, reference } = asked;
  const samples = await Promise.all(options.photos.map((photo) => inputOf(photo, network.inputs[0])));
  const measuring = new Measuring(network, precision, { ...asked, samples });
  const { measures, answers } = measuring;
  try {
    await measuring.open();
    await measuring.measureBatches();
    await measuring.answerPhotos();
    if (reference) measures.difference = worstOf(answers.map((each, index) => differenceOf(each, reference[index])));
    if (isMatte(network) && asked.providers) await measuring.measureSides();
    if (asked.providers) await measuring.measureSessions();
  } catch (cause) {
    measures.failed = (cause as Error).message;
  } finally {
    await measuring.close();
  }
  options.onMeasured(measures);
  return answers;
}

/** A network in one format, and its sessions. */
class Measuring {
  readonly measures: NetworkMeasures;
  readonly answers: Answers[] = [];
  readonly #asked: Asked & { readonly samples: readonly WireTensor[] };
  readonly #opening: Opening;
  readonly #sessions: BenchSession[] = [];
  readonly #idleMiB = gpuMemoryMiB();

  constructor(network: ServedModel, precision: Precision, asked: Asked & { readonly samples: readonly WireTensor[] }) {
    const providers = asked.providers ?? ['cpu'];
    this.#asked = asked;
    this.measures = {
      network: network.name,
      precision,
      providers: providers.join(','),
      openMs: Number.NaN,
      byBatch: new Map(),
      bySide: new Map(),
      memoryMiB: new Map(),
      bySessions: new Map(),
    };
    const isDerived = precision === 'int8' || precision === 'fp16';
    const { modelsDirectory } = asked.options.models;
    this.#opening = {
      file: isDerived ? derivedPath(modelsDirectory, network.name, precision) : network.file,
      precision,
      choice: { name: 'native', threads: availableParallelism(), providers },
      outputs: network.outputs.map(({ name }) => name),
    };
  }

  async open(): Promise<void> {
    this.#sessions.push(await openBenchSession(this.#opening));
    this.measures.openMs = this.#sessions[0].openMs;
  }

  async measureBatches(): Promise<void> {
    const { timed, warm } = this.#runs;
    for (const batch of this.#asked.providers ? batches : [1]) {
      const inputs = [batchOf(this.#sample, batch)];
      const { firstMs } = await this.#sessions[0].run({ inputs, runs: warm });
      const { medianMs, cpuSeconds, runs } = await this.#sessions[0].run({ inputs, runs: timed, forMs: longestMs });
      this.measures.byBatch.set(batch, { firstMs, medianMs, cpuSeconds: cpuSeconds / runs });
      this.measures.memoryMiB.set(batch, gpuMemoryMiB() - this.#idleMiB);
    }
  }

  async answerPhotos(): Promise<void> {
    for (const input of this.#asked.samples) {
      this.answers.push((await this.#sessions[0].run({ inputs: [input], runs: 0 })).outputs);
    }
  }

  /** The further sides, and then the own one again. */
  async measureSides(): Promise<void> {
    const { timed, warm } = this.#runs;
    const [photo] = this.#asked.options.photos;
    const [session] = this.#sessions;
    for (const side of furtherSides) {
      const input = await inputOf(photo, { name: this.#sample.name, shape: [1, side, side, 3] });
      const { firstMs } = await session.run({ inputs: [input], runs: warm });
      const { medianMs } = await session.run({ inputs: [input], runs: timed });
      this.measures.bySide.set(side, { firstMs, medianMs });
    }
    this.measures.backMs = (await session.run({ inputs: [this.#sample], runs: 0 })).firstMs;
  }

  /** How much several sessions do side by side. */
  async measureSessions(): Promise<void> {
    const { throughputMs } = this.#asked.options;
    const inputs = [this.#sample];
    for (const count of sessionCounts) {
      while (this.#sessions.length < count) this.#sessions.push(await openBenchSession(this.#opening));
      await Promise.all(this.#sessions.map((each) => each.run({ inputs, runs: this.#runs.warm })));
      const reports = await Promise.all(this.#sessions.map((each) => each.run({ inputs, forMs: throughputMs })));
      const rate = reports.reduce((sum, report) => sum + report.runs / (report.tookMs / 1000), 0);
      this.measures.bySessions.set(count, rate);
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#sessions.map((session) => session.close()));
  }

  get #sample(): WireTensor {
    return this.#asked.samples[0];
  }

  get #runs() {
    const { runs } = this.#asked.options;
    return this.#asked.providers ? { timed: runs, warm: 5 } : { timed: Math.ceil(runs / 10), warm: 0 };
  }
}
