/** Several callers at once against the bare networks: a loop of the same runs, with no service around them. */
import type { ModelSettings } from '../../../../src/inference/models/settings.ts';
import { median, percentile } from '../../../../testing/percentiles.ts';
import { openBareRuns } from '../bare-runs.ts';
import { benchPhoto } from '../photos.ts';
import { type BenchService, startBenchService } from '../service.ts';

const callers = [2, 8] as const;
const sizes = [1, 4] as const;
/** Calls in a turn: two for each of the most callers. */
const callsInTurn = 16;
const operation = 'image-without-background';

/** Cutouts of one size with so many callers, each of which sends its next one when it has an answer. */
export interface CallersCost {
  readonly callers: number;
  readonly megapixels: number;
  readonly answers: number;
  /** Calls that the service refused because it was busy. */
  readonly refused: number;
  /** Answers a second, and cutouts a second if nothing but their networks ran: medians of turns. */
  readonly rate: number;
  readonly bareRate: number;
  /** Milliseconds that an answer took: half of them took no longer, and 95 of 100. */
  readonly latencyMs: { readonly half: number; readonly most: number };
}

/** Measures after one turn of warm-up. */
export async function measureCallers(settings: ModelSettings, rounds: number): Promise<readonly CallersCost[]> {
  const service = await startBenchService(settings);
  try {
    const runBare = await openBareRuns(settings, await benchPhoto('coffee', 1));
    const bareMs = async () => {
      let ms = 0;
      for (const [name, { runs, samples }] of await service.networksSince()) {
        const took = await runBare(name, Math.round(samples / runs));
        ms += (took.ms * runs) / callsInTurn;
      }
      return ms;
    };
    const cases = sizes.flatMap((megapixels) => callers.map((count) => ({ count, megapixels, turns: [] as Turn[] })));
    for (let round = 0; round <= rounds; round++) {
      for (const { count, megapixels, turns } of cases) {
        const turn = await takeTurn(service, count, await benchPhoto('coffee', megapixels));
        turns.push({ ...turn, bareMs: await bareMs() });
      }
      process.stderr.write(`round ${round} of ${rounds}\n`);
    }
    return cases.map(({ count, megapixels, turns }) => costOf(count, megapixels, turns.slice(1)));
  } finally {
    await service.stop();
  }
}

interface Turn {
  readonly ms: number;
  /** Of each answer. */
  readonly latenciesMs: readonly number[];
  /** What the networks of one cutout take alone. */
  readonly bareMs: number;
}

async function takeTurn(service: BenchService, count: number, photo: Buffer): Promise<Omit<Turn, 'bareMs'>> {
  const latenciesMs: number[] = [];
  const startedAt = performance.now();
  let left = callsInTurn;
  const call = async () => {
    while (left-- > 0) {
      const ms = await service.callAmongOthers(operation, photo);
      if (ms !== null) latenciesMs.push(ms);
    }
  };
  await Promise.all(Array.from({ length: count }, call));
  return { ms: performance.now() - startedAt, latenciesMs };
}

function costOf(count: number, megapixels: number, turns: readonly Turn[]): CallersCost {
  const latencies = turns.flatMap(({ latenciesMs }) => latenciesMs);
  return {
    ...{ callers: count, megapixels },
    answers: latencies.length,
    refused: turns.length * callsInTurn - latencies.length,
    rate: median(turns.map(({ latenciesMs, ms }) => (latenciesMs.length * 1000) / ms)),
    bareRate: median(turns.map(({ bareMs }) => 1000 / bareMs)),
    latencyMs: { half: percentile(latencies, 0.5), most: percentile(latencies, 0.95) },
  };
}
