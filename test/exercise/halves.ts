/** A picture of two greys, and the matte that a request for it is answered with. */
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { operationNamed } from '../../src/contract/operations.ts';
import type { Networks } from '../../src/pixels/pipeline/networks/networks.ts';
import { framePicture } from '../../src/pixels/pipeline/picture/frame.ts';
import { work } from '../../src/pixels/pipeline/work.ts';

/** The levels of the left and of the right half. */
export const levels = [40, 200] as const;
const [widthPx, heightPx] = [32, 16];

/**
 * The matte of the picture in the middle of its halves.
 * @param options of the request, as a form has them
 */
export async function matteOfHalves(options: Readonly<Record<string, string>>, networks: Networks): Promise<number[]> {
  const isLeft = (x: number) => x < widthPx / 2;
  const samples = Uint8Array.from({ length: widthPx * heightPx * 3 }, (_, at) =>
    isLeft(Math.floor(at / 3) % widthPx) ? levels[0] : levels[1],
  );
  const picture = framePicture({ widthPx, heightPx, channels: 3, samples, orientation: 1, icc: null });
  const task = operationNamed('alpha-channel').read(new Map(Object.entries(options)));
  const settings = { model: task.model ?? 'matte', upsampling: 'bilinear', refiner: false } as const;
  const encoders = { jpeg: refused, webp: refused };
  const { encoded } = await work(picture, networks, settings, task, encoders);
  const { data, info } = await sharp(await buffer(encoded))
    .raw()
    .toBuffer({ resolveWithObject: true });
  const middle = (info.height / 2) * info.width * info.channels;
  return [0.25, 0.75].map((share) => data[middle + share * info.width * info.channels]);
}

function refused(): never {
  throw new Error('Only PNG was asked for');
}
