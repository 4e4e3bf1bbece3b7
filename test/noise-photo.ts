/** Photos that no codec can make small, so that transfers take long enough to be disturbed. */
import sharp from 'sharp';

/** A JPEG of coloured noise: bright enough that the test network keeps all of it. */
export function noisePhoto(width: number, height: number): Promise<Buffer> {
  const noise = { type: 'gaussian' as const, mean: 170, sigma: 40 };
  return sharp({ create: { width, height, channels: 3, background: 'white', noise } })
    .jpeg({ quality: 92 })
    .toBuffer();
}
