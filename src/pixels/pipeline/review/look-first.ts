/** Where a person should look first: the place that the critic finds most wrong (models/critic/README.md). */
import type { Tensor } from '../networks/networks.ts';
import { partsOf } from '../plane/morphology.ts';
import { type Region, regionAround, type Size } from '../plane/region.ts';

/** Output of the critic: of each cell how much is lost, then how much is added, of 255. */
const mapName = 'wrong';
/** Cells belong to the place from this share of the worst one on. */
const shareOfWorst = 0.5;

/**
 * The box around the worst place: cells that hang together, the most wrong in all.
 * @param outputs of the critic
 * @returns pixels of the picture; null where the critic gives no map, or nothing of it is wrong
 */
export function lookFirst(outputs: readonly Tensor[], picture: Size): Region | null {
  const map = outputs.find(({ name }) => name === mapName);
  if (map?.datatype !== 'UINT8' || map.shape.length !== 4 || map.shape[1] !== 2) return null;
  const [heightPx, widthPx] = map.shape.slice(2);
  const count = widthPx * heightPx;
  if (map.data.length !== 2 * count) return null;
  const wrong = Array.from({ length: count }, (_, at) => Math.max(map.data[at], map.data[count + at]));
  const worst = Math.max(...wrong);
  if (worst === 0) return null;
  const mask = Uint8Array.from(wrong, (value) => (value >= worst * shareOfWorst ? 1 : 0));
  const sumOf = (cells: readonly number[]) => cells.reduce((sum, at) => sum + wrong[at], 0);
  const places = partsOf(mask, mask, { widthPx, heightPx });
  const place = places.reduce((most, each) => (sumOf(each) > sumOf(most) ? each : most));
  const columns = place.map((at) => at % widthPx);
  const rows = place.map((at) => Math.floor(at / widthPx));
  const box = {
    left: Math.min(...columns) / widthPx,
    top: Math.min(...rows) / heightPx,
    right: (Math.max(...columns) + 1) / widthPx,
    bottom: (Math.max(...rows) + 1) / heightPx,
  };
  return regionAround(box, 0, picture);
}
