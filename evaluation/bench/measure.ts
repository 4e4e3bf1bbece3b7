/** The run itself: cases, peers and bare networks take turns, so that a disturbed moment hits all of them. */
import { modelSettings } from '../../src/models/settings.ts';
import { type CalledPart, type Case, casesOf } from './cases.ts';
import { peerPng, peerSession } from './peers.ts';
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
  /** Median milliseconds that libvips took for the photo of a case. */
  peerMs(measuredCase: Case): number;
  /** Median milliseconds of one bare run of a network. */
  bareMs(network: string): number;
}

/** Measures parts, after one warm-up round. */
export async function measure(parts: readonly CalledPart[], rounds: number): Promise<Measurement> {
  const settings = modelSettings(process.env);
  const service = await startBenchService(settings);
  const measured = new Map(parts.map((part) => [part, casesOf(part).map(unmeasured)]));
  const all = [...measured.values()].flat();
  const peers = new Samples();
  const bare = new Samples();
  try {
    const sessions = new Map<string, () => Promise<number>>();
    const photos = new Map(all.map(({ case: measuredCase }) => [photoName(measuredCase), measuredCase]));
    for (let round = 0; round <= rounds; round++) {
      const isWarmUp = round === 0;
      for (const { case: measuredCase, answers } of all) {
        const { operation, options, subject, size } = measuredCase;
        const answer = await service.send(operation, await benchPhoto(subject, size), options);
        if (!isWarmUp) answers.push(answer);
        for (const name of answer.networks) {
          if (!sessions.has(name)) sessions.set(name, await peerSession(settings, name));
        }
      }
      for (const [name, { subject, size }] of photos) {
        const ms = await peerPng(await benchPhoto(subject, size));
        if (!isWarmUp) peers.add(name, ms);
      }
      for (const [name, run] of sessions) {
        const ms = await run();
        if (!isWarmUp) bare.add(name, ms);
      }
      process.stderr.write(`round ${round} of ${rounds}\n`);
    }
  } finally {
    await service.stop();
  }
  return {
    rounds,
    parts: measured,
    peerMs: (measuredCase) => peers.median(photoName(measuredCase)),
    bareMs: (network) => bare.median(network),
  };
}

function unmeasured(measuredCase: Case): Measured {
  return { case: measuredCase, answers: [] };
}

function photoName({ subject, size }: Case): string {
  return `${subject} ${size}`;
}

/** Milliseconds by what they were taken of. */
class Samples {
  readonly #taken = new Map<string, number[]>();

  add(name: string, ms: number): void {
    const samples = this.#taken.get(name) ?? [];
    samples.push(ms);
    this.#taken.set(name, samples);
  }

  median(name: string): number {
    return median(this.#taken.get(name) ?? []);
  }
}
