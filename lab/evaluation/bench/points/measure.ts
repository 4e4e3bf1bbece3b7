/**
 * What clicks on a picture cost beside the call that they mend: the call without a name, the same under an `Idempotency-Key`, and two clicks
 * under it. Each round has a picture of its own, so that nothing is kept of it from an earlier one.
 */
import sharp from 'sharp';
import { openCatalogue } from '../../../../src/inference/catalogue.ts';
import { facilitiesOf } from '../../../../src/inference/machine.ts';
import { type ModelSettings, modelSettings } from '../../../../src/inference/models/settings.ts';
import { readSettings } from '../../../../src/inference/settings.ts';
import { median } from '../../../../testing/percentiles.ts';
import { benchPhoto } from '../photos.ts';
import { whole } from '../programs.ts';
import { startBenchService, type TimedAnswer } from '../service.ts';

/** On the photo `coffee`: the saucer goes, then the spoon on it too. */
const clicks = ['22% 60%', '22% 60%; 61% 71%'] as const;
const calls = [
  { call: 'without a name', isNamed: false, options: {} },
  { call: 'named', isNamed: true, options: {} },
  { call: 'first click', isNamed: true, options: { drop_points: clicks[0] } },
  { call: 'second click', isNamed: true, options: { drop_points: clicks[1] } },
] as const;
const sizes = [1, 12] as const;

/** One of the calls, medians over the rounds. */
export interface PointsCost {
  readonly call: (typeof calls)[number]['call'];
  readonly megapixels: number;
  readonly lane: TimedAnswer['lane'];
  readonly ms: number;
  /** Processor seconds. */
  readonly networks: number;
  readonly whole: number;
  /** The same over those of the named call without points, within a round. */
  readonly networksRatio: number;
  readonly wholeRatio: number;
}

export interface PointsMeasurement {
  readonly costs: readonly PointsCost[];
  /** Number formats of the matte network and of the segmenter's encoder. */
  readonly formats: readonly [matte: string, encoder: string];
}

/** Measures after one round of warm-up. */
export async function measurePoints(rounds: number): Promise<PointsMeasurement> {
  const models = modelSettings(process.env);
  const service = await startBenchService(models);
  try {
    const costs: PointsCost[] = [];
    for (const megapixels of sizes) {
      const taken: TimedAnswer[][] = [];
      for (let round = 0; round <= rounds; round++) {
        const photo = await darker(await benchPhoto('coffee', megapixels), round);
        const name = `points ${megapixels} ${round}`;
        const answers: TimedAnswer[] = [];
        for (const { call, isNamed, options } of calls) {
          const answer = await service.send('image-without-background', photo, options, 1, isNamed ? name : undefined);
          process.stderr.write(`round ${round} of ${rounds}: ${call}, ${answer.totalMs.toFixed(0)} ms\n`);
          answers.push(answer);
        }
        if (round > 0) taken.push(answers);
      }
      costs.push(...calls.map(({ call }, at) => costOf(call, megapixels, taken, at)));
    }
    return { costs, formats: await formatsOf(models) };
  } finally {
    await service.stop();
  }
}

async function formatsOf(models: ModelSettings): Promise<PointsMeasurement['formats']> {
  const { precision } = facilitiesOf(readSettings(process.env));
  const catalogue = await openCatalogue({ ...models, precision });
  const none = 'none';
  return [catalogue.find('matte')?.precision ?? none, catalogue.find('point-segmenter')?.encoder?.precision ?? none];
}

/** The same photo with other bytes, and other pixels for every network. */
function darker(photo: Buffer, levels: number): Promise<Buffer> {
  return sharp(photo).linear(1, -levels).jpeg({ quality: 90 }).toBuffer();
}

function costOf(
  call: PointsCost['call'],
  megapixels: number,
  taken: readonly (readonly TimedAnswer[])[],
  at: number,
): PointsCost {
  const named = calls.findIndex((each) => each.call === 'named');
  const middle = (pick: (answers: readonly TimedAnswer[]) => number) => median(taken.map(pick));
  return {
    call,
    megapixels,
    lane: taken[0][at].lane,
    ms: middle((answers) => answers[at].totalMs),
    networks: middle((answers) => answers[at].seconds.networks),
    whole: middle((answers) => whole(answers[at].seconds)),
    networksRatio: middle((answers) => answers[at].seconds.networks / answers[named].seconds.networks),
    wholeRatio: middle((answers) => whole(answers[at].seconds) / whole(answers[named].seconds)),
  };
}
