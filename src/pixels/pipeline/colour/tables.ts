/** Functions from 0 to 1 as tables, for loops over pixels. */

const steps = 4096;

/** Samples of a function on 0 to 1. */
export function tableOf(value: (at: number) => number): Float64Array {
  return Float64Array.from({ length: steps + 1 }, (_, step) => value(step / steps));
}

/** The function's value, on a straight line between two samples; its ends outside. */
export function between(table: Float64Array, at: number): number {
  if (!(at > 0)) return table[0];
  if (at >= 1) return table[steps];
  const step = Math.floor(at * steps);
  return table[step] + (table[step + 1] - table[step]) * (at * steps - step);
}

/** Fine enough that the steepest part of sRGB's curve moves by a fifth of a level a step. */
const lightSteps = 16_384;
const srgbBytes = Uint8Array.from({ length: lightSteps + 1 }, (_, step) => {
  const light = step / lightSteps;
  return Math.round(255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055));
});

/** Linear light as an 8-bit sample of sRGB (IEC 61966-2-1), clipped to 0 to 1. */
export function encodedSrgb(light: number): number {
  return srgbBytes[Math.min(lightSteps, Math.max(0, Math.round(light * lightSteps)))];
}
