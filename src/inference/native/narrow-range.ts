/** Samples of AVIF in the narrow range (ITU-T H.273, 8.3) that libvips gives as they are: grey, and alpha. */
import type { Channels } from '../../pixels/pipeline/picture/picture.ts';

const wide = Uint8ClampedArray.from({ length: 256 }, (_, value) => ((value - 16) * 255) / 219);

/** 16 becomes 0 and 235 becomes 255, in place. Alpha stays. */
export function widenGrey(samples: Uint8Array, channels: Channels): void {
  for (let at = 0; at < samples.length; at += channels) {
    samples[at] = wide[samples[at]];
    samples[at + 1] = wide[samples[at + 1]];
    samples[at + 2] = wide[samples[at + 2]];
  }
}

/** The same for the alpha of RGBA. */
export function widenAlpha(samples: Uint8Array): void {
  for (let at = 3; at < samples.length; at += 4) samples[at] = wide[samples[at]];
}
