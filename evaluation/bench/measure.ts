/** The run itself: cases, peers and bare networks take turns, so that a disturbed moment hits all of them. */
import { modelSettings } from '../../src/models/settings.ts';
import { type CalledPart, type Case, casesOf } from './cases.ts';
import { openBareRuns, peerPng, type Taken } from './peers.ts';
import { benchPhoto } from './photos.ts';
import { startBenchService, type TimedAnswer } from './service.ts';
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
  /** One bare run of a network over one sample: medians. */
  bare(network: string): Taken;
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
  const networks = new Set<string>();
  try {
    const runBare = await openBareRuns(settings, await benchPhoto('coffee', 1));
    for (let round = 0; round <= rounds; round++) {
      const isWarmUp = round === 0;
      for (const { case: measuredCase, answers } of all) {
        const { operation, options, subject, size } = measuredCase;
        const answer = await service.send(operation, await benchPhoto(subject, size), options);
        if (!isWarmUp) answers.push(answer);
        if (isPng(answer.body)) cutouts.set(photoName(measuredCase), answer.body);
        for (const name of answer.networks.keys()) networks.add(name);
      }
      for (const [name, cutout] of cutouts) {
        const { subject, size } = photos(all).get(name) ?? all[0].case;
        const took = await peerPng(await benchPhoto(subject, size), cutout);
        if (!isWarmUp) peers.add(name, took);
      }
      for (const name of networks) {
        const took = await runBare(name);
        if (!isWarmUp) bare.add(name, took);
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
    bare: (network) => bare.median(network),
  };
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

/** What was taken, by what it was taken of. */
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
