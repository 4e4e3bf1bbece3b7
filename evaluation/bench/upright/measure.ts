/**
 * The cost of a photo that is stored on its side, as phones write portrait photos: cutouts of the same picture stored
 * upright and stored turned, in pairs, by processor time.
 */
import sharp from 'sharp';
import type { ModelSettings } from '../../../src/models/settings.ts';
import { benchPhoto, type Megapixels } from '../photos.ts';
import { type BenchService, startBenchService, type TimedAnswer } from '../service.ts';
import { median } from '../table.ts';

/** One that the edge works on, and one of the image lane. */
const sizes = [4, 12] as const satisfies readonly Megapixels[];
/** Pairs in a round: the kernel counts in hundredths of a second. */
const pairs = 6;
/** EXIF: the stored left side is the bottom of the picture. */
const turned = 6;

/** Processor seconds of one cutout. */
interface Seconds {
  /** Of all processes. */
  readonly whole: number;
  /** Of the one that the pixels pass through: workerd, or the lane's child. */
  readonly host: number;
}

export interface UprightCost {
  readonly size: Megapixels;
  readonly lane: TimedAnswer['lane'];
  readonly pairs: number;
  /** Medians. */
  readonly stored: Seconds;
  readonly turned: Seconds;
  /** Median of the ratios within pairs. */
  readonly ratio: Seconds;
}

/** Measures after one warm-up pair. */
export async function measureUpright(settings: ModelSettings, rounds: number): Promise<UprightCost[]> {
  const service = await startBenchService(settings);
  try {
    const costs: UprightCost[] = [];
    for (const size of sizes) costs.push(await measureSize(service, size, rounds * pairs));
    return costs;
  } finally {
    await service.stop();
  }
}

async function measureSize(service: BenchService, size: Megapixels, count: number): Promise<UprightCost> {
  const photo = await benchPhoto('coffee', size);
  const stored = await sharp(photo).jpeg({ quality: 90 }).toBuffer();
  const onItsSide = await sharp(photo)
    .rotate(270)
    .jpeg({ quality: 90 })
    .withMetadata({ orientation: turned })
    .toBuffer();
  const taken = { stored: [] as Seconds[], turned: [] as Seconds[] };
  let lane: TimedAnswer['lane'] = 'edge';
  const send = async (way: keyof typeof taken): Promise<Seconds> => {
    const answer = await service.send('image-without-background', way === 'stored' ? stored : onItsSide, {});
    ({ lane } = answer);
    return { whole: answer.cpuSeconds, host: lane === 'edge' ? answer.edgeCpuSeconds : answer.laneCpuSeconds };
  };
  for (let pair = 0; pair <= count; pair++) {
    // In turns also which one is first: the second finds warmer caches.
    const order = pair % 2 === 0 ? (['stored', 'turned'] as const) : (['turned', 'stored'] as const);
    for (const way of order) {
      const seconds = await send(way);
      if (pair > 0) taken[way].push(seconds);
    }
  }
  const medianOf = (pick: (pair: number) => Seconds): Seconds => {
    const all = taken.stored.map((_, pair) => pick(pair));
    return { whole: median(all.map(({ whole }) => whole)), host: median(all.map(({ host }) => host)) };
  };
  const ratioOf = (pair: number): Seconds => ({
    whole: taken.turned[pair].whole / taken.stored[pair].whole,
    host: taken.turned[pair].host / taken.stored[pair].host,
  });
  const ratio = medianOf(ratioOf);
  process.stderr.write(`${size} MP, ${lane}: ${ratio.host.toFixed(2)} of the host, ${ratio.whole.toFixed(2)} of all\n`);
  return {
    ...{ size, lane, pairs: count, ratio },
    stored: medianOf((pair) => taken.stored[pair]),
    turned: medianOf((pair) => taken.turned[pair]),
  };
}
