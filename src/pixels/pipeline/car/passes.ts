/** Further passes of the matte network over a car: the same crop mirrored, and a square one that shows the car as wide as it is. */

import type { Networks } from '../networks/networks.ts';
import { type Subject, seeAgain, seeSubject, unlessUnavailable } from '../passes/subject.ts';
import type { Picture } from '../picture/picture.ts';
import { type Layer, reducedLayer } from '../plane/layer.ts';
import type { Matte } from '../plane/matte.ts';
import type { Region, Size } from '../plane/region.ts';

/**
 * What the network says of a crop in three ways.
 * @param first the pass over the crop
 * @param low the same crop in fewer pixels
 * @param model name of the network at the size of `low`
 * @returns the low matte, that of the mirrored crop and that of the square one, all over the crop at the size of `low`; none
 * where one of them is unavailable
 * @throws NetworkFault
 */
export async function furtherPasses(
  picture: Picture,
  networks: Networks,
  model: string,
  first: Subject,
  low: Layer,
): Promise<readonly Matte[]> {
  const { region } = first.layer;
  const { widthPx, heightPx } = low.plane;
  const mirrored = await unlessUnavailable(seeAgain(mirroredSubject(first), networks, model));
  const square =
    mirrored && (await unlessUnavailable(seeSubject(picture, networks, model, squareAround(region, picture))));
  if (!square) return [];
  return [
    low.plane,
    { widthPx, heightPx, samples: mirroredRows(mirrored.layer.plane.samples, widthPx, 1) },
    { widthPx, heightPx, samples: reducedLayer(square.layer, region, widthPx, heightPx) },
  ];
}

function mirroredSubject(subject: Subject): Subject {
  return { ...subject, colours: mirroredRows(subject.colours, subject.layer.plane.widthPx, 3) };
}

/** Rows from right to left. */
function mirroredRows(samples: Uint8Array, widthPx: number, channels: number): Uint8Array {
  const mirrored = new Uint8Array(samples.length);
  const stride = widthPx * channels;
  for (let row = 0; row < samples.length; row += stride) {
    for (let x = 0; x < stride; x += channels) {
      for (let channel = 0; channel < channels; channel++) {
        mirrored[row + x + channel] = samples[row + stride - channels - x + channel];
      }
    }
  }
  return mirrored;
}

/** The smallest square around the middle of a region that holds it, as far as the picture reaches. */
export function squareAround({ leftPx, topPx, widthPx, heightPx }: Region, picture: Size): Region {
  const side = Math.max(widthPx, heightPx);
  const left = Math.max(0, Math.round(leftPx + (widthPx - side) / 2));
  const top = Math.max(0, Math.round(topPx + (heightPx - side) / 2));
  return {
    leftPx: left,
    topPx: top,
    widthPx: Math.min(picture.widthPx - left, Math.max(side, leftPx + widthPx - left)),
    heightPx: Math.min(picture.heightPx - top, Math.max(side, topPx + heightPx - top)),
  };
}
