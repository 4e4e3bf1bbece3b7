/**
 * Edges of a mask where those of the picture are. The segmenter's are right to within some pixels: there a pixel goes to the side whose
 * colours, a little further in, are more like its own.
 */

import { proxyAtOnce } from '../networks/proxy.ts';
import { framePicture } from '../picture/frame.ts';
import { LayerSampler, layerOver, reducedLayer } from '../plane/layer.ts';
import { mostly } from '../plane/morphology.ts';
import { type Size, wholeOf } from '../plane/region.ts';
import { withoutNubs } from './crumbs.ts';
import { rampOf } from './ramp.ts';

/** How far an edge may move, to each side. */
const mostPx = 9;
/** Side of the cells in which colours are gathered, and how many of them around each one, to each side. */
export const cellPx = 4;
const around = 5;
/** Cells that a side has to have there. */
const leastCells = 1;
/** Variance that colours have at least: noise. */
const leastVariance = 40;
/** The difference of log-likelihoods that is sure, and over which squares it is averaged. */
const sure = 4;
const averagedPx = 2;
/** How much it counts where it is sure, as a share of how far in the mask says a pixel is. */
const trust = 1.5;
/** Side of the squares in which most pixels say what one is: edges are ragged where colours are. */
const smoothedPx = 9;

/** Measured: microseconds of a pixel, in each of two steps. */
const rampUs = 0.05;
const evidenceUs = 0.15;

/** What says where a mask's edges go, of its size. */
export interface EdgeGuides {
  /** 0 where edges stay. */
  readonly open: Uint8Array;
  /** 1 in what was taken away of the mask. */
  readonly taken: Uint8Array;
  /** RGB. */
  readonly colours: Uint8Array;
}

/**
 * A mask with its edges moved. Its steps are for `inTurns`.
 * @param mask 0 and 1
 */
export function* snapped(
  mask: Uint8Array,
  { open, taken, colours }: EdgeGuides,
  size: Size,
): Generator<number, Uint8Array, void> {
  const ramp = rampOf(mask, size, mostPx);
  const isOpen = new Uint8Array(mask.length);
  for (let at = 0; at < isOpen.length; at++) isOpen[at] = open[at] > 0 && ramp[at] > 0 && ramp[at] < 255 ? 1 : 0;
  yield mask.length * rampUs;
  const evidence = averaged(evidenceOf(ramp, isOpen, colours, size), size);
  const found = mask.slice();
  for (let at = 0; at < found.length; at++) {
    if (isOpen[at] === 1) found[at] = (evidence[at] - even) * trust + (ramp[at] - even) >= 0 ? 1 : 0;
  }
  const smooth = mostly(withoutNubs(found, { before: mask, taken, mostPx }, size), size, smoothedPx);
  for (let at = 0; at < smooth.length; at++) if (isOpen[at] === 0) smooth[at] = mask[at];
  yield mask.length * evidenceUs;
  return smooth;
}

/** Neither inside nor outside. */
const even = 127.5;

/** Which side a pixel's colour is of, where that is open: 0 surely outside, 255 surely inside. */
function evidenceOf(ramp: Uint8Array, isOpen: Uint8Array, colours: Uint8Array, size: Size): Uint8Array {
  const cells = reducedBy(cellPx, size);
  const photo = framePicture({ ...size, channels: 3, samples: colours, orientation: 1, icc: null });
  const guide = proxyAtOnce(photo, cells.widthPx, cells.heightPx);
  const depths = reducedLayer(
    layerOver({ ...size, samples: ramp }, size),
    wholeOf(size),
    cells.widthPx,
    cells.heightPx,
  );
  const sideOf = (sign: 1 | -1) => {
    const weights = new Float32Array(depths.length);
    for (let cell = 0; cell < weights.length; cell++) {
      weights[cell] = (Math.max(0, sign * (depths[cell] - even)) / even) ** 2;
    }
    return coloursAround(guide, weights, cells);
  };
  const [inside, outside] = [sideOf(1), sideOf(-1)];
  const evidence = new Uint8Array(ramp.length).fill(Math.ceil(even));
  for (let at = 0; at < evidence.length; at++) {
    if (isOpen[at] === 0) continue;
    const row = Math.floor(at / size.widthPx);
    const cell = Math.floor(row / cellPx) * cells.widthPx + Math.floor((at - row * size.widthPx) / cellPx);
    if (inside.weights[cell] < leastCells || outside.weights[cell] < leastCells) continue;
    const difference = logLikelihood(colours, at, inside, cell) - logLikelihood(colours, at, outside, cell);
    evidence[at] = Math.round(even + even * Math.min(1, Math.max(-1, difference / sure)));
  }
  return evidence;
}

