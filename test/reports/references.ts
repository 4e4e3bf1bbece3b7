/** References for the pictures of `fixtures/reports`: `v.png`, the drawing that all of them are made of, as it has to be shown. */
import sharp from 'sharp';

/** Red, green, blue of a pixel after the other, 0 to 255. */
export interface Shown {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly data: Uint8Array;
}

/** Three values, 0 to 1. */
type Triple = readonly [number, number, number];
type Matrix = readonly [Triple, Triple, Triple];

/** Linear light of other primaries to that of sRGB, both of D65 (BT.2407 and SMPTE EG 432-1). */
const p3ToSrgb: Matrix = [
  [1.22494, -0.22494, 0],
  [-0.04206, 1.04206, 0],
  [-0.01964, -0.07864, 1.09828],
];
const bt2020ToSrgb: Matrix = [
  [1.66049, -0.58764, -0.07285],
  [-0.12455, 1.1329, -0.00835],
  [-0.01815, -0.10058, 1.11873],
];

/** Pixels as a file has them, upright. @param turnedDegrees clockwise */
export async function drawing(file: Buffer, turnedDegrees: 0 | 90 | 270 = 0): Promise<Shown> {
  const turned = sharp(file, { ignoreIcc: true }).removeAlpha().toColourspace('srgb').rotate(turnedDegrees);
  const { data, info } = await turned.raw().toBuffer({ resolveWithObject: true });
  return { widthPx: info.width, heightPx: info.height, data: new Uint8Array(data) };
}

/** Values that are of Display P3, in sRGB. */
export function fromP3(picture: Shown): Shown {
  return mapped(picture, (values) => encoded(times(p3ToSrgb, map(values, srgbLight))));
}

/** Values that encode light by a power, in sRGB. @param gamma as in gAMA: 1 is linear */
export function fromGamma(picture: Shown, gamma: number): Shown {
  return mapped(picture, (values) => encoded(map(values, (value) => value ** gamma)));
}

/** Grey by the weights of BT.601, as a JPEG encoder makes it. */
export function grey(picture: Shown): Shown {
  return mapped(picture, ([red, green, blue]) => {
    const luma = 0.299 * red + 0.587 * green + 0.114 * blue;
    return [luma, luma, luma];
  });
}

/** Green alone, as grey. */
export function greenAsGrey(picture: Shown): Shown {
  return mapped(picture, ([, green]) => [green, green, green]);
}

/** Values that are PQ of BT.2020 from a display of 1,000 cd/m², in sRGB by Report ITU-R BT.2446-1, method A. */
export function fromPq(picture: Shown): Shown {
  return mapped(picture, (values) => fromDisplayLight(map(values, (value) => Math.min(1, pqLight(value) / 1000))));
}

/** Values that are HLG of BT.2020, on a display of 1,000 cd/m² (BT.2100, table 5), in sRGB by the same method. */
export function fromHlg(picture: Shown): Shown {
  return mapped(picture, (values) => {
    const scene = map(values, hlgLight);
    const luminance = lumaOf(scene);
    return fromDisplayLight(map(scene, (value) => value * luminance ** 0.2));
  });
}

/** Light of BT.2020, 1 at 1,000 cd/m². */
function fromDisplayLight(light: Triple): Triple {
  const shown = methodA(map(light, (value) => value ** (1 / 2.4)));
  return encoded(
    times(
      bt2020ToSrgb,
      map(shown, (value) => clamped(value) ** 2.4),
    ),
  );
}

function lumaOf([red, green, blue]: Triple): number {
  return 0.2627 * red + 0.678 * green + 0.0593 * blue;
}

/** Light of the scene of an HLG value: BT.2100, table 5. */
function hlgLight(value: number): number {
  return value <= 0.5 ? value ** 2 / 3 : (Math.exp((value - 0.55991073) / 0.17883277) + 0.28466892) / 12;
}

/** Light in cd/m² of a PQ value: BT.2100, table 4. */
function pqLight(value: number): number {
  const [m1, m2, c1, c2, c3] = [2610 / 16384, (2523 / 4096) * 128, 3424 / 4096, (2413 / 4096) * 32, (2392 / 4096) * 32];
  const power = value ** (1 / m2);
  return 10_000 * (Math.max(0, power - c1) / (c2 - c3 * power)) ** (1 / m1);
}

/** R'G'B' of 1,000 cd/m² to R'G'B' of 100 cd/m²: section 4.1.1. */
function methodA(values: Triple): Triple {
  const [red, , blue] = values;
  const luma = lumaOf(values);
  if (luma === 0) return [0, 0, 0];
  const rho = (peak: number) => 1 + 32 * (peak / 10_000) ** (1 / 2.4);
  const perceptual = Math.log(1 + (rho(1000) - 1) * luma) / Math.log(rho(1000));
  const kneed =
    perceptual <= 0.7399
      ? 1.077 * perceptual
      : perceptual < 0.9909
        ? -1.151 * perceptual ** 2 + 2.7811 * perceptual - 0.6302
        : 0.5 * perceptual + 0.5;
  const sdr = (rho(100) ** kneed - 1) / (rho(100) - 1);
  const factor = sdr / (1.1 * luma);
  const blueDifference = (factor * (blue - luma)) / 1.8814;
  const redDifference = (factor * (red - luma)) / 1.4746;
  const mapped = sdr - Math.max(0.1 * redDifference, 0);
  const greenOut = mapped - (0.0593 * 1.8814 * blueDifference + 0.2627 * 1.4746 * redDifference) / 0.678;
  return [mapped + 1.4746 * redDifference, greenOut, mapped + 1.8814 * blueDifference];
}

function srgbLight(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

function encoded(light: Triple): Triple {
  return map(light, (value) => {
    const inside = clamped(value);
    return inside <= 0.0031308 ? inside * 12.92 : 1.055 * inside ** (1 / 2.4) - 0.055;
  });
}

function clamped(value: number): number {
  return Math.min(1, Math.max(0, value));
}

function map([first, second, third]: Triple, change: (value: number) => number): Triple {
  return [change(first), change(second), change(third)];
}

function times(matrix: Matrix, [first, second, third]: Triple): Triple {
  const row = (weights: Triple) => weights[0] * first + weights[1] * second + weights[2] * third;
  return [row(matrix[0]), row(matrix[1]), row(matrix[2])];
}

function mapped(picture: Shown, change: (values: Triple) => Triple): Shown {
  const data = new Uint8Array(picture.data.length);
  for (let at = 0; at < data.length; at += 3) {
    const [red = 0, green = 0, blue = 0] = picture.data.subarray(at, at + 3);
    const changed = change([red / 255, green / 255, blue / 255]);
    for (let channel = 0; channel < 3; channel++) data[at + channel] = Math.round(255 * (changed[channel] ?? 0));
  }
  return { ...picture, data };
}
