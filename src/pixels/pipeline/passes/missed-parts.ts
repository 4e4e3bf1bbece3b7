/**
 * Parts of a subject that a low pass of the network sees and the matte so far lacks. The low pass adds whole parts with their
 * soft edge, and takes nothing away.
 */
import { missedFrom, missedMean, subjectFrom } from '../plane/alpha.ts';
import { type Layer, reducedLayer } from '../plane/layer.ts';
import { grown, opened, partsOf } from '../plane/morphology.ts';

/** Room around a part for its soft edge, in pixels of the low pass. */
const softReach = 3;

/** A part, with the means of both mattes, at the size of the low one. */
export interface MissedPart {
  /** Where its pixels are. */
  readonly pixels: readonly number[];
  /** Means of both mattes over it, 0 to 255. */
  readonly lowMean: number;
  readonly knownMean: number;
}

/** The matte so far at the size of the low pass, 0 to 255. */
export interface KnownMatte {
  readonly alpha: Uint8Array;
  /** Pixels that are more subject than background. */
  readonly subject: number;
}

/** Which parts are searched, and how they are added: in pixels of the low pass. */
export interface Search {
  /** Side of the square that fits into each part: thinner differences are edges. */
  readonly thickness: number;
  /** How far from a part the matte's half transparent subject gets the alpha of the low pass, so that both join. */
  readonly joinReach: number;
}

/** A matte, and how much of it came from the low pass. */
export interface WithParts {
  readonly layer: Layer;
  /** Pixels added, as a share of the subject before: 0 if there was none. */
  readonly share: number;
}

/**
 * Adds parts.
 * @param layer the matte so far
 * @param low of a region that holds the layer's, in pixels that are no smaller
 * @param isTaken asked about each part
 * @returns a matte nowhere below `layer`; `layer` itself if nothing is added
 */
export function addParts(
  layer: Layer,
  low: Layer,
  { thickness, joinReach }: Search,
  isTaken: (part: MissedPart, known: KnownMatte) => boolean,
): WithParts {
  const { plane, region } = low;
  const { widthPx, heightPx, samples } = plane;
  const alpha = reducedLayer(layer, region, widthPx, heightPx);
  const missed = new Uint8Array(samples.length);
  let [missedArea, subject] = [0, 0];
  for (let at = 0; at < samples.length; at++) {
    if (alpha[at] >= subjectFrom) subject++;
    else if (samples[at] >= missedFrom) {
      missed[at] = 1;
      missedArea++;
    }
  }
  const unchanged = { layer, share: 0 };
  if (subject === 0 || missedArea < thickness * thickness) return unchanged;
  const known = { alpha, subject };
  const parts = partsOf(missed, opened(missed, plane, thickness), plane).filter((pixels) =>
    isTaken({ pixels, lowMean: meanOver(samples, pixels), knownMean: meanOver(alpha, pixels) }, known),
  );
  if (parts.length === 0) return unchanged;
  const taken = new Uint8Array(samples.length);
  let area = 0;
  for (const pixels of parts) {
    area += pixels.length;
    for (const at of pixels) taken[at] = 1;
  }
  const around = grown(taken, plane, 2 * softReach + 1);
  const near = grown(taken, plane, 2 * joinReach + 1);
  const isJoint = (at: number) => near[at] > 0 && alpha[at] >= subjectFrom && samples[at] >= missedMean;
  const isAdded = (at: number) => around[at] > 0 || isJoint(at);
  const added = { widthPx, heightPx, samples: samples.map((value, at) => (isAdded(at) ? value : 0)) };
  return { layer: raised(layer, { plane: added, region, outside: 0 }), share: area / subject };
}

/** The larger of two mattes at each pixel of the first. */
function raised(layer: Layer, other: Layer): Layer {
  const { plane, region } = layer;
  const values = reducedLayer(other, region, plane.widthPx, plane.heightPx);
  return { ...layer, plane: { ...plane, samples: plane.samples.map((alpha, at) => Math.max(alpha, values[at])) } };
}

function meanOver(samples: Uint8Array, pixels: readonly number[]): number {
  return pixels.reduce((sum, at) => sum + samples[at], 0) / pixels.length;
}
