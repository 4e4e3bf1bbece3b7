/** Asks the point segmenter for the parts of a picture on which points lie. */
import { noSegmenter } from '../../../contract/points.ts';
import { NetworkAbsent, NetworkFault, type Networks, type Tensor } from '../networks/networks.ts';
import { subjectFrom } from '../plane/alpha.ts';
import { partsOf } from '../plane/morphology.ts';
import type { Plane } from '../plane/plane.ts';
import type { Size } from '../plane/region.ts';
import { PointFault } from './fault.ts';
import { framePx, pictureTensor, placeInFrame, pointsTensor, sizeInFrame } from './frame.ts';
import { fromOn } from './masks.ts';
import { fieldOf, type Point } from './pixels.ts';

/**
 * Role of the network: the picture `uint8 [1,1024,1024,3]` and points `uint8 [1,33,5]` in (see `frame.ts`), masks `uint8 [1,M,256,256]`
 * out, one or more for the same points.
 */
export const pointSegmenterModel = 'point-segmenter';
/** Side of a mask, which is over all that the network was shown. */
export const maskPx = 256;

/** A mask of the square that the segmenter was shown, 0 to 255: from a half on a place is of the part. */
export type Mask = Plane;

/** What a point may lie on: each of its masks holds it, and there is at least one. */
export interface PointParts {
  readonly point: Point;
  readonly candidates: readonly Mask[];
}

/** Asks the segmenter about one picture. It keeps what it made of that: each further question costs a twentieth of the first. */
export interface AskedSegmenter {
  /**
   * The parts that hold all of some points and none of others: none where there is no such part.
   * @throws NetworkFault
   */
  ask(held: readonly PixelPlace[], others: readonly PixelPlace[]): Promise<readonly Mask[]>;
}

/** A pixel of the picture. */
export type PixelPlace = Pick<Point, 'x' | 'y'>;

/** A picture that the segmenter was asked about. */
export interface SegmentedPicture extends AskedSegmenter {
  /** What each point lies on, in the order of the points. */
  readonly parts: readonly PointParts[];
}

/**
 * Shows the segmenter a picture.
 * @param colours RGB of the picture at the size that it has in the square
 */
export function segmenterOf(picture: Size, colours: Uint8Array, networks: Networks): AskedSegmenter {
  const size = sizeInFrame(picture);
  const image = pictureTensor(colours, size);
  return {
    async ask(held, others) {
      const asked = pointsTensor([...held, ...others], (point) => held.includes(point), picture);
      const masks = masksOf(await networks.infer(pointSegmenterModel, [image, asked]), size);
      return masks.filter((mask) => held.every((point) => holds(mask, point, picture)));
    },
  };
}

/**
 * Asks for the part of each point alone, one after the other: the service keeps what it made of the picture.
 * @param colours RGB of the picture at the size that it has in the square
 * @param points at least one
 * @throws PointFault where no part holds a point or the server has no segmenter, NetworkFault
 */
export async function segmented(
  picture: Size,
  colours: Uint8Array,
  points: readonly Point[],
  networks: Networks,
): Promise<SegmentedPicture> {
  await expectSegmenter(networks, points[0]);
  const { ask } = segmenterOf(picture, colours, networks);
  const parts: PointParts[] = [];
  for (const point of points) {
    const candidates = await ask([point], []);
    if (candidates.length === 0) {
      const message = `No part of the image was found at the point ${point.x} ${point.y}`;
      throw new PointFault(fieldOf(point.kind), 'POINT_NOT_FOUND', message);
    }
    parts.push({ point, candidates });
  }
  return { parts, ask };
}

/** A deployment may say that it takes points, and ask a server that cannot. */
async function expectSegmenter(networks: Networks, { kind }: Point): Promise<void> {
  try {
    await networks.describe(pointSegmenterModel);
  } catch (fault) {
    if (!(fault instanceof NetworkAbsent)) throw fault;
    throw new PointFault(fieldOf(kind), 'VALIDATION_ERROR', noSegmenter, fault);
  }
}

/** Whether a part holds a pixel of the picture. */
export function holds({ samples }: Mask, point: PixelPlace, picture: Size): boolean {
  return samples[placeInMask(point, picture)] >= subjectFrom;
}

/** Where a pixel of the picture is in a mask. */
export function placeInMask(point: PixelPlace, picture: Size): number {
  const { x, y } = placeInFrame(point, picture);
  const [column, row] = [x, y].map((place) => Math.floor((place * maskPx) / framePx));
  return row * maskPx + column;
}

/** The masks of an answer, without what they say of the bar. @param size of the picture in the square */
function masksOf([output]: readonly Tensor[], size: Size): Mask[] {
  const [batch, count, heightPx, widthPx] = output?.shape ?? [];
  const fits = batch === 1 && count > 0 && heightPx === maskPx && widthPx === maskPx;
  if (output?.datatype !== 'UINT8' || !fits || output.data.length !== count * maskPx * maskPx) {
    throw new NetworkFault(
      'failed',
      `Model ${pointSegmenterModel} did not answer with masks of ${maskPx} pixels a side`,
    );
  }
  const { data } = output;
  const [columns, rows] = [size.widthPx, size.heightPx].map((px) => Math.ceil((px * maskPx) / framePx));
  return Array.from({ length: count }, (_, at) => {
    const given = data.subarray(at * maskPx * maskPx, (at + 1) * maskPx * maskPx);
    const mask = { widthPx: maskPx, heightPx: maskPx, samples: new Uint8Array(given.length) };
    for (let y = 0; y < rows; y++) {
      mask.samples.set(given.subarray(y * maskPx, y * maskPx + columns), y * maskPx);
    }
    return withoutSpecks(smoothed(mask));
  });
}

/** Without the pattern of single places that such a network leaves: each is mixed with the two beside it, across and down. */
function smoothed({ samples, ...size }: Mask): Mask {
  return { ...size, samples: mixedWith(mixedWith(samples, 1, maskPx), maskPx, 1) };
}

/** Pieces of a mask that are smaller than that share of it are none. */
const speckShare = 0.02;

function withoutSpecks(mask: Mask): Mask {
  const inside = fromOn(mask.samples, subjectFrom);
  const pieces = partsOf(inside, inside, mask);
  const area = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const samples = mask.samples.slice();
  for (const piece of pieces) {
    if (piece.length >= area * speckShare) continue;
    for (const at of piece) samples[at] = 0;
  }
  return { ...mask, samples };
}

/** @param step to the next place along a line @param line from one line to the next: at both ends of each there is one neighbour */
function mixedWith(samples: Uint8Array, step: number, line: number): Uint8Array {
  const mixed = new Uint8Array(samples.length);
  for (let start = 0; start < maskPx * line; start += line) {
    const end = start + (maskPx - 1) * step;
    for (let at = start; at <= end; at += step) {
      const value = samples[at];
      const before = at > start ? samples[at - step] : value;
      const after = at < end ? samples[at + step] : value;
      mixed[at] = Math.round((before + 2 * value + after) / 4);
    }
  }
  return mixed;
}
