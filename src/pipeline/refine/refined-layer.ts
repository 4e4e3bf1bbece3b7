/** A coarse matte with what its tiles have told, still at its own size: for what is estimated from a matte. */
import { type Layer, reducedLayer } from '../matte.ts';
import type { Size } from '../region.ts';
import type { RefinedTiles } from './refined-alpha.ts';
import { risingShare, silentShare } from './tiles.ts';

/**
 * Each tile is reduced to the pixels of the coarse matte that lie in its inner part, where it has more to say than its
 * neighbours, as far as it is to be taken. Everything else stays as it is.
 * @param picture whose parts the layer and its tiles are
 */
export function refinedLayer(layer: Layer, { sidePx, tiles }: RefinedTiles, picture: Size): Layer {
  const { matte, region } = layer;
  const alpha = matte.alpha.slice();
  const edgePx = sidePx * (silentShare + risingShare / 2);
  for (const { layer: tile, taken } of tiles) {
    const { leftPx, topPx, widthPx, heightPx } = tile.region;
    const columns = innerSpan(leftPx, widthPx, edgePx, picture.widthPx);
    const rows = innerSpan(topPx, heightPx, edgePx, picture.heightPx);
    const across = pixelsWithin(columns, region.leftPx, matte.widthPx / region.widthPx);
    const down = pixelsWithin(rows, region.topPx, matte.heightPx / region.heightPx);
    if (across.count <= 0 || down.count <= 0) continue;
    const seen = { leftPx: across.fromPx, topPx: down.fromPx, widthPx: across.lengthPx, heightPx: down.lengthPx };
    const reduced = reducedLayer(tile, seen, across.count, down.count);
    const say = { ...tile, matte: { ...tile.matte, alpha: taken } };
    const shares = reducedLayer(say, seen, across.count, down.count);
    for (let y = 0, from = 0; y < down.count; y++) {
      let to = (down.first + y) * matte.widthPx + across.first;
      for (let x = 0; x < across.count; x++, from++, to++) {
        alpha[to] += ((reduced[from] - alpha[to]) * shares[from]) / 255 + 0.5;
      }
    }
  }
  return { ...layer, matte: { ...matte, alpha } };
}

/** Where a tile is heard alone or more than its neighbour, in the picture's pixels: not at its border but at that of the picture. */
function innerSpan(startPx: number, lengthPx: number, edgePx: number, wholePx: number): [number, number] {
  const endPx = startPx + lengthPx;
  return [startPx === 0 ? 0 : startPx + edgePx, endPx === wholePx ? wholePx : endPx - edgePx];
}

/** Pixels of the matte whose centres lie in a span of the picture, and the part of the picture that they cover. */
function pixelsWithin([fromPx, toPx]: [number, number], regionPx: number, scale: number) {
  const first = Math.ceil((fromPx - regionPx) * scale - 0.5);
  const count = Math.floor((toPx - regionPx) * scale - 0.5) + 1 - first;
  return { first, count, fromPx: regionPx + first / scale, lengthPx: count / scale };
}
