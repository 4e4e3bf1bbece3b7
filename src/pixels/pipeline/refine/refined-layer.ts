/** A coarse matte with its refined tiles, still at its own size: for what is estimated from a matte. */
import { type Layer, reducedLayer } from '../plane/layer.ts';
import type { Size } from '../plane/region.ts';
import type { RefinedTiles } from './refined-tile.ts';
import { borderShare, rampShare } from './tiles.ts';

/**
 * Each tile is reduced to the pixels of the coarse matte that are in the inner part of its core, where its weight is larger than its
 * neighbours', and is blended in by its blend weights. Everything else stays as it is.
 * @param picture of which the layer and its tiles are parts
 */
export function refinedLayer(layer: Layer, { sidePx, tiles }: RefinedTiles, picture: Size): Layer {
  const { plane, region } = layer;
  const samples = plane.samples.slice();
  const edgePx = sidePx * (borderShare + rampShare / 2);
  for (const { layer: tile, core, blendWeights } of tiles) {
    const { leftPx, topPx, widthPx, heightPx } = core;
    const columns = innerSpan(leftPx, widthPx, edgePx, picture.widthPx);
    const rows = innerSpan(topPx, heightPx, edgePx, picture.heightPx);
    const across = pixelsWithin(columns, region.leftPx, plane.widthPx / region.widthPx);
    const down = pixelsWithin(rows, region.topPx, plane.heightPx / region.heightPx);
    if (across.count <= 0 || down.count <= 0) continue;
    const seen = { leftPx: across.fromPx, topPx: down.fromPx, widthPx: across.lengthPx, heightPx: down.lengthPx };
    const reduced = reducedLayer(tile, seen, across.count, down.count);
    const weightLayer = { ...tile, plane: { ...tile.plane, samples: blendWeights } };
    const weights = reducedLayer(weightLayer, seen, across.count, down.count);
    for (let y = 0, from = 0; y < down.count; y++) {
      let to = (down.first + y) * plane.widthPx + across.first;
      for (let x = 0; x < across.count; x++, from++, to++) {
        if (weights[from] > 0) samples[to] += ((reduced[from] - samples[to]) * weights[from]) / 255 + 0.5;
      }
    }
  }
  return { ...layer, plane: { ...plane, samples } };
}

/**
 * Where the weight of a tile is larger than that of its neighbour, in the picture's pixels. At the border of the picture
 * there is no neighbour.
 */
function innerSpan(startPx: number, lengthPx: number, edgePx: number, wholePx: number): [number, number] {
  const endPx = startPx + lengthPx;
  return [startPx === 0 ? 0 : startPx + edgePx, endPx === wholePx ? wholePx : endPx - edgePx];
}

/** Pixels of the matte whose centres are in a span of the picture, and the part of the picture that they cover. */
function pixelsWithin([fromPx, toPx]: [number, number], regionPx: number, scale: number) {
  const first = Math.ceil((fromPx - regionPx) * scale - 0.5);
  const count = Math.floor((toPx - regionPx) * scale - 0.5) + 1 - first;
  return { first, count, fromPx: regionPx + first / scale, lengthPx: count / scale };
}