/** Colours of one side of an edge, around each cell. */
interface SideColours {
  /** Cells of that side. */
  readonly weights: Float32Array;
  /** Their mean red, green and blue. */
  readonly means: readonly Float32Array[];
  /** The mean variance of the three. */
  readonly variances: Float32Array;
}

function coloursAround(guide: Uint8Array, weights: Float32Array, cells: Size): SideColours {
  const sum = summedAround(weights, cells);
  const squared = new Float32Array(weights.length);
  const ofMeans = new Float64Array(weights.length);
  const means = [0, 1, 2].map((channel) => {
    const weighted = new Float32Array(weights.length);
    for (let cell = 0; cell < weighted.length; cell++) {
      const value = guide[cell * 3 + channel];
      weighted[cell] = weights[cell] * value;
    }
    const mean = summedAround(weighted, cells);
    for (let cell = 0; cell < mean.length; cell++) {
      mean[cell] /= sum[cell];
      ofMeans[cell] += mean[cell] ** 2;
    }
    return mean;
  });
  for (let cell = 0; cell < squared.length; cell++) {
    const [red, green, blue] = [guide[cell * 3], guide[cell * 3 + 1], guide[cell * 3 + 2]];
    squared[cell] = weights[cell] * (red ** 2 + green ** 2 + blue ** 2);
  }
  const variances = summedAround(squared, cells);
  for (let cell = 0; cell < variances.length; cell++) {
    variances[cell] = leastVariance + Math.max(0, variances[cell] / sum[cell] - ofMeans[cell]) / 3;
  }
  return { weights: sum, means, variances };
}

/** Of a pixel's colour among those of a side, which are spread alike in all directions. */
function logLikelihood(colours: Uint8Array, pixel: number, { means, variances }: SideColours, cell: number): number {
  let squared = 0;
  for (let channel = 0; channel < 3; channel++) squared += (colours[pixel * 3 + channel] - means[channel][cell]) ** 2;
  return -squared / (2 * variances[cell]) - 1.5 * Math.log(variances[cell]);
}

/** Sums over the square around each cell. */
function summedAround(values: Float32Array, { widthPx, heightPx }: Size): Float32Array {
  const across = new Float32Array(values.length);
  for (let y = 0; y < heightPx; y++) sumLine(values, y * widthPx, 1, widthPx, across);
  const sums = new Float32Array(values.length);
  for (let x = 0; x < widthPx; x++) sumLine(across, x, widthPx, heightPx, sums);
  return sums;
}

function sumLine(values: Float32Array, first: number, step: number, length: number, into: Float32Array): void {
  let sum = 0;
  for (let at = -around; at < length; at++) {
    if (at + around < length) sum += values[first + (at + around) * step];
    if (at - around - 1 >= 0) sum -= values[first + (at - around - 1) * step];
    if (at >= 0) into[first + at * step] = sum;
  }
}

function averaged(values: Uint8Array, size: Size): Uint8Array {
  const { widthPx, heightPx } = reducedBy(averagedPx, size);
  const samples = reducedLayer(layerOver({ ...size, samples: values }, size), wholeOf(size), widthPx, heightPx);
  const sampler = new LayerSampler(layerOver({ widthPx, heightPx, samples }, size));
  const into = new Uint8Array(values.length);
  for (let y = 0; y < size.heightPx; y++) sampler.row(y, size.widthPx, into.subarray(y * size.widthPx));
  return into;
}

function reducedBy(px: number, { widthPx, heightPx }: Size): Size {
  return { widthPx: Math.ceil(widthPx / px), heightPx: Math.ceil(heightPx / px) };
}
