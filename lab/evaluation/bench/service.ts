/** The service under measurement: the bundles of a deployment, real weights, a key of its own. */
import { type OperationName, operationNamed } from '../../../src/contract/operations.ts';
import type { ModelSettings } from '../../../src/inference/models/settings.ts';
import { type OwnService, startOwnService } from '../own-service.ts';
import { type ProgramSeconds, secondsAtRest, secondsBetween } from './programs.ts';

export interface TimedAnswer {
  readonly lane: 'edge' | 'image';
  readonly totalMs: number;
  /** Waiting for networks, as the service books it: our own work between two runs is part of it. */
  readonly inferenceMs: number;
  /** Inside the runtime, of all runs. */
  readonly runMs: number;
  /** Processor time of each program of the service. */
  readonly seconds: ProgramSeconds;
  /** The body: a PNG, or JSON around one. */
  readonly body: Buffer;
  /** The networks that ran for it. */
  readonly networks: ReadonlyMap<string, Runs>;
}

/** How often a network ran, and over how many samples in all: tiles of a call are several. */
export interface Runs {
  readonly runs: number;
  readonly samples: number;
}

export interface BenchService {
  /**
   * Sends a photo to an operation, one call after the other, and waits until the service rests.
   * @param times calls, of which everything is the mean: what is shorter than the kernel's ticks needs some
   * @param idempotencyKey under which it is sent; none when left out
   * @throws Error where one is not answered with 200
   */
  send(
    operation: OperationName,
    photo: Buffer,
    options: Options,
    times?: number,
    idempotencyKey?: string,
  ): Promise<TimedAnswer>;
  /** One call among others: its time on the clock, null where the service refuses it because it is busy. */
  callAmongOthers(operation: OperationName, photo: Buffer): Promise<number | null>;
  /** The networks that ran since the last call of this function or of `send`. */
  networksSince(): Promise<ReadonlyMap<string, Runs>>;
  stop(): Promise<void>;
}

interface TimedRuns extends Runs {
  readonly ns: number;
}

interface Statistics {
  readonly name: string;
  readonly inference_count: number;
  readonly execution_count: number;
  readonly inference_stats: { readonly compute_infer: { readonly ns: number } };
}

type Options = Readonly<Record<string, string | boolean>>;

/**
 * Starts a service with the weights of `models`.
 * @returns the service, with its clocks
 */
export async function startBenchService(models: ModelSettings): Promise<BenchService> {
  const { base, key, inference, stop } = await startOwnService(models);
  let before = await countRuns(inference);
  const runsSince = async () => {
    const after = await countRuns(inference);
    const ran = new Map(
      [...after].map(([name, { runs, samples, ns }]) => {
        const earlier = before.get(name) ?? { runs: 0, samples: 0, ns: 0 };
        return [name, { runs: runs - earlier.runs, samples: samples - earlier.samples, ns: ns - earlier.ns }];
      }),
    );
    before = after;
    return new Map([...ran].filter(([, { runs }]) => runs > 0));
  };
  const urlOf = (operation: OperationName) => `${base}${operationNamed(operation).path}`;
  return {
    async send(operation, photo, options, times = 1, idempotencyKey) {
      const secondsBefore = await secondsAtRest();
      const answers: Awaited<ReturnType<typeof timed>>[] = [];
      for (let call = 0; call < times; call++) {
        answers.push(await timed(urlOf(operation), request(operation, key, photo, options, idempotencyKey)));
      }
      const seconds = secondsBetween(secondsBefore, await secondsAtRest(), times);
      const ran = [...(await runsSince())];
      const mean = (pick: (answer: (typeof answers)[number]) => number) =>
        answers.reduce((sum, answer) => sum + pick(answer), 0) / times;
      return {
        ...answers[0],
        totalMs: mean(({ totalMs }) => totalMs),
        inferenceMs: mean(({ inferenceMs }) => inferenceMs),
        runMs: ran.reduce((sum, [, { ns }]) => sum + ns / 1e6, 0) / times,
        seconds,
        networks: new Map(
          ran.map(([name, { runs, samples }]) => [name, { runs: runs / times, samples: samples / times }]),
        ),
      };
    },
    async callAmongOthers(operation, photo) {
      const startedAt = performance.now();
      const answer = await fetch(urlOf(operation), request(operation, key, photo, {}));
      await answer.arrayBuffer();
      if (![200, 503].includes(answer.status)) throw new Error(`The service answered ${answer.status}`);
      return answer.status === 200 ? performance.now() - startedAt : null;
    },
    networksSince: runsSince,
    stop,
  };
}

/** How often each network has run, over how many samples and how long: the statistics of the Open Inference Protocol. */
async function countRuns({ base, token }: OwnService['inference']): Promise<ReadonlyMap<string, TimedRuns>> {
  const answer = await fetch(`${base}/v2/models/stats`, { headers: { Authorization: `Bearer ${token}` } });
  const { model_stats } = (await answer.json()) as { model_stats: Statistics[] };
  return new Map(
    model_stats.map(({ name, inference_count: samples, execution_count: runs, inference_stats }) => [
      name,
      { runs, samples, ns: inference_stats.compute_infer.ns },
    ]),
  );
}

/** Made before the clock starts: Base64 of the photo is the client's own work. */
function request(
  name: OperationName,
  key: string,
  photo: Buffer,
  options: Options,
  idempotencyKey?: string,
): RequestInit {
  // A bare run blocks this process for so long that a kept connection may be closed when it is used again.
  const headers = {
    'X-API-Key': key,
    Connection: 'close',
    ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
  };
  if (operationNamed(name).encoding === 'json') {
    const body = JSON.stringify({ image_base64: photo.toString('base64'), ...options });
    return { method: 'POST', headers: { ...headers, 'Content-Type': 'application/json' }, body };
  }
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(photo)]), 'photo.jpg');
  for (const [option, value] of Object.entries(options)) form.append(option, String(value));
  return { method: 'POST', headers, body: form };
}

/** The clock is the client's; only the networks' own time comes from `Server-Timing`. */
async function timed(
  url: string,
  init: RequestInit,
): Promise<Pick<TimedAnswer, 'lane' | 'totalMs' | 'inferenceMs' | 'body'>> {
  const startedAt = performance.now();
  const answer = await fetch(url, init);
  const body = Buffer.from(await answer.arrayBuffer());
  const endedAt = performance.now();
  if (answer.status !== 200) throw new Error(`The service answered ${answer.status}`);
  const timing = answer.headers.get('Server-Timing') ?? '';
  const inferenceMs = Number(/inference;dur=([\d.]+)/.exec(timing)?.[1] ?? Number.NaN);
  return {
    lane: timing.includes('image-lane') ? 'image' : 'edge',
    totalMs: endedAt - startedAt,
    inferenceMs,
    body,
  };
}
