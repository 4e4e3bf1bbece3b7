/** The run itself: cases, peers and bare networks take turns, so that a disturbed moment hits all of them. */
import { modelSettings } from '../../src/models/settings.ts';
import { type CalledPart, type Case, casesOf } from './cases.ts';
import { openBareRuns, peerPng, type Taken } from './peers.ts';
import { benchPhoto } from './photos.ts';
import { type Runs, startBenchService, type TimedAnswer } from './service.ts';
import { median } from './table.ts';

export interface Measured {
  readonly case: Case;
  /** One a round. */
  readonly answers: TimedAnswer[];
}

export interface Measurement {
  readonly rounds: number;
  readonly parts: ReadonlyMap<CalledPart, readonly Measured[]>;
  /** What libvips took for the photo of a case and the pixels of its cutout: medians. */
  peer(measuredCase: Case): Taken;
  /** Bare runs of a network in the batches of the service: medians. */
  bare(network: string, runs: Runs): Taken;
}

/** Measures parts, after one warm-up round. */
export async function measure(parts: readonly CalledPart[], rounds: number): Promise<Measurement> {
  const settings = modelSettings(process.env);
  const service = await startBenchService(settings);
  const measured = new Map(parts.map((part) => [part, casesOf(part).map(unmeasured)]));
  const all = [...measured.values()].flat();
  const peers = new Samples();
  const bare = new Samples();
  /** The cutout of each photo: what operations in JSON answer holds the same one. */
  const cutouts = new Map<string, Buffer>();
  /** Each network with the batches that it ran over. */
  const networks = new Map<string, Set<number>>();
  try {
    const runBare = await openBareRuns(settings, await benchPhoto('coffee', 1));
    for (let round = 0; round <= rounds; round++) {
      const isWarmUp = round === 0;
      for (const { case: measuredCase, answers } of all) {
        const { operation, options, subject, size } = measuredCase;
        const answer = await service.send(operation, await benchPhoto(subject, size), options);
        if (!isWarmUp) answers.push(answer);
        if (isPng(answer.body)) cutouts.set(photoName(measuredCase), answer.body);
        for (const [name, runs] of answer.networks) {
          networks.set(name, (networks.get(name) ?? new Set()).add(batchOf(runs)));
        }
      }
      for (const [name, cutout] of cutouts) {
        const { subject, size } = photos(all).get(name) ?? all[0].case;
        const took = await peerPng(await benchPhoto(subject, size), cutout);
        if (!isWarmUp) peers.add(name, took);
      }
      for (const [name, batches] of networks) {
        for (const batch of batches) {
          const took = await runBare(name, batch);
          if (!isWarmUp) bare.add(`${name} ${batch}`, took);
        }
      }
      process.stderr.write(`round ${round} of ${rounds}\n`);
    }
  } finally {
    await service.stop();
  }
  return {
    rounds,
    parts: measured,
    peer: (measuredCase) => peers.median(photoName(measuredCase)),
    bare(network, runs) {
      const { ms, cpuSeconds } = bare.median(`${network} ${batchOf(runs)}`);
      return { ms: runs.runs * ms, cpuSeconds: runs.runs * cpuSeconds };
    },
  };
}

/** Samples of a run. Batches of one call are alike, but for the last. */
function batchOf({ runs, samples }: Runs): number {
  return Math.round(samples / runs);
}

function unmeasured(measuredCase: Case): Measured {
  return { case: measuredCase, answers: [] };
}

function photos(all: readonly Measured[]): ReadonlyMap<string, Case> {
  return new Map(all.map(({ case: measuredCase }) => [photoName(measuredCase), measuredCase]));
}

function photoName({ subject, size }: Case): string {
  return `${subject} ${size}`;
}

function isPng(body: Buffer): boolean {
  return body.subarray(1, 4).toString('latin1') === 'PNG';
}

/** Measurements by name. */
class Samples {
  readonly #taken = new Map<string, Taken[]>();

  add(name: string, took: Taken): void {
    const samples = this.#taken.get(name) ?? [];
    samples.push(took);
    this.#taken.set(name, samples);
  }

  median(name: string): Taken {
    const samples = this.#taken.get(name) ?? [];
    return {
      ms: median(samples.map(({ ms }) => ms)),
      cpuSeconds: median(samples.map(({ cpuSeconds }) => cpuSeconds)),
    };
  }
}
