/** PQ and HLG (Recommendation ITU-R BT.2100-2) to 8-bit sRGB, by method A of Report BT.2446-1. */

import { bt2020Primaries, srgbPrimaries } from '../colour/code-points.ts';
import type { HighDynamicRange } from '../colour/colour.ts';
import { betweenPrimaries } from '../colour/matrices.ts';
import { differences, luma, toneCurve } from '../colour/method-a.ts';
import { between, encodedSrgb, tableOf } from '../colour/tables.ts';
import { hlgLight, pqLight } from '../colour/transfers.ts';
import type { Channels } from './picture.ts';

/** cd/m² of HLG's reference display, and of a PQ picture that does not say on which one it was made. */
const usualPeak = 1000;
/** What a file may state: from the peak of SDR to that of PQ. */
const peaks = { least: 100, most: 10_000 };
/** Of HLG's display of 1,000 cd/m²: BT.2100-2 table 5. */
const systemGamma = 1.2;

/**
 * Turns samples into 8-bit sRGB.
 * @param samples whole pixels, interleaved
 * @param into as many bytes; may begin where the samples do
 */
export type ToSrgb = (samples: Uint8Array | Uint16Array, channels: Channels, into: Uint8Array) => void;

/**
 * Makes the conversion of a picture: tables once, then any number of rows.
 * @param most the value of a full sample: 255, 1023, 4095, 65535, or what a decoder makes of these
 */
export function highDynamicRangeToSrgb(colour: HighDynamicRange, most: number): ToSrgb {
  const { kind, masteringPeak = usualPeak } = colour;
  const isStated = kind === 'pq' && masteringPeak >= peaks.least && masteringPeak <= peaks.most;
  const peak = isStated ? masteringPeak : usualPeak;
  const light = lightTable(colour, most, peak);
  const tone = tableOf(toneCurve(peak));
  const isBt2020 = colour.primaries === bt2020Primaries;
  const [toRed, toGreen, toBlue] = betweenPrimaries(colour.primaries, bt2020Primaries);
  const [outRed, outGreen, outBlue] = betweenPrimaries(bt2020Primaries, srgbPrimaries);

  return (samples, channels, into) => {
    for (let at = 0; at < samples.length; at += channels) {
      let red = light[samples[at]];
      let green = light[samples[at + 1]];
      let blue = light[samples[at + 2]];
      if (channels === 4) into[at + 3] = Math.min(255, (samples[at + 3] * 256) / (most + 1));
      if (!isBt2020) {
        const [r, g, b] = [red, green, blue];
        red = toRed[0] * r + toRed[1] * g + toRed[2] * b;
        green = toGreen[0] * r + toGreen[1] * g + toGreen[2] * b;
        blue = toBlue[0] * r + toBlue[1] * g + toBlue[2] * b;
      }
      if (kind === 'hlg') {
        const luminance = luma.red * red + luma.green * green + luma.blue * blue;
        const gain = bySquareRoot(gainTable, luminance);
        red *= gain;
        green *= gain;
        blue *= gain;
      }
      red = bySquareRoot(rootTable, red);
      green = bySquareRoot(rootTable, green);
      blue = bySquareRoot(rootTable, blue);

      const hdrLuma = luma.red * red + luma.green * green + luma.blue * blue;
      const sdrLuma = between(tone, hdrLuma);
      const share = hdrLuma > 0 ? sdrLuma / (1.1 * hdrLuma) : 0;
      const alongBlue = (share * (blue - hdrLuma)) / differences.blue;
      const alongRed = (share * (red - hdrLuma)) / differences.red;
      const y = sdrLuma - Math.max(0.1 * alongRed, 0);
      red = display(y + differences.red * alongRed);
      green = display(
        y - (luma.red * differences.red * alongRed + luma.blue * differences.blue * alongBlue) / luma.green,
      );
      blue = display(y + differences.blue * alongBlue);

      into[at] = encodedSrgb(outRed[0] * red + outRed[1] * green + outRed[2] * blue);
      into[at + 1] = encodedSrgb(outGreen[0] * red + outGreen[1] * green + outGreen[2] * blue);
      into[at + 2] = encodedSrgb(outBlue[0] * red + outBlue[1] * green + outBlue[2] * blue);
    }
  };
}

/** Linear light by sample, 1 at the peak. */
function lightTable({ kind, fullRange }: HighDynamicRange, most: number, peak: number): Float64Array {
  // BT.2100-2 table 9: black at 16, white at 235 of 8 bits.
  const signal = (sample: number) => (fullRange ? sample / most : ((sample * 256) / (most + 1) - 16) / 219);
  return Float64Array.from({ length: most + 1 }, (_, sample) => {
    const clipped = Math.min(1, Math.max(0, signal(sample)));
    return Math.min(1, kind === 'pq' ? pqLight(clipped) / peak : hlgLight(clipped));
  });
}

/** Of square roots, for a table of light itself would not follow these near black. */
const gainTable = tableOf((value) => value ** (2 * (systemGamma - 1)));
const rootTable = tableOf((value) => value ** (2 / 2.4));
/** BT.1886 without black lift. */
const displayTable = tableOf((value) => value ** 2.4);

function bySquareRoot(table: Float64Array, light: number): number {
  return light > 0 ? between(table, Math.sqrt(light)) : 0;
}

function display(signal: number): number {
  return between(displayTable, signal);
}
