/** Grey samples of a narrow range (ITU-T H.273, 8.3), of which libvips changes nothing in AVIF. */
import type { Channels } from '../pipeline/picture/picture.ts';

/** 16 becomes 0 and 235 becomes 255, in place. Alpha stays. */
export function widenGrey(samples: Uint8Array, channels: Channels): void {
  const wide = Uint8ClampedArray.from({ length: 256 }, (_, value) => ((value - 16) * 255) / 219);
  for (let at = 0; at < samples.length; at += channels) {
    samples[at] = wide[samples[at]];
    samples[at + 1] = wide[samples[at + 1]];
    samples[at + 2] = wide[samples[at + 2]];
  }
}
