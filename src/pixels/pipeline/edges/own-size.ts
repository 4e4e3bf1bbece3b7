/** Mattes of small photos at the size of the photo: networks see such a photo enlarged. */

import { proxyAtOnce } from '../networks/proxy.ts';
import type { Picture } from '../picture/picture.ts';
import { type Layer, LayerSampler } from '../plane/layer.ts';
import type { Matte } from '../plane/matte.ts';

/** What colours are estimated by: see `estimateColours`. */
export interface SeenMatte {
  readonly layer: Layer;
  readonly colours: Uint8Array;
  readonly beforeChooser?: Matte;
}

/** From here on a matte has far more pixels than what it covers of the photo. */
const enlargedFrom = 2;

/**
 * A matte that has at least two columns and two rows for each of the photo's, with one for each instead: more of them take time, and
 * show colours that the photo does not have.
 * @param picture its rows are read once, if at all
 * @returns the very same where the matte has fewer
 */
export function atOwnSize(seen: SeenMatte, picture: Picture): SeenMatte {
  const { layer, beforeChooser } = seen;
  const { plane, region } = layer;
  const { widthPx, heightPx } = region;
  if (plane.widthPx < enlargedFrom * widthPx || plane.heightPx < enlargedFrom * heightPx) return seen;
  return {
    layer: { ...layer, plane: sampled(layer) },
    colours: proxyAtOnce(picture, widthPx, heightPx, region),
    beforeChooser: beforeChooser && sampled({ ...layer, plane: beforeChooser }),
  };
}

/** A layer's values in the middle of each pixel of its region. */
function sampled({ plane, region, outside }: Layer): Matte {
  const { widthPx, heightPx } = region;
  const samples = new Uint8Array(widthPx * heightPx);
  const sampler = new LayerSampler({ plane, region: { leftPx: 0, topPx: 0, widthPx, heightPx }, outside });
  for (let y = 0; y < heightPx; y++) sampler.row(y, widthPx, samples.subarray(y * widthPx));
  return { widthPx, heightPx, samples };
}
