/**
 * How wide a matte is in doubt: a smooth outline is soft over a few pixels, and drawn along the photo it is right to a
 * fraction of one; hair, fur, leaves and whatever the network hesitates about are soft all around.
 */
import type { Matte } from '../matte.ts';

/** Up to here alpha counts as background, from there on as subject: 0.02 and 0.98. */
export const background = 5;
export const subject = 250;

/** Pixels to each side of the window in which soft pixels are counted. */
const reach = 6;
/** Share of soft pixels up to which an edge is a smooth outline, and from which on it is not. */
const outlineUpTo = 0.35;
const softFrom = 0.65;

/** For each pixel of a matte 0, nothing but a smooth outline near it, to 255. */
export function softness({ widthPx, heightPx, alpha }: Matte): Matte {
  const soft = Uint8Array.from(alpha, (value) => (value > background && value < subject ? 1 : 0));
  const counts = summed(summed(soft, widthPx, heightPx, 1, widthPx), heightPx, widthPx, widthPx, 1);
  const window = (2 * reach + 1) ** 2;
  const shares = Uint8Array.from(counts, (count) => {
    const share = (count / window - outlineUpTo) / (softFrom - outlineUpTo);
    return 255 * Math.min(1, Math.max(0, share)) + 0.5;
  });
  return { widthPx, heightPx, alpha: shares };
}

/** Sums over the window along one axis; beyond the border there is nothing. */
function summed(values: ArrayLike<number>, length: number, lines: number, step: number, stride: number): Uint16Array {
  const sums = new Uint16Array(values.length);
  for (let line = 0; line < lines; line++) {
    const start = line * stride;
    let sum = 0;
    for (let at = -reach; at < length; at++) {
      if (at + reach < length) sum += values[start + (at + reach) * step];
      if (at > reach) sum -= values[start + (at - reach - 1) * step];
      if (at >= 0) sums[start + at * step] = sum;
    }
  }
  return sums;
}
