/** Colours of invisible pixels, made cheap to encode. */
import type { WholePicture } from './encoders.ts';

/** Pixels of a side of what a JPEG with halved colour encodes as one: ITU-T T.81, A.2.4. */
export const blockPx = 16;

/**
 * Gives pixels of alpha 0 the mean colour of the others in their block. A block that is hidden as a whole gets the colour of
 * the block before it. Without this, every outline is an edge to black, which costs bytes and shows as ringing.
 */
export class HiddenColours {
  #colour: Colour = { red: 0, green: 0, blue: 0 };

  /** @param band the next row of blocks, of the picture's width; changed in place, but for its alpha */
  fill({ widthPx, heightPx, samples }: WholePicture): void {
    for (let left = 0; left < widthPx; left += blockPx) {
      const right = Math.min(left + blockPx, widthPx);
      const rows = { first: left * 4, bytes: (right - left) * 4, stride: widthPx * 4, count: heightPx };
      this.#colour = meanOfSeen(samples, rows) ?? this.#colour;
      fillBlock(samples, rows, this.#colour);
    }
  }
}

interface Colour {
  readonly red: number;
  readonly green: number;
  readonly blue: number;
}

/** Where a block is in the samples. */
interface BlockRows {
  /** Its first byte. */
  readonly first: number;
  /** Bytes of one of its rows. */
  readonly bytes: number;
  readonly stride: number;
  readonly count: number;
}

/** The fainter a pixel, the more it counts: hidden pixels have faint ones beside them. Null if nothing is seen. */
function meanOfSeen(samples: Uint8Array, { first, bytes, stride, count }: BlockRows): Colour | null {
  let [red, green, blue, weights] = [0, 0, 0, 0];
  for (let y = 0; y < count; y++) {
    const from = first + y * stride;
    for (let at = from; at < from + bytes; at += 4) {
      const alpha = samples[at + 3];
      if (alpha === 0) continue;
      const weight = (256 - alpha) ** 2;
      red += samples[at] * weight;
      green += samples[at + 1] * weight;
      blue += samples[at + 2] * weight;
      weights += weight;
    }
  }
  const rounded = (sum: number) => Math.floor(sum / weights + 0.5);
  return weights === 0 ? null : { red: rounded(red), green: rounded(green), blue: rounded(blue) };
}

function fillBlock(
  samples: Uint8Array,
  { first, bytes, stride, count }: BlockRows,
  { red, green, blue }: Colour,
): void {
  for (let y = 0; y < count; y++) {
    const from = first + y * stride;
    for (let at = from; at < from + bytes; at += 4) {
      if (samples[at + 3] !== 0) continue;
      samples[at] = red;
      samples[at + 1] = green;
      samples[at + 2] = blue;
    }
  }
}
