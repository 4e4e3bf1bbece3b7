/** A plane over a part of the picture, and how it is read at the size of the picture or of a network. */
import { bytes, floats, integers, layOut } from '../../kernels/memory.ts';
import { type Plane, rowOf } from './plane.ts';
import { type Region, type Size, wholeOf } from './region.ts';
import { axisTaps, type Neighbours, neighbours, sourcePosition } from './taps.ts';

/** A plane over a region of a picture. */
export interface Layer {
  readonly plane: Plane;
  /** The part of the picture that the plane covers. */
  readonly region: Region;
  /** The value of the picture's pixels beyond the region, 0 to 255. */
  readonly outside: number;
}

/** A plane over the whole picture. */
export function layerOver(plane: Plane, picture: Size): Layer {
  return { plane, region: wholeOf(picture), outside: 0 };
}

/** Reads a layer at the size of its picture, row by row: bilinear with half-pixel centres, rounded to nearest. */
export class LayerSampler {
  readonly #layer: Layer;
  readonly #columns: Neighbours;

  constructor(layer: Layer) {
    this.#layer = layer;
    this.#columns = neighbours(layer.region.widthPx, layer.plane.widthPx);
  }

  /** Writes the values of row `y` of the picture, 0 to 255, into the first `widthPx` bytes of `into`. */
  row(y: number, widthPx: number, into: Uint8Array): void {
    const { region, plane, outside } = this.#layer;
    const inside = y - region.topPx;
    const seen = inside >= 0 && inside < region.heightPx;
    if (!seen || region.widthPx < widthPx) into.fill(outside, 0, widthPx);
    if (!seen) return;
    const position = sourcePosition(inside, region.heightPx, plane.heightPx);
    const upperRow = Math.floor(position);
    const { kernels, arrays } = layOut({
      upper: bytes(plane.widthPx),
      lower: bytes(plane.widthPx),
      start: integers(plane.widthPx + 1),
      across: floats(region.widthPx),
      blended: floats(plane.widthPx + 1),
      values: bytes(region.widthPx),
    });
    const { upper, lower, start, across, blended, values } = arrays;
    upper.set(rowOf(plane, upperRow));
    lower.set(rowOf(plane, Math.min(upperRow + 1, plane.heightPx - 1)));
    start.set(this.#columns.start);
    across.set(this.#columns.across);
    kernels.layerRow(
      ...[upper.byteOffset, lower.byteOffset, position - upperRow, plane.widthPx],
      ...[start.byteOffset, across.byteOffset, blended.byteOffset, values.byteOffset],
    );
    into.set(values, region.leftPx);
  }
}

/**
 * A layer as a network sees it. Shrinking is an area average, growing is bilinear. For layers that are 0 outside.
 * @param seen region of the picture; where the layer does not reach, the result is 0
 * @param box the part of the result that is wanted; all of it when left out
 * @returns `widthPx` × `heightPx` values, 0 to 255, or those of the box
 */
export function reducedLayer(
  { plane, region }: Layer,
  seen: Region,
  widthPx: number,
  heightPx: number,
  box: Region = wholeOf({ widthPx, heightPx }),
): Uint8Array {
  const across = plane.widthPx / region.widthPx;
  const down = plane.heightPx / region.heightPx;
  const leftmost = (seen.leftPx - region.leftPx) * across;
  const topmost = (seen.topPx - region.topPx) * down;
  const columns = axisTaps(plane.widthPx, widthPx, { from: leftmost, to: leftmost + seen.widthPx * across });
  const lines = axisTaps(plane.heightPx, heightPx, { from: topmost, to: topmost + seen.heightPx * down });
  const [left, right, top, bottom] = [box.leftPx, box.leftPx + box.widthPx, box.topPx, box.topPx + box.heightPx];
  const [firstLines, lineCounts] = [lines.first.subarray(top, bottom), lines.count.subarray(top, bottom)];
  // Only the rows that are read.
  const [above, below] = spanOf(firstLines, lineCounts);
  const { kernels, arrays } = layOut({
    rows: bytes((below - above) * plane.widthPx),
    first: integers(box.widthPx),
    count: integers(box.widthPx),
    weights: floats(box.widthPx * columns.stride),
    firstLine: integers(box.heightPx),
    lineCount: integers(box.heightPx),
    lineWeights: floats(box.heightPx * lines.stride),
    narrowed: floats((below - above) * box.widthPx),
    reduced: bytes(box.widthPx * box.heightPx),
  });
  const { rows, first, count, weights, firstLine, lineCount, lineWeights, narrowed, reduced } = arrays;
  rows.set(plane.samples.subarray(above * plane.widthPx, below * plane.widthPx));
  first.set(columns.first.subarray(left, right));
  count.set(columns.count.subarray(left, right));
  weights.set(columns.weights.subarray(left * columns.stride, right * columns.stride));
  for (let y = 0; y < box.heightPx; y++) firstLine[y] = firstLines[y] - above;
  lineCount.set(lineCounts);
  lineWeights.set(lines.weights.subarray(top * lines.stride, bottom * lines.stride));
  kernels.reducePlane(
    ...[rows.byteOffset, plane.widthPx, below - above],
    ...[first.byteOffset, count.byteOffset, weights.byteOffset, columns.stride, box.widthPx],
    ...[firstLine.byteOffset, lineCount.byteOffset, lineWeights.byteOffset, lines.stride, box.heightPx],
    ...[narrowed.byteOffset, reduced.byteOffset],
  );
  return reduced.slice();
}

/** The samples that outputs are made of: from, and to but not including. */
function spanOf(first: Int32Array, count: Int32Array): readonly [from: number, to: number] {
  let [from, to] = [Number.POSITIVE_INFINITY, 0];
  for (let at = 0; at < first.length; at++) {
    if (count[at] === 0) continue;
    from = Math.min(from, first[at]);
    to = Math.max(to, first[at] + count[at]);
  }
  return from < to ? [from, to] : [0, 0];
}
