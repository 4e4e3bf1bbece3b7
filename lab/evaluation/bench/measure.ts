/** The run itself: cases, sharp and bare networks take turns, so that a disturbed moment hits all of them. */
import { modelSettings } from '../../../src/inference/models/settings.ts';
import { median } from '../../../testing/percentiles.ts';
import { openBareRuns, type Taken } from './bare-runs.ts';
import { type CalledPart, type Case, casesOf } from './cases.ts';
import type { Tried } from './peer/same-size.ts';
import { startSharpPeer } from './peer/sharp-peer.ts';
import { benchPhoto } from './photos.ts';
import { type Runs, startBenchService, type TimedAnswer } from './service.ts';

export interface Measured {
  readonly case: Case;
  /** One a round. */
  readonly answers: readonly TimedAnswer[];
}

export interface Measurement {
  readonly rounds: number;
  readonly parts: ReadonlyMap<CalledPart, readonly Measured[]>;
  /** What sharp took for the photo and the cutout of a case: medians. */
  peer(measuredCase: Case): Tried;
  /** Bare runs of a network in the batches of the service: medians. */
  bare(network: string, runs: Runs): Taken;
}

/** Calls in a turn: the kernel counts in hundredths of a second, and the smallest pictures take few of them. */
function timesFor(megapixels: number): number {
  if (megapixels < 1) return 4;
  return megapixels === 1 ? 2 : 1;
}

/** Measures parts, after one warm-up round. */
export async function measure(parts: readonly CalledPart[], rounds: number): Promise<Measurement> {
  const settings = modelSettings(process.env);
  const service = await startBenchService(settings);
  const peer = startSharpPeer();
  const measured = new Map(parts.map((part) => [part, casesOf(part).map(unmeasured)]));
  const all = [...measured.values()].flat();
  const peers = new Map<string, Tried[]>();
  const bare = new Map<string, Taken[]>();
  /** Each network with the batches that it ran over. */
  const networks = new Map<string, Set<number>>();
  try {
    const runBare = await openBareRuns(settings, await benchPhoto('coffee', 1));
    for (let round = 0; round <= rounds; round++) {
      const inThisRound = new Set<string>();
      for (const { case: measuredCase, answers } of all) {
        const { operation, options, subject, megapixels, form } = measuredCase;
        const photo = await benchPhoto(subject, megapixels, form);
        const times = timesFor(megapixels);
        const answer = await service.send(operation, photo, options, times);
        answers.push(answer);
        process.stderr.write(`round ${round} of ${rounds}: ${measuredCase.name}, ${answer.totalMs.toFixed(0)} ms\n`);
        for (const [name, runs] of answer.networks) {
          networks.set(name, (networks.get(name) ?? new Set()).add(batchOf(runs)));
        }
        // What operations in JSON answer holds the same cutout; the image type is not compared with sharp.
        const cutout = cutoutName(measuredCase);
        if (inThisRound.has(cutout) || !isPng(answer.body) || 'include_image_type' in options) continue;
        inThisRound.add(cutout);
        const setting = peers.get(cutout)?.[0];
        add(peers, cutout, await peer.cutOut({ photo, cutout: answer.body, setting, times }));
      }
      for (const [name, batches] of networks) {
        for (const batch of batches) add(bare, `${name} ${batch}`, await runBare(name, batch));
      }
    }
  } finally {
    await Promise.all([peer.stop(), service.stop()]);
  }
  return {
    rounds,
    parts: new Map(
      [...measured].map(([part, cases]) => [
        part,
        cases.map(({ case: measuredCase, answers }) => ({ case: measuredCase, answers: withoutFirst(answers) })),
      ]),
    ),
    peer(measuredCase) {
      const taken = withoutFirst(peers.get(cutoutName(measuredCase)) ?? []);
      return { ...taken[0], cpuSeconds: median(taken.map(({ cpuSeconds }) => cpuSeconds)) };
    },
    bare(network, runs) {
      const taken = withoutFirst(bare.get(`${network} ${batchOf(runs)}`) ?? []);
      return {
        ms: runs.runs * median(taken.map(({ ms }) => ms)),
        cpuSeconds: runs.runs * median(taken.map(({ cpuSeconds }) => cpuSeconds)),
      };
    },
  };
}

/** Samples of a run. Batches of one call are alike, but for the last. */
function batchOf({ runs, samples }: Runs): number {
  return Math.round(samples / runs);
}

function unmeasured(measuredCase: Case): { readonly case: Case; readonly answers: TimedAnswer[] } {
  return { case: measuredCase, answers: [] };
}

/** Without the warm-up, unless there is nothing else: a batch that first came in the last round. */
function withoutFirst<Value>(all: readonly Value[]): readonly Value[] {
  return all.length > 1 ? all.slice(1) : all;
}

function cutoutName({ options, subject, megapixels, form }: Case): string {
  return JSON.stringify([subject, megapixels, form, options.refine]);
}

function isPng(body: Buffer): boolean {
  return body.subarray(1, 4).toString('latin1') === 'PNG';
}

function add<Value>(all: Map<string, Value[]>, name: string, value: Value): void {
  all.set(name, [...(all.get(name) ?? []), value]);
}
