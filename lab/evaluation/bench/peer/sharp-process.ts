/**
 * Entry of a process with nothing but sharp on one thread, started by fork. For each message it does what a service of libvips
 * does to make a cutout from a photo and a matte, and answers with what that took of processors.
 */
import sharp from 'sharp';
import { type PngSetting, sameSize, type Tried } from './same-size.ts';

export interface SharpOrder {
  readonly photo: Uint8Array;
  /** Our answer to it, a PNG with alpha. */
  readonly cutout: Uint8Array;
  /** As found by an earlier order; left out, it is looked for. */
  readonly setting?: PngSetting;
  /** How often, for what is shorter than the clock's ticks. */
  readonly times: number;
}

/** The setting, and what one cutout took. */
export type SharpReport = Tried | { readonly failed: string };

/** Side of the matte that a network answers. */
const matteSide = 1024;
/** Up to sharp's default: beyond it files get a little smaller in several times as long. */
const levels = [1, 2, 3, 4, 6];

sharp.concurrency(1);
sharp.cache(false);
process.on('message', (order: SharpOrder) => {
  cutOut(order).then(
    (report) => process.send?.(report),
    (cause: Error) => process.send?.({ failed: cause.message }),
  );
});
process.on('disconnect', () => process.exit(0));

async function cutOut({ photo, cutout, setting, times }: SharpOrder): Promise<Tried> {
  const pixels = await sharp(cutout).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const matte = await sharp(cutout)
    .extractChannel(3)
    .resize(matteSide, matteSide, { fit: 'fill' })
    .toColourspace('b-w')
    .raw()
    .toBuffer();
  const chosen = setting ?? (await settingFor(pixels, cutout.length));
  let bytes = 0;
  const cpuSeconds = await taken(async () => {
    for (let time = 0; time < times; time++) {
      await join(photo, matte);
      bytes = (await encode(pixels, chosen)).length;
    }
  });
  const { compressionLevel, adaptiveFiltering } = chosen;
  return { compressionLevel, adaptiveFiltering, bytes, cpuSeconds: cpuSeconds / times };
}

interface Pixels {
  readonly data: Buffer;
  readonly info: { readonly width: number; readonly height: number; readonly channels: 1 | 2 | 3 | 4 };
}

/** Decodes the photo, upright, and gives it the enlarged matte as alpha. */
async function join(photo: Uint8Array, matte: Buffer): Promise<void> {
  const { width, height } = (await sharp(photo).metadata()).autoOrient;
  const alpha = await sharp(matte, { raw: { width: matteSide, height: matteSide, channels: 1 } })
    .resize(width, height, { fit: 'fill', kernel: 'cubic' })
    .toColourspace('b-w')
    .raw()
    .toBuffer();
  await sharp(photo)
    .autoOrient()
    .removeAlpha()
    .joinChannel(alpha, { raw: { width, height, channels: 1 } })
    .raw()
    .toBuffer();
}

function encode({ data, info: { width, height, channels } }: Pixels, setting: PngSetting): Promise<Buffer> {
  return sharp(data, { raw: { width, height, channels } }).png(setting).toBuffer();
}

/** Tries settings, up to the first file that is smaller than ours: those behind it are slower and smaller still. */
async function settingFor(pixels: Pixels, ours: number): Promise<PngSetting> {
  const tried: Tried[] = [];
  for (const adaptiveFiltering of [false, true]) {
    for (const compressionLevel of levels) {
      const setting = { compressionLevel, adaptiveFiltering };
      let bytes = 0;
      const cpuSeconds = await taken(async () => {
        bytes = (await encode(pixels, setting)).length;
      });
      tried.push({ ...setting, bytes, cpuSeconds });
      if (bytes < ours) break;
    }
  }
  return sameSize(tried, ours);
}

async function taken(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}
