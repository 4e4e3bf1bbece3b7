/**
 * What the point segmenter is shown: the picture scaled to fit a square, at its top left, and points in that square. What is left of the
 * square, right or below, is a bar of one colour.
 */
import { mostPoints } from '../../../contract/points.ts';
import type { ByteTensor } from '../networks/networks.ts';
import type { Region, Size } from '../plane/region.ts';
import type { Point } from './pixels.ts';

/** Side of the square. */
export const framePx = 1024;
/** One row stays none: with points alone, the network expects one that says so. */
const rowsOfPoints = mostPoints + 1;
/** Numbers of a point: two bytes for each place, and what it is. */
const bytesOfPoint = 5;
/** Parts of a pixel of the square in which places are counted. */
const partsOfPixel = 64;
const [negative, positive, none] = [0, 1, 255];
/** The mean colour of the photos that such networks are trained on, which they take for nothing. */
const bar = [124, 116, 104];

/** The size of a picture in the square. */
export function sizeInFrame({ widthPx, heightPx }: Size): Size {
  const scale = framePx / Math.max(widthPx, heightPx);
  const side = (px: number) => Math.max(1, Math.round(px * scale));
  return { widthPx: side(widthPx), heightPx: side(heightPx) };
}

/** The square in pixels of the picture: it reaches beyond it, right or below. */
export function frameInPicture(picture: Size): Region {
  const { widthPx, heightPx } = sizeInFrame(picture);
  return {
    leftPx: 0,
    topPx: 0,
    widthPx: (framePx * picture.widthPx) / widthPx,
    heightPx: (framePx * picture.heightPx) / heightPx,
  };
}

/** The picture in the square. @param colours RGB at the size that it has there */
export function pictureTensor(colours: Uint8Array, { widthPx, heightPx }: Size): ByteTensor {
  const data = new Uint8Array(framePx * framePx * 3);
  const empty = Uint8Array.from({ length: framePx * 3 }, (_, at) => bar[at % 3]);
  for (let y = 0; y < framePx; y++) {
    data.set(empty, y * framePx * 3);
    if (y < heightPx) data.set(colours.subarray(y * widthPx * 3, (y + 1) * widthPx * 3), y * framePx * 3);
  }
  return { name: 'image', datatype: 'UINT8', shape: [1, framePx, framePx, 3], data };
}

/** Points in the square. @param isPositive which of them the part that is asked for has to hold: the others it must not */
export function pointsTensor<Place extends Pick<Point, 'x' | 'y'>>(
  points: readonly Place[],
  isPositive: (point: Place) => boolean,
  picture: Size,
): ByteTensor {
  const data = new Uint8Array(rowsOfPoints * bytesOfPoint);
  for (let at = bytesOfPoint - 1; at < data.length; at += bytesOfPoint) data[at] = none;
  for (const [row, point] of points.entries()) {
    const { x, y } = placeInFrame(point, picture);
    const parts = [x, y].map((place) => Math.min(0xffff, Math.round(place * partsOfPixel)));
    const numbers = parts.flatMap((value) => [value >> 8, value & 255]);
    data.set([...numbers, isPositive(point) ? positive : negative], row * bytesOfPoint);
  }
  return { name: 'points', datatype: 'UINT8', shape: [1, rowsOfPoints, bytesOfPoint], data };
}

/** The middle of a pixel in pixels of the square, whose first one has its middle at a half. */
export function placeInFrame(
  { x, y }: Pick<Point, 'x' | 'y'>,
  picture: Size,
): { readonly x: number; readonly y: number } {
  const { widthPx, heightPx } = sizeInFrame(picture);
  return { x: ((x + 0.5) * widthPx) / picture.widthPx, y: ((y + 0.5) * heightPx) / picture.heightPx };
}
