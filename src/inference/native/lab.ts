/** CIE L*a*b* with 8 bits a sample as TIFF stores it (TIFF 6.0 section 23), which libvips 8.18 fails to open. */

/** CIE 1976 with white D65, to which sRGB refers too: no adaptation is due. */
const white = [0.95047, 1, 1.088827] as const;
/** XYZ to linear sRGB: IEC 61966-2-1, rows for red, green, blue. */
const toLinear = [
  [3.240625, -1.537208, -0.498629],
  [-0.968931, 1.875756, 0.041518],
  [0.05571, -0.204021, 1.056996],
] as const;

/**
 * Turns samples into sRGB in place.
 * @param samples L* 0 to 255 for 0 to 100, then a* and b*; further channels stay
 * @param offset what a* and b* were raised by: 128 for ICC L*a*b*, 0 for signed bytes of CIE L*a*b*
 */
export function labToSrgb(samples: Uint8Array, channels: number, offset: 0 | 128): void {
  const encoded = gammaTable();
  const chroma = (byte: number) => (offset === 128 ? byte - 128 : (byte << 24) >> 24);
  const lightness = Float64Array.from({ length: 256 }, (_, byte) => ((byte / 255) * 100 + 16) / 116);
  const alongA = Float64Array.from({ length: 256 }, (_, byte) => chroma(byte) / 500);
  const alongB = Float64Array.from({ length: 256 }, (_, byte) => chroma(byte) / 200);
  for (let at = 0; at < samples.length; at += channels) {
    const root = lightness[samples[at]];
    const x = white[0] * cube(root + alongA[samples[at + 1]]);
    const y = white[1] * cube(root);
    const z = white[2] * cube(root - alongB[samples[at + 2]]);
    for (let channel = 0; channel < 3; channel++) {
      const [fromX, fromY, fromZ] = toLinear[channel];
      const linear = fromX * x + fromY * y + fromZ * z;
      samples[at + channel] = encoded[Math.min(gammaSteps, Math.max(0, Math.round(linear * gammaSteps)))];
    }
  }
}

/** The inverse of CIE 1976's cube root with its straight part near black. */
function cube(root: number): number {
  return root > 6 / 29 ? root ** 3 : (root - 16 / 116) * 3 * (6 / 29) ** 2;
}

/** Fine enough that the steepest part of the sRGB curve moves by less than one level a step. */
const gammaSteps = 8192;

function gammaTable(): Uint8Array {
  return Uint8Array.from({ length: gammaSteps + 1 }, (_, step) => {
    const linear = step / gammaSteps;
    const value = linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055;
    return Math.round(value * 255);
  });
}
