/** How far an answer is from the truth, a row of numbers for each picture. */
import type { KnownCar, ValueMap } from './truth.ts';

export type Row = Readonly<Record<string, number>>;

export interface FoundCar {
  /** Alpha with windows closed. */
  readonly closed: ValueMap;
  /** Alpha with windows opened. */
  readonly opened: ValueMap;
  readonly azimuth: number;
  readonly elevation: number;
}

/** An answer counts as whole and alone from here on: shares of the car found and of the answer that is the car. */
const wholeFrom = 0.95;
const aloneFrom = 0.95;

/** All metrics of one answer. Not a number where there is nothing to measure. */
export function measure(truth: KnownCar, { closed, opened, azimuth, elevation }: FoundCar): Row {
  const { silhouette, glass } = truth;
  const overlap = overlapOf(closed, silhouette);
  const error = closed.values.map((value, pixel) => value - silhouette.values[pixel]);
  const inGlass = (pixel: number) => glass.values[pixel] >= 0.5 && !((truth.undecided?.values[pixel] ?? 0) >= 0.5);
  const onBody = (pixel: number) =>
    silhouette.values[pixel] >= 0.99 && glass.values[pixel] < 0.01 && !((truth.undecided?.values[pixel] ?? 0) > 0);
  return {
    iou: overlap.both / overlap.either,
    whole: Number(overlap.both / overlap.truth >= wholeFrom),
    alone: Number(overlap.both / overlap.answer >= aloneFrom),
    whole_and_alone: Number(overlap.both / overlap.truth >= wholeFrom && overlap.both / overlap.answer >= aloneFrom),
    sad_thousands: error.reduce((sum, value) => sum + Math.abs(value), 0) / 1000,
    mse: error.reduce((sum, value) => sum + value * value, 0) / error.length,
    gradient_error_thousands: gradientError(closed, silhouette) / 1000,
    ...windowErrors(truth, opened, inGlass),
    opened_share_of_glass: meanOf(opened, (value) => 1 - value, inGlass),
    opened_body: meanOf(opened, (value, pixel) => Number(value < 0.9 && closed.values[pixel] >= 0.95), onBody),
    azimuth_error: truth.azimuth === null ? Number.NaN : degreesApart(azimuth, truth.azimuth),
    within_30: truth.azimuth === null ? Number.NaN : Number(degreesApart(azimuth, truth.azimuth) <= 30),
    elevation_error: truth.elevation === null ? Number.NaN : Math.abs(elevation - truth.elevation),
  };
}

/** A picture for which the service found no vehicle: nothing is right. */
export const notFound: Row = { iou: 0, whole: 0, alone: 0, whole_and_alone: 0, within_30: 0 };

function windowErrors({ opacity }: KnownCar, opened: ValueMap, inGlass: (pixel: number) => boolean): Row {
  if (!opacity) return {};
  const wrong = (value: number, pixel: number) => Math.abs(value - opacity.values[pixel]);
  return {
    opacity_error_in_glass: meanOf(opened, wrong, inGlass),
    opacity_error_see_through: meanOf(opened, wrong, (pixel) => inGlass(pixel) && opacity.values[pixel] < 0.9),
  };
}

function overlapOf(answer: ValueMap, truth: ValueMap) {
  const counts = { both: 0, either: 0, answer: 0, truth: 0 };
  for (let pixel = 0; pixel < truth.values.length; pixel++) {
    const found = answer.values[pixel] >= 0.5;
    const is = truth.values[pixel] >= 0.5;
    counts.both += Number(found && is);
    counts.either += Number(found || is);
    counts.answer += Number(found);
    counts.truth += Number(is);
  }
  return counts;
}

function meanOf(
  map: ValueMap,
  value: (value: number, pixel: number) => number,
  chosen: (pixel: number) => boolean,
): number {
  let sum = 0;
  let count = 0;
  for (let pixel = 0; pixel < map.values.length; pixel++) {
    if (!chosen(pixel)) continue;
    sum += value(map.values[pixel], pixel);
    count++;
  }
  return count > 0 ? sum / count : Number.NaN;
}

/** Degrees between two directions, 0 to 180. */
export function degreesApart(a: number, b: number): number {
  return Math.abs(((((a - b + 180) % 360) + 360) % 360) - 180);
}

/** Squared difference of the gradient magnitudes, Gaussian derivatives of 1.4 px (Rhemann et al., CVPR 2009). */
export function gradientError(a: ValueMap, b: ValueMap): number {
  const [first, second] = [gradient(a), gradient(b)];
  return first.reduce((sum, value, pixel) => sum + (value - second[pixel]) ** 2, 0);
}

const sigma = 1.4;
const reach = 4;
const offsets = Array.from({ length: 2 * reach + 1 }, (_, at) => at - reach);
const bell = offsets.map((offset) => Math.exp(-(offset ** 2) / (2 * sigma ** 2)));
const smooth = normalised(bell, (weight) => weight);
/** So that a ramp of one level per pixel has the gradient 1. */
const slope = normalised(
  bell.map((weight, at) => offsets[at] * weight),
  (weight, at) => offsets[at] * weight,
);

function normalised(kernel: readonly number[], part: (weight: number, at: number) => number): number[] {
  const total = kernel.reduce((sum, weight, at) => sum + part(weight, at), 0);
  return kernel.map((weight) => weight / total);
}

function gradient(map: ValueMap): Float32Array {
  const across = filtered(filtered(map, slope, 1, 0), smooth, 0, 1);
  const down = filtered(filtered(map, smooth, 1, 0), slope, 0, 1);
  return across.values.map((value, pixel) => Math.hypot(value, down.values[pixel]));
}

/** Correlation along one axis; the border's value goes on beyond it. */
function filtered(
  { widthPx, heightPx, values }: ValueMap,
  kernel: readonly number[],
  dx: number,
  dy: number,
): ValueMap {
  const result = new Float32Array(values.length);
  for (let y = 0, pixel = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++, pixel++) {
      let sum = 0;
      for (let at = 0; at < kernel.length; at++) {
        const column = Math.min(widthPx - 1, Math.max(0, x + dx * offsets[at]));
        const row = Math.min(heightPx - 1, Math.max(0, y + dy * offsets[at]));
        sum += kernel[at] * values[row * widthPx + column];
      }
      result[pixel] = sum;
    }
  }
  return { widthPx, heightPx, values: result };
}
